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
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

class ServiceTimeIT {
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
      String uri =
          client.post("/ccm/oslc/projects/1/resources", Contents.workItem("Slow")).location();
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
    }
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
  }
}
