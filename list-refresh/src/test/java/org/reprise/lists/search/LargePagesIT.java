package org.reprise.lists.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsProcess;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.localstack.postgres.Database;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pages whose records have titles as long as an import takes. */
class LargePagesIT {
  /** Twice the heap of the idle service. */
  private static final int SMALL_HEAP = 224;

  @TempDir private Path directory;

  /** A record's 100,000 characters have room for 25,000 objects, of 80 bytes as a tree. */
  @Test
  void answersPageOfManySmallMembersInLittleMemory() {
    Database database = ListsServer.migratedDatabase();
    database.execute(
        """
        insert into instance (tenant, id, hrid, title, details)
        select t.id, gen_random_uuid(), 'many' || n, 'Many', o.details
        from tenant t, generate_series(1, 100) n, (
          select jsonb_build_object('notes', jsonb_agg('{}'::jsonb)) as details
          from generate_series(1, 24900)) o
        where t.name = '%s'\
        """
            .formatted(ListsServer.TENANT));
    try (ListsProcess process =
        ListsProcess.startWithHeap(
            SMALL_HEAP,
            database,
            directory.resolve("output"),
            "--reprise.lists.roles=circulation")) {
      JsonNode page = process.client().get("/instance-storage/instances?limit=100").json();
      assertThat(page.get("instances")).hasSize(100);
      assertThat(page.at("/instances/99/notes")).hasSize(24_900);
    }
  }

  @Test
  void servesBesideClientsThatDoNotReadLargePages() throws IOException {
    Database database = ListsServer.migratedDatabase();
    SampleItems.add(database, ListsServer.TENANT, 300);
    database.execute("update instance set title = repeat('x', 95000)");
    try (ListsProcess process =
        ListsProcess.startWithHeap(
            SMALL_HEAP,
            database,
            directory.resolve("output"),
            "--reprise.lists.roles=circulation,lists",
            "--reprise.lists.export.chunk=8MB")) {
      ListsClient client = process.client().as(UUID.randomUUID());
      String list = listWithLongVersions(client);
      String export =
          list + "/exports/" + client.post(list + "/exports").json().get("exportId").asString();
      await().until(() -> client.get(export).json().get("status").asString().equals("SUCCESS"));
      for (String path :
          List.of(
              "/inventory/items?limit=160",
              list + "/contents?size=160",
              list + "/versions",
              export + "/download")) {
        List<HttpResponse<InputStream>> unread = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
          unread.add(client.open(path));
        }
        assertThat(unread.stream().map(HttpResponse::statusCode).distinct())
            .as(path)
            .containsExactlyInAnyOrder(200, 503);
        assertThat(client.get("/groups").status()).isEqualTo(200);
        for (HttpResponse<InputStream> answer : unread) {
          answer.body().close();
        }
        await().until(() -> client.get(path).status() == 200);
      }
    }
  }

  private static String listWithLongVersions(ListsClient client) {
    MadeLists lists = new MadeLists(client);
    String list = lists.make("large", SampleItems.NOT_AVAILABLE, "instance_title");
    lists.refresh(list);
    String fql =
        IntStream.range(0, 9_000)
            .mapToObj(n -> "\"%d %s\"".formatted(n, "x".repeat(90)))
            .collect(Collectors.joining(",", "{\"item_barcode\": {\"$in\": [", "]}}"));
    for (int version = 1; version < 6; version++) {
      ObjectNode changed = (ObjectNode) client.get(list).json();
      Answer answer = client.json("PUT", list, changed.put("fqlQuery", fql).toString());
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }
    return list;
  }

  @Test
  void refusesPageThatWouldFillTheMemory() {
    try (ListsServer server = ListsServer.start()) {
      SampleItems.add(server.database(), ListsServer.TENANT, 600);
      server.execute("update instance set title = repeat('x', 95000)");
      ListsClient client = server.client().as(UUID.randomUUID());
      MadeLists lists = new MadeLists(client);
      String list = lists.make("large", SampleItems.NOT_AVAILABLE, "instance_title");
      lists.refresh(list);
      for (String page : new String[] {"/inventory/items?limit=", list + "/contents?size="}) {
        Answer refused = client.get(page + 1_000);
        assertThat(refused.status()).as(page).isEqualTo(400);
        assertThat(refused.code()).endsWith("-invalid.request");
        assertThat(refused.json().get("message").asString()).contains("fewer rows");
        assertThat(client.get(page + 20).status()).as(page).isEqualTo(200);
      }
    }
  }
}
