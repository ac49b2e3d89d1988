package org.reprise.trs.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.GcServer;
import org.reprise.trs.TrsServer;

/** The application asks the authentication server about proxied requests, and about no others. */
class DelegatedAuthenticationIT {
  private static final String PROXIED = "OSLC-Proxied";

  @Test
  void vouchesForProxiedRequests() {
    TrsServer jts =
        TrsServer.start(
            "--reprise.trs.applications=jts",
            "--reprise.security.username=shared",
            // Blank is the same as not set.
            "--reprise.trs.authentication.base-uri= ",
            "--reprise.trs.global-configurations.base-uri= ");
    GcServer gc = GcServer.shared();
    gc.heal();
    gc.stream(5);
    try (TrsServer ccm =
        TrsServer.start(
            "--reprise.trs.applications=ccm,qm",
            "--reprise.trs.global-configurations.base-uri=" + gc.base(),
            "--reprise.trs.global-configurations.connect-timeout=2m",
            "--reprise.trs.global-configurations.timeout=5m",
            "--reprise.trs.authentication.base-uri=" + jts.address(),
            "--reprise.trs.authentication.timeout=5m",
            "--reprise.security.users[0].username=shared",
            "--reprise.security.users[0].password=" + TrsServer.HASHED_PASSWORD)) {
      OslcClient shared = ccm.client("shared", TrsServer.PASSWORD);
      assertThat(shared.get("/ccm/trs", PROXIED, "true").status()).isEqualTo(200);
      assertThat(
              jts.client("shared", TrsServer.PASSWORD)
                  .send("POST", "/jts/authenticate", new byte[0])
                  .status())
          .isEqualTo(204);
      // Known here, unknown there.
      OslcClient local = ccm.client();
      assertThat(local.get("/ccm/trs").status()).isEqualTo(200);
      Documents.error(local.get("/ccm/trs", PROXIED, "true"), 403);
      // Also where the request goes on to another server.
      String forwarded = "/qm/proxy/gc/configuration/5";
      assertThat(shared.get(forwarded, PROXIED, "true").status()).isEqualTo(200);
      int asked = gc.asked().size();
      Documents.error(local.get(forwarded, PROXIED, "true"), 403);
      jts.close();
      Documents.error(shared.get(forwarded, PROXIED, "true"), 503);
      assertThat(gc.asked()).hasSize(asked);
      OslcClient.Answer answer = shared.get("/ccm/trs", PROXIED, "true");
      Documents.error(answer, 503);
      assertThat(answer.header("Retry-After")).isNotEmpty();
      assertThat(shared.get("/ccm/trs").status()).isEqualTo(200);
    } finally {
      jts.close();
    }
  }
}
