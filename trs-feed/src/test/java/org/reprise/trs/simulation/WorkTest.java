package org.reprise.trs.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkTest {
  @ParameterizedTest
  @CsvSource({
    "GET, /ccm/resource/7, READ",
    "HEAD, /qm/version/7, READ",
    "PUT, /ccm/resource/7, WRITE",
    "DELETE, /rm/resource/7, WRITE",
    "POST, /ccm/oslc/projects/1/resources, WRITE",
    "GET, /ccm/oslc/projects/1/resources, READ",
    "GET, /rm/component/1, READ",
    "GET, /rm/component/1/configurations, READ",
    "GET, /rm/configuration/7, READ",
    "GET, /rm/configuration/7/baselines, READ",
    "GET, /rm/configuration/7/selections, READ",
    "POST, /rm/configuration/7/baselines, WRITE",
    "POST, /qm/configuration/7/streams, WRITE",
    "GET, /qm/proxy/gc/configuration/5, PROXIED",
    "GET, /rm/proxy/gc/search, PROXIED",
    "GET, /ccm/trs, ",
    "GET, /ccm/trs/log/1, ",
    "GET, /ccm/trs/base/1/1, ",
    "GET, /ccm/rootservices, ",
    "GET, /ccm/oslc/catalog, ",
    "GET, /ccm/oslc/projects/1, ",
    "GET, /ccm/shapes/changeRequest, ",
    "POST, /ccm/fill, ",
    "POST, /jts/authenticate, ",
    "PUT, /service-time, ",
    "GET, /actuator/prometheus, ",
    "GET, /actuator/health/readiness, ",
    "GET, /, ",
  })
  void whatTakesTime(String method, String path, String work) {
    assertThat(Work.of(method, path)).isEqualTo(Optional.ofNullable(work).map(Work::valueOf));
  }
}
