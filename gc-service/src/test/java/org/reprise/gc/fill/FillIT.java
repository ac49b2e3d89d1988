package org.reprise.gc.fill;

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
import org.reprise.localstack.testing.RoundTrips;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.oslcclient.Documents;

/** With the applications of trs-feed, over the wire. */
class FillIT {
  private static final byte[] NOTHING = {};

  @TempDir private Path directory;

  @Test
  void fillsEmptyServiceAndBaselinesStreamsOfApplications() {
    try (TrsProcess trs =
            TrsProcess.start(
                directory.resolve("trs.log"), "--reprise.trs.feed.housekeeping-interval=1h");
        GcServer server = start(trs)) {
      fillsEmptyService(trs, server);
      baselinesStreamsOfApplications(trs, server);
    }
  }

  @Test
  void fillsInFewRoundTrips() throws Exception {
    try (RoundTrips trips = new RoundTrips(TestDatabase.freshDatabase());
        GcServer server = GcServer.start(trips.database())) {
      long before = trips.count();
      assertThat(server.client().send("POST", "/gc/fill?scale=5", NOTHING).status()).isEqualTo(200);
      // Of 655 components with three configurations each, and what others ask meanwhile.
      assertThat(trips.count() - before).isLessThan(655);
      assertThat(server.count("select count(*) from configuration")).isEqualTo(3 * 655);
      assertThat(
              server.count("select (select count(*) from change) + (select count(*) from event)"))
          .isEqualTo(4 * 655);
    }
  }

  private static void fillsEmptyService(TrsProcess trs, GcServer server) {
    for (String application : new String[] {"qm", "rm"}) {
      assertThat(
              trs.client().send("POST", "/" + application + "/fill?scale=0.001", NOTHING).status())
          .isEqualTo(200);
    }
    GcClient client = server.client();
    Documents.error(client.send("POST", "/gc/fill", NOTHING, "Accept", "text/turtle"), 406);
    Documents.error(client.send("POST", "/gc/fill?scale=0", NOTHING), 400);
    Documents.error(client.send("POST", "/gc/fill?sclae=0.01", NOTHING), 400);
    Documents.error(client.send("POST", "/gc/fill?scale=0.01&scale=0.02", NOTHING), 400);
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

  private static void baselinesStreamsOfApplications(TrsProcess trs, GcServer server) {
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

  private static String stream(TrsProcess trs, String application) {
    String container = trs.base() + "/" + application + "/component/1/configurations";
    return Documents.values(
            trs.client().get("/" + application + "/component/1/configurations").model(),
            container,
            "http://www.w3.org/ns/ldp#contains")
        .stream()
        .filter(one -> trs.client().get(one).body().contains("oslc_config:baselines "))
        .findFirst()
        .orElseThrow();
  }

  private static long count(GcServer server, String kind) {
    return server.count("select count(*) from configuration where kind = '" + kind + "'");
  }

  private static GcServer start(TrsProcess trs) {
    List<String> settings = List.of();
    for (String name : List.of("ccm", "qm", "rm")) {
      String application = "--reprise.gc.applications." + name;
      settings =
          GcServer.override(
              settings,
              application + ".base-uri=" + trs.base() + "/" + name,
              application + ".username=" + GcServer.USERNAME,
              application + ".password=" + GcServer.PASSWORD);
    }
    return GcServer.start(settings.toArray(String[]::new));
  }
}
