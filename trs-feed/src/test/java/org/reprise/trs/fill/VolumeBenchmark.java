package org.reprise.trs.fill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.TrsServer;

/**
 * Prints how fast the report's volumes are filled, and how long a service over a feed of 2 million
 * members takes to answer and how much memory it holds. Run by its name with {@code -Pbenchmark}.
 */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class VolumeBenchmark {
  private static final byte[] NOTHING = {};
  private static final PrintStream OUT = System.out;
  private static final double TWO_MILLION = 2_000_000 / 437_959.0;

  @Test
  void fillsTheVolumesOfTheReport() {
    try (TrsServer server = TrsServer.start()) {
      for (String application : new String[] {"ccm", "qm", "rm"}) {
        OUT.println(server.client().send("POST", "/" + application + "/fill", NOTHING).body());
      }
    }
  }

  @Test
  void answersFromAFeedOfTwoMillionMembers() {
    try (TrsServer server = TrsServer.start("--reprise.trs.applications=qm")) {
      OUT.println(server.client().send("POST", "/qm/fill?scale=" + TWO_MILLION, NOTHING).body());
      String base = "--reprise.trs.base-uri=" + server.baseUri();
      server.close();
      long begin = System.nanoTime();
      try (TrsServer again =
          TrsServer.start(server.database(), "--reprise.trs.applications=qm", base)) {
        OUT.printf("start %d ms%n", millisSince(begin));
        OslcClient client = again.client();
        begin = System.nanoTime();
        client.get("/qm/trs");
        OUT.printf("TRS document %d ms%n", millisSince(begin));
        begin = System.nanoTime();
        String first = client.get("/qm/trs/base").location();
        OUT.printf("base %d ms%n", millisSince(begin));
        String pages = first.substring(0, first.lastIndexOf('/') + 1);
        for (int round = 1; round <= 2; round++) {
          begin = System.nanoTime();
          for (int page = 1; page <= 2_000; page++) {
            assertThat(client.get(pages + page).status()).isEqualTo(200);
            if (page == 100 || page == 2_000) {
              OUT.printf(
                  "round %d, %d pages: %d ms, heap %d MB%n",
                  round, page, millisSince(begin), heap());
            }
          }
        }
      }
    }
  }

  private static long millisSince(long begin) {
    return (System.nanoTime() - begin) / 1_000_000;
  }

  private static long heap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }
}
