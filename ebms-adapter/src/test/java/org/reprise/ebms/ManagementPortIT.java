package org.reprise.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.localstack.process.FreePort;

/** Partners reach the message handler alone where the management API has its own port. */
class ManagementPortIT {
  @Test
  void servesManagementOnItsOwnPortOnly() throws Exception {
    int port = FreePort.loopback();
    try (EbmsServer server = EbmsServer.start("--reprise.ebms.management.port=" + port)) {
      EbmsClient management =
          new EbmsClient("http://127.0.0.1:" + port, EbmsServer.USERNAME, EbmsServer.PASSWORD);
      String cpa = Cpas.named("ports/two").synchronous().xml();
      assertThat(management.xml("POST", "/api/v1/agreements", cpa).status()).isEqualTo(201);
      // Slashes pass through as on the first port.
      assertThat(management.get("/api/v1/agreements/ports%2Ftwo").status()).isEqualTo(200);
      for (String path :
          new String[] {
            "/api/v1/agreements",
            "/v3/api-docs",
            "/swagger-ui/index.html",
            "/actuator/health",
            "/ebms-admin",
            "/pages.css"
          }) {
        assertThat(management.get(path).status()).as(path).isEqualTo(200);
        EbmsClient.Answer refused = server.client().get(path);
        assertThat(refused.status()).as(path).isEqualTo(404);
        assertThat(refused.header("Content-Type"))
            .startsWith(path.startsWith("/ebms-admin") ? "text/html" : "application/problem+json");
      }
      assertThat(server.client().get("/ebms/../api/v1/agreements").status()).isNotEqualTo(200);
      String ping = Messages.ping("ports/two", Messages.freshId());
      assertThat(server.client().message(ping).status()).isEqualTo(200);
      for (String path : new String[] {"/ebms", "/%65bms", "/ebms;x=1"}) {
        assertThat(management.xml("POST", path, ping).status()).as(path).isEqualTo(404);
      }
      assertThat(management.message(ping).status()).isEqualTo(404);
      assertThat(management.get("/api/v1/nothing").status()).isEqualTo(404);
    }
  }
}
