package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.cps.CpsClient.Answer;

/** What operators see of the service: who gets in, health, metrics, correlation. */
class OperationsIT {
  private final CpsServer server = CpsServer.shared();
  private final CpsClient client = server.client();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/cps/api/v2/admin/dataspaces",
        "/cps/api/v2/dataspaces",
        "/cps/api/v4/dataspaces",
        "/v3/api-docs",
        "/actuator/prometheus",
        "/no/such/path",
        "/"
      })
  void onlyHealthIsOpen(String path) {
    for (CpsClient stranger :
        new CpsClient[] {
          server.client("", ""),
          server.client(CpsServer.USERNAME, "wrong"),
          server.client("somebody", CpsServer.PASSWORD)
        }) {
      for (String method : new String[] {"GET", "POST", "PUT", "PATCH", "DELETE"}) {
        Answer answer = stranger.send(method, path, BodyPublishers.ofString("{}"));
        assertThat(answer.status()).as(method + " " + path).isEqualTo(401);
        assertThat(answer.contentType()).startsWith("application/json");
        assertThat(answer.json().get("status").asString()).isEqualTo("401 UNAUTHORIZED");
        assertThat(answer.response().headers().firstValue("WWW-Authenticate")).isPresent();
      }
    }
    assertThat(server.client("", "").get("/actuator/health").status()).isEqualTo(200);
  }

  @Test
  void readinessIsUpWhileTheDatabaseIs() {
    assertThat(server.client("", "").get("/actuator/health/readiness").body())
        .isEqualTo("{\"status\":\"UP\"}");
    assertThat(server.client("", "").get("/actuator/health/liveness").body())
        .isEqualTo("{\"status\":\"UP\"}");
  }

  @Test
  void metricsNameApplicationAndPool() {
    client.get("/cps/api/v2/admin/dataspaces");

    String metrics = client.get("/actuator/prometheus").body();

    assertThat(
            metrics.lines().filter(line -> line.startsWith("http_server_requests_seconds_count")))
        .isNotEmpty()
        .allMatch(line -> line.contains("application=\"cps-core\""))
        .anyMatch(line -> line.contains("uri=\"/cps/api/{version:v1|v2}/admin/dataspaces\""));
    assertThat(metrics).contains("hikaricp_connections_active{application=\"cps-core\"");
    assertThat(metrics).contains("process_cpu_time_ns_total");
  }

  @Test
  void answersHaveTheCorrelationId() {
    Answer refused = client.get("/cps/api/v2/admin/dataspaces/none", "X-Correlation-Id", "test-1");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.response().headers().firstValue("X-Correlation-Id")).hasValue("test-1");
    assertThat(
            client
                .get("/cps/api/v2/admin/dataspaces")
                .response()
                .headers()
                .firstValue("X-Correlation-Id"))
        .hasValueSatisfying(id -> assertThat(id).hasSize(36));
  }
}
