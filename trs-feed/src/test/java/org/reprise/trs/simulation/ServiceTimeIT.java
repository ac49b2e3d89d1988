package org.reprise.trs.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.GcServer;
import org.reprise.trs.TrsServer;

class ServiceTimeIT {
  private static final byte[] NOTHING = {};
  private static final String FACTORY = "/ccm/oslc/projects/1/resources";

  @Test
  void requestsForArtifactsTakeTheirTimeAndWaitForAPlace() throws Exception {
    try (TrsServer server =
            TrsServer.start(
                "--reprise.trs.applications=ccm",
                "--reprise.trs.service-time.read=200ms",
                "--reprise.trs.service-time.write=300ms",
                "--reprise.trs.service-time.concurrency=2");
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      OslcClient client = server.client();
      long begin = System.nanoTime();
      String uri = client.post(FACTORY, Contents.workItem("Slow")).location();
      assertThat(since(begin)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
      List<Callable<Integer>> reads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        reads.add(() -> client.get(uri).status());
      }
      begin = System.nanoTime();
      for (Future<Integer> read : threads.invokeAll(reads)) {
        assertThat(read.get()).isEqualTo(200);
      }
      // Four times two at once.
      assertThat(since(begin)).isGreaterThanOrEqualTo(Duration.ofMillis(800));
      assertThat(client.get("/ccm/trs").status()).isEqualTo(200);
      assertThat(server.client("nobody", "x").get(uri).status()).isEqualTo(401);
      // Nobody may change it who was not said to.
      Documents.error(client.send("PUT", "/service-time?readMs=0", NOTHING), 404);
    }
  }

  @Test
  void configurationsAndWhatIsForwardedTakeTheirTime() {
    try (GcServer global = GcServer.start();
        TrsServer server =
            TrsServer.start(
                "--reprise.trs.applications=qm",
                "--reprise.trs.global-configurations.base-uri=" + global.base(),
                "--reprise.trs.service-time.read=200ms",
                "--reprise.trs.service-time.write=300ms",
                "--reprise.trs.service-time.proxied=400ms")) {
      global.stream(5);
      OslcClient client = server.client();
      long begin = System.nanoTime();
      assertThat(client.get("/qm/component/1/configurations").status()).isEqualTo(200);
      assertThat(since(begin)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
      String stream = "/qm/configuration/1";
      begin = System.nanoTime();
      assertThat(client.post(stream + "/baselines", "").status()).isEqualTo(201);
      assertThat(since(begin)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
      begin = System.nanoTime();
      assertThat(client.get("/qm/proxy/gc/configuration/5").status()).isEqualTo(200);
      assertThat(since(begin)).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    }
  }

  @Test
  void aMeasurementSetsItWhileTheServiceRuns() {
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=ccm", "--reprise.trs.service-time.adjustable=true")) {
      OslcClient client = server.client();
      String uri = client.post(FACTORY, Contents.workItem("Quick")).location();
      OslcClient.Answer set =
          client.send("PUT", "/service-time?readMs=250&proxiedMs=1.5&concurrency=3", NOTHING);
      assertThat(set.status()).as(set.toString()).isEqualTo(200);
      assertThat(set.body())
          .contains("\"readMs\":250.0")
          .contains("\"writeMs\":0.0")
          .contains("\"proxiedMs\":1.5")
          .contains("\"concurrency\":3");
      long begin = System.nanoTime();
      assertThat(client.get(uri).status()).isEqualTo(200);
      assertThat(since(begin)).isGreaterThanOrEqualTo(Duration.ofMillis(250));
      assertThat(client.send("PUT", "/service-time", NOTHING).body()).contains("\"readMs\":0.0");
      assertThat(server.part(ServiceTime.class).settings().isOn()).isFalse();
      assertThat(server.client("nobody", "x").send("PUT", "/service-time", NOTHING).status())
          .isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "readMs=60001",
        "writeMs=-1",
        "proxiedMs=NaN",
        "concurrency=-1",
        "readMs=soon",
        "reedMs=1"
      })
  void refusesWhatIsNoServiceTime(String bad) {
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=ccm", "--reprise.trs.service-time.adjustable=true")) {
      OslcClient.Answer answer = server.client().send("PUT", "/service-time?" + bad, NOTHING);
      Documents.error(answer, 400);
      assertThat(answer.body()).contains(bad.substring(0, bad.indexOf('=')));
      assertThat(server.part(ServiceTime.class).settings().isOn()).isFalse();
    }
  }

  @Test
  void whoeverWaitsTooLongForAPlaceIsTurnedAway() throws Exception {
    try (TrsServer server =
            TrsServer.start(
                "--reprise.trs.applications=ccm",
                "--reprise.trs.service-time.adjustable=true",
                "--reprise.trs.service-time.longest-wait=10ms");
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      OslcClient client = server.client();
      String uri = client.post(FACTORY, Contents.workItem("Busy")).location();
      assertThat(client.send("PUT", "/service-time?readMs=5000&concurrency=1", NOTHING).status())
          .isEqualTo(200);
      List<Callable<OslcClient.Answer>> reads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        reads.add(() -> client.get(uri));
      }
      List<Integer> statuses = new ArrayList<>();
      for (Future<OslcClient.Answer> read : threads.invokeAll(reads)) {
        statuses.add(read.get().status());
        if (read.get().status() == 503) {
          Documents.error(read.get(), 503);
        }
      }
      assertThat(statuses).contains(200, 503).containsOnly(200, 503);
      // Whoever was turned away holds no place.
      assertThat(client.get(uri).status()).isEqualTo(200);
    }
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
  }
}
