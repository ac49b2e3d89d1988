package org.reprise.gc.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
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
        .contains("\"title\":\"gc-service\"", "/gc/configuration/{", "\"bearer\"", "\"401\"")
        .contains("\"oslc.where\"", "\"If-Match\"", "\"context\"", "\"Idempotency-Key\"");
    assertThat(SERVER.client("", "").get("/v3/api-docs").status()).isEqualTo(401);
  }

  @Test
  void refusesToStartWithAnotherBaseUri() {
    assertThatThrownBy(() ->
            GcServer.start(SERVER.database(), "--reprise.gc.base-uri=http://elsewhere:1").close())
        .hasStackTraceContaining("reprise.gc.base-uri")
        .hasStackTraceContaining(SERVER.baseUri());
  }
}
