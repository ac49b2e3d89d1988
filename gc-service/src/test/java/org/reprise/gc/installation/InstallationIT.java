package org.reprise.gc.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.oslcclient.Documents;

/** Credentials, settings, and the description of the API. */
class InstallationIT {
  private static final GcServer SERVER = GcServer.shared();

  @Test
  void readinessIsOpenAndNothingElse() {
    GcClient anonymous = SERVER.client("", "");
    assertThat(anonymous.get("/actuator/health/readiness").status()).isEqualTo(200);
    assertThat(anonymous.get("/actuator/prometheus").status()).isEqualTo(401);
    Documents.error(anonymous.get("/gc/component"), 401);
    Documents.error(anonymous.get("/gc/configuration/1"), 401);
    Documents.error(anonymous.get("/gc/resolve?context=a&component=b"), 401);
  }

  @Test
  void apiIsDescribed() {
    String described = SERVER.client().get("/v3/api-docs").body();
    assertThat(described)
        .contains("\"title\":\"gc-service\"", "/gc/configuration/{", "\"bearer\"", "\"401\"");
    assertThat(SERVER.client("", "").get("/v3/api-docs").status()).isEqualTo(401);
  }

  @Test
  void refusesToStartWithAnotherBaseUri() {
    assertThatThrownBy(() ->
            GcServer.start(SERVER.database(), "--reprise.gc.base-uri=http://elsewhere:1").close())
        .satisfies(thrown ->
            assertThat(messages(thrown)).contains("reprise.gc.base-uri", SERVER.baseUri()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--reprise.gc.base-uri=somewhere",
        "--reprise.gc.base-uri=http://host/path",
        "--reprise.gc.base-uri=",
        "--reprise.gc.applications.qm.base-uri=somewhere",
        "--reprise.gc.applications.qm.base-uri=http://host/",
        "--reprise.gc.applications.qm.base-uri=http://host:70000/qm",
        "--reprise.gc.applications.qm.username=alone",
        "--reprise.gc.requests.timeout=0s",
        "--reprise.gc.requests.attempts=0",
        "--reprise.gc.commit.wait=1h",
        "--reprise.gc.commit.lease=0s",
        "--reprise.gc.commit.at-once=0",
      })
  void invalidSettingStopsStartUpAndIsNamed(String setting) {
    String name = setting.substring(2, setting.indexOf('='));
    String group = name.endsWith(".username") ? "reprise.gc.applications.qm" : name;
    assertThatThrownBy(() -> GcServer.start(TestDatabase.freshDatabase(), setting).close())
        .satisfies(thrown -> assertThat(messages(thrown)).contains(group));
  }

  private static String messages(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      all.append(cause.getMessage()).append('\n');
    }
    return all.toString();
  }
}
