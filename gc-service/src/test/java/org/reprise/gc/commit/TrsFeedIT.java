package org.reprise.gc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.TrsProcess;
import org.reprise.oslcclient.Documents;

/** With the applications of trs-feed, over the wire. */
class TrsFeedIT {
  @TempDir private Path directory;

  @Test
  void streamsOfBothApplicationsAreBaselined() {
    try (TrsProcess trs =
            TrsProcess.start(
                directory.resolve("trs.log"),
                "--reprise.trs.applications=qm,rm",
                "--reprise.trs.feed.housekeeping-interval=1h");
        GcServer server =
            GcServer.start(
                setting("qm", "base-uri", trs.base() + "/qm"),
                setting("qm", "username", GcServer.USERNAME),
                setting("qm", "password", GcServer.PASSWORD),
                setting("rm", "base-uri", trs.base() + "/rm"),
                setting("rm", "username", GcServer.USERNAME),
                setting("rm", "password", GcServer.PASSWORD))) {
      Configs configs = new Configs(server);
      String qm = stream(trs, "qm");
      String rm = stream(trs, "rm");
      String inner = configs.stream("Inner");
      String outer = configs.stream("Outer");
      configs.contribute(inner, Sent.of(rm, "a"));
      configs.contribute(outer, Sent.of(inner, "a"), Sent.of(qm, "b"));
      assertThat(configs.resolved(outer)).containsExactly(outer, inner, rm, qm);
      String baseline = configs.commit(outer);
      List<String> resolved = configs.resolved(baseline);
      assertThat(resolved).hasSize(4).doesNotContain(rm, qm);
      for (String local : resolved.subList(2, 4)) {
        GcClient.Answer read = trs.client().get(local.replace(trs.base(), ""));
        assertThat(read.status()).isEqualTo(200);
        assertThat(Documents.values(read.model(), local, Configs.CONFIG + "baselineOfStream"))
            .hasSize(1)
            .containsAnyOf(rm, qm);
      }
      assertThat(
              Documents.error(
                  configs.put(
                      outer, List.of(Sent.of(trs.base() + "/qm/configuration/9999", "a")), "*"),
                  400))
          .contains("404");
    }
  }

  private static String setting(String application, String property, String value) {
    return "--reprise.gc.applications.%s.%s=%s".formatted(application, property, value);
  }

  private static String stream(TrsProcess trs, String application) {
    String container = trs.base() + "/" + application + "/component/1/configurations";
    return Documents.values(
            trs.client().get("/" + application + "/component/1/configurations").model(),
            container,
            "http://www.w3.org/ns/ldp#contains")
        .getFirst();
  }
}
