package org.reprise.lists.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lists.InsertGate;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsProcess;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.JsonNode;

/** A long export by a process of its own: the heap that it needs, and its state after a kill. */
class ExportProcessIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final Database DATABASE = ListsServer.migratedDatabase();
  private static final int ITEMS = 150_000;
  private static final int CHECKED_OUT = 100_000;

  /** About the heap of the idle service, and much less than all rows at once would need. */
  private static final int SMALL_HEAP = 112;

  @TempDir private Path directory;

  @BeforeAll
  static void fill() {
    SampleItems.add(DATABASE, ListsServer.TENANT, ITEMS);
  }

  @Test
  void exportsLargeListInLittleMemoryAndFailsWhenKilled() throws IOException {
    String list;
    String export;
    try (ListsProcess process =
        ListsProcess.startWithHeap(SMALL_HEAP, DATABASE, directory.resolve("output"))) {
      ListsClient client = process.client();
      MadeLists lists = new MadeLists(client);
      list = lists.make("large", SampleItems.NOT_AVAILABLE);
      lists.refresh(list);
      JsonNode refreshed = client.get(list).json();
      assertThat(refreshed.at("/successRefresh/recordsCount").asInt()).isEqualTo(CHECKED_OUT);

      String whole = begin(client, list);
      await().atMost(LIMIT).until(() -> !status(client, whole).equals("IN_PROGRESS"));
      assertThat(status(client, whole)).isEqualTo("SUCCESS");
      assertThat(client.get(whole + "/download").body().lines().count()).isEqualTo(CHECKED_OUT + 1);

      // Without it, the export might end before the kill.
      try (InsertGate _ = InsertGate.of(DATABASE, "export_chunk", "new.chunk > 3")) {
        export = begin(client, list);
        await().atMost(LIMIT).until(() -> chunks(export) > 3);
        process.kill();
      }
    }
    assertThat(
            MadeLists.texts(
                DATABASE, "select status from list_export where id = '%s'".formatted(id(export))))
        .containsExactly("IN_PROGRESS");

    try (ListsServer successor = ListsServer.start(DATABASE, "--reprise.lists.export.lease=1s")) {
      ListsClient client = successor.client();
      await().atMost(LIMIT).until(() -> status(client, export).equals("FAILED"));
      await().atMost(LIMIT).until(() -> chunks(export) == 0);
      assertThat(client.get(export + "/download").status()).isEqualTo(404);
      String again = begin(client, list);
      await().atMost(LIMIT).until(() -> status(client, again).equals("SUCCESS"));
    }
  }

  private static String begin(ListsClient client, String list) {
    return list + "/exports/" + client.post(list + "/exports").json().get("exportId").asString();
  }

  private static String status(ListsClient client, String export) {
    return client.get(export).json().get("status").asString();
  }

  private static String id(String export) {
    return export.substring(export.lastIndexOf('/') + 1);
  }

  private static long chunks(String export) {
    return DATABASE.count(
        "select count(*) from export_chunk where export_id = '%s'".formatted(id(export)));
  }
}
