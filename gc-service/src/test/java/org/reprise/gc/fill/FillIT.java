package org.reprise.gc.fill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.TrsProcess;
import org.reprise.oslcclient.Documents;

class FillIT {
  private static final byte[] NOTHING = {};

  @TempDir private Path directory;

  @Test
  void fillsEmptyServiceFromApplications() {
    try (TrsProcess trs =
            TrsProcess.start(
                directory.resolve("trs.log"), "--reprise.trs.feed.housekeeping-interval=1h");
        GcServer server = start(trs)) {
      for (String application : new String[] {"qm", "rm"}) {
        assertThat(
                trs.client()
                    .send("POST", "/" + application + "/fill?scale=0.001", NOTHING)
                    .status())
            .isEqualTo(200);
      }
      GcClient client = server.client();
      Documents.error(client.send("POST", "/gc/fill", NOTHING, "Accept", "text/turtle"), 406);
      Documents.error(client.send("POST", "/gc/fill?scale=0", NOTHING), 400);
      Documents.error(client.send("POST", "/gc/fill?sclae=0.01", NOTHING), 400);
      assertThat(server.count("select count(*) from component")).isZero();
      GcClient.Answer filled = client.send("POST", "/gc/fill?seed=7", NOTHING);
      assertThat(filled.status()).as(filled.toString()).isEqualTo(200);
      assertThat(filled.body()).contains("\"components\":131", "\"baselines\":262", "\"seconds\":");
      assertThat(server.count("select count(*) from component")).isEqualTo(131);
      assertThat(count(server, "STREAM")).isEqualTo(131);
      assertThat(count(server, "BASELINE")).isEqualTo(262);
      // Two applications with versions; work items have no configurations.
      assertThat(server.count("select count(*) from contribution")).isEqualTo(2 * (131 + 262));
      assertThat(
              server.count(
                  "select count(*) from contribution c join configuration g on g.id = c.configuration"
                      + " join local_configuration l on l.id = c.local where g.kind <> l.kind"))
          .isZero();
      assertThat(client.get("/gc/configuration/1").status()).isEqualTo(200);
      Documents.error(client.send("POST", "/gc/fill", NOTHING), 409);
    }
  }

  private static long count(GcServer server, String kind) {
    return server.count("select count(*) from configuration where kind = '" + kind + "'");
  }

  private static GcServer start(TrsProcess trs) {
    return GcServer.start(
        "--reprise.gc.applications.ccm.base-uri=" + trs.base() + "/ccm",
        "--reprise.gc.applications.ccm.username=" + GcServer.USERNAME,
        "--reprise.gc.applications.ccm.password=" + GcServer.PASSWORD,
        "--reprise.gc.applications.qm.base-uri=" + trs.base() + "/qm",
        "--reprise.gc.applications.qm.username=" + GcServer.USERNAME,
        "--reprise.gc.applications.qm.password=" + GcServer.PASSWORD,
        "--reprise.gc.applications.rm.base-uri=" + trs.base() + "/rm",
        "--reprise.gc.applications.rm.username=" + GcServer.USERNAME,
        "--reprise.gc.applications.rm.password=" + GcServer.PASSWORD);
  }
}
