package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnsweredTest {
  @Test
  void countsRequestsOfGlobalConfigurationsAndNoOthers() {
    assertThat(
            Answered.of(
                """
                # TYPE http_server_requests_seconds summary
                http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/gc/configuration/{id}"} 12
                http_server_requests_seconds_sum{error="none",method="GET",status="200",uri="/gc/configuration/{id}"} 99.5
                http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/gc/search"} 3.0
                http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/actuator/prometheus"} 40
                """))
        .isEqualTo(15);
  }
}
