package org.reprise.lists.contents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;

/**
 * Prints how long pages of 100 records take at any offset of a list as long as the report's, one
 * after another with HTTP. Run by its name with {@code -Pbenchmark}.
 */
@EnabledIfSystemProperty(named = "reprise.benchmark", matches = "true")
class PagesBenchmark {
  private static final PrintStream OUT = System.out;
  private static final int ITEMS = 300_000;
  private static final int RECORDS = 200_000;
  private static final int PAGE = 100;

  /** Until compiled code serves them. */
  private static final int WARM_UP = 2_000;

  private static final int PAGES = 1_000;

  @Test
  void pagesAtAnyOffset() {
    try (ListsServer server = ListsServer.start()) {
      SampleItems.add(server.database(), ListsServer.TENANT, ITEMS);
      ListsClient client = server.client();
      MadeLists lists = new MadeLists(client);
      String list =
          lists.make(
              "long",
              SampleItems.NOT_AVAILABLE,
              "id",
              "item_barcode",
              "item_status",
              "instance_title");
      lists.refresh(list);
      Random random = new Random(7);
      long[] took = new long[PAGES];
      for (int page = -WARM_UP; page < PAGES; page++) {
        int offset = random.nextInt(RECORDS - PAGE);
        long begin = System.nanoTime();
        int status =
            client.get("%s/contents?offset=%d&size=%d".formatted(list, offset, PAGE)).status();
        if (page >= 0) {
          took[page] = System.nanoTime() - begin;
        }
        assertThat(status).isEqualTo(200);
      }
      Arrays.sort(took);
      OUT.printf(
          "a page of %d of %,d records: median %.2f ms, 99 %% within %.2f ms (aim: 5 ms)%n",
          PAGE, RECORDS, took[PAGES / 2] / 1e6, took[PAGES * 99 / 100] / 1e6);
    }
  }
}
