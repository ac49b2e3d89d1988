package org.reprise.lists.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsClient;
import org.reprise.lists.ListsClient.Answer;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.SampleItems;
import org.reprise.lists.TableLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Exports over HTTP; a file is compared with the database's own answer. */
class ExportsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int ITEMS = 30_000;
  private static final int CHECKED_OUT = 20_000;
  private static final UUID USER = UUID.randomUUID();
  private static final ListsServer SERVER =
      ListsServer.start(
          "--reprise.lists.export.chunk=64KB",
          "--reprise.lists.export.parallel=1",
          "--reprise.lists.export.waiting=1",
          "--reprise.lists.export.lease=1s",
          "--reprise.lists.refresh.lease=1s");

  private final ListsClient client = SERVER.client().as(USER);
  private final MadeLists lists = new MadeLists(client);

  @BeforeAll
  static void fill() {
    SampleItems.add(SERVER.database(), ListsServer.TENANT, ITEMS);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private String begin(String list) {
    Answer begun = client.post(list + "/exports");
    assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
    assertThat(begun.json().get("createdBy").asString()).isEqualTo(USER.toString());
    return list + "/exports/" + begun.json().get("exportId").asString();
  }

  private String status(String export) {
    return client.get(export).json().get("status").asString();
  }

  private void awaitStatus(String export, String status) {
    await().atMost(LIMIT).until(() -> !status(export).equals("IN_PROGRESS"));
    assertThat(status(export)).as(client.get(export).toString()).isEqualTo(status);
  }

  private static long chunks(String export) {
    return SERVER.count(
        "select count(*) from export_chunk where export_id = '%s'"
            .formatted(export.substring(export.lastIndexOf('/') + 1)));
  }

  private static void assertRefused(Answer answer, int status, String code) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    assertThat(answer.code()).isEqualTo(code);
  }

  @Test
  void exportsLargeListInPieces() {
    String list =
        lists.make("Checked \"out\" ü", SampleItems.NOT_AVAILABLE, "item_hrid", "item_status");
    lists.refresh(list);
    String export = begin(list);
    awaitStatus(export, "SUCCESS");
    assertThat(chunks(export)).isGreaterThan(10);
    Answer file = client.get(export + "/download");
    assertThat(file.header("Content-Type")).isEqualTo("text/csv;charset=UTF-8");
    assertThat(file.header("Content-Length"))
        .isEqualTo(String.valueOf(file.response().body().length));
    assertThat(file.header("Content-Disposition"))
        .startsWith("attachment;")
        .contains("filename*=UTF-8''Checked%20%22out%22%20%C3%BC.csv");
    List<String> expected =
        MadeLists.texts(
            SERVER.database(),
            """
            select hrid || ',' || status from item
            where status <> 'Available' and hrid not like 'odd%'
            order by id\
            """);
    assertThat(expected).hasSize(CHECKED_OUT);
    List<String> lines = file.body().lines().toList();
    assertThat(lines.getFirst()).isEqualTo("Item — HRID,Item — Status");
    assertThat(lines.subList(1, lines.size())).isEqualTo(expected);
    JsonNode done = client.get(export).json();
    assertThat(done.has("endDate")).isTrue();
    assertThat(done.get("listId").asString()).isEqualTo(list.substring("/lists/".length()));
    assertRefused(client.post(export + "/cancel"), 404, "cancel_export-export.not.found");
  }

  @Test
  void escapesSpreadsheetFormulas() {
    SERVER.execute(
        """
        insert into item (tenant, id, hrid, barcode, holdings_id, material_type_id,
          effective_location_id, item_level_call_number, number_of_pieces, status, status_date,
          created_date, updated_date)
        select i.tenant, gen_random_uuid(), 'odd' || n, null, i.holdings_id, i.material_type_id,
          i.effective_location_id, call, -5, 'Available', now(), now(), now()
        from (select * from item limit 1) i,
          unnest(array['=1+1', '+1', '-1', '@x', E'\\t=1', 'a,b', 'say "x"', E'two\\nlines', 'plain', null])
            with ordinality odd(call, n)\
        """);
    String list =
        lists.make(
            "odd",
            "{\"item_hrid\": {\"$starts_with\": \"odd\"}}",
            "item_level_call_number",
            "item_number_of_pieces");
    lists.refresh(list);
    String body =
        client
            .json(
                "POST",
                list + "/exports",
                "[\"item_level_call_number\", \"item_number_of_pieces\"]")
            .json()
            .get("exportId")
            .asString();
    awaitStatus(list + "/exports/" + body, "SUCCESS");
    String file = client.get(list + "/exports/" + body + "/download").body();
    assertThat(file.split("\r\n"))
        .containsExactlyInAnyOrder(
            "Item — Call number,Item — Number of pieces",
            "'=1+1,-5",
            "'+1,-5",
            "'-1,-5",
            "'@x,-5",
            "'\t=1,-5",
            "\"a,b\",-5",
            "\"say \"\"x\"\"\",-5",
            "\"two\nlines\",-5",
            "plain,-5",
            ",-5");
  }

  /** A page of contents of twenty of them would be refused. */
  @Test
  void exportsRecordsWithTheLongestTitles() {
    SERVER.execute(
        """
        with work as (
          insert into instance (tenant, id, hrid, title, primary_contributor)
          select tenant, gen_random_uuid(), 'long', repeat('猫', 99999), repeat('犬', 99000)
          from holdings limit 1
          returning tenant, id),
        copies as (
          insert into holdings (tenant, id, hrid, instance_id, permanent_location_id, created_date,
            updated_date)
          select work.tenant, gen_random_uuid(), 'long', work.id, h.permanent_location_id, now(), now()
          from work, (select permanent_location_id from holdings limit 1) h
          returning tenant, id)
        insert into item (tenant, id, hrid, barcode, holdings_id, material_type_id,
          effective_location_id, status, status_date, created_date, updated_date)
        select c.tenant, gen_random_uuid(), 'long' || n, null, c.id, i.material_type_id,
          i.effective_location_id, 'Available', now(), now(), now()
        from copies c, (select * from item limit 1) i, generate_series(1, 100) n\
        """);
    String list =
        lists.make(
            "long",
            "{\"item_hrid\": {\"$starts_with\": \"long\"}}",
            "instance_title",
            "instance_primary_contributor");
    lists.refresh(list);
    String export = begin(list);
    awaitStatus(export, "SUCCESS");
    assertThat(client.get(export + "/download").body().lines()).hasSize(101);
  }

  @Test
  void cancelsExportsAndLimitsWaitingOnes() {
    String list = lists.make("held", SampleItems.NOT_AVAILABLE, "item_hrid");
    lists.refresh(list);
    String running;
    String waiting;
    try (TableLock _ = TableLock.of(SERVER.database(), "item")) {
      running = begin(list);
      await().atMost(LIMIT).until(() -> reading("item"));
      waiting = begin(list);
      assertRefused(client.post(list + "/exports"), 503, "export-too.many.exports");
      assertThat(client.post(running + "/cancel").status()).isEqualTo(204);
      assertThat(status(running)).isEqualTo("CANCELLED");
      assertThat(status(waiting)).isEqualTo("IN_PROGRESS");
    }
    awaitStatus(waiting, "SUCCESS");
    assertThat(status(running)).isEqualTo("CANCELLED");
    await().atMost(LIMIT).until(() -> chunks(running) == 0);
    assertRefused(client.get(running + "/download"), 404, "export-export.not.found");
    assertRefused(client.post(running + "/cancel"), 404, "cancel_export-export.not.found");
  }

  @Test
  void failsExportOfListDeactivatedWhileWaiting() {
    String list = lists.make("in turn", SampleItems.NOT_AVAILABLE, "item_hrid");
    String hidden = lists.make("hidden", SampleItems.NOT_AVAILABLE, "item_hrid");
    lists.refresh(list);
    lists.refresh(hidden);
    String running;
    String waiting;
    try (TableLock _ = TableLock.of(SERVER.database(), "item")) {
      running = begin(list);
      await().atMost(LIMIT).until(() -> reading("item"));
      waiting = begin(hidden);
      ObjectNode change = (ObjectNode) client.get(hidden).json();
      change.put("isActive", false);
      change.retain("name", "fqlQuery", "fields", "isActive", "isPrivate", "version");
      Answer changed = client.json("PUT", hidden, change.toString());
      assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
    }
    awaitStatus(running, "SUCCESS");
    awaitStatus(waiting, "FAILED");
    assertThat(client.get(waiting).json().get("failureReason").asString()).contains("not active");
    assertRefused(client.get(waiting + "/download"), 404, "export-export.not.found");
  }

  private static boolean reading(String table) {
    return SERVER.count(
            """
            select count(*) from pg_locks
            where relation = '%s'::regclass and not granted
              and database = (select oid from pg_database where datname = current_database())\
            """
                .formatted(table))
        > 0;
  }

  @Test
  void refreshDuringExportDoesNotChangeTheFile() {
    String list =
        lists.make(
            "replaced", SampleItems.NOT_AVAILABLE, "item_hrid", "item_effective_library_name");
    lists.refresh(list);
    String first = client.get(list).json().at("/successRefresh/id").asString();
    String export;
    try (TableLock _ = TableLock.of(SERVER.database(), "library")) {
      export = begin(list);
      await().atMost(LIMIT).until(() -> reading("library"));
      lists.refresh(list);
      await()
          .atMost(LIMIT)
          .until(() ->
              SERVER.count(
                      "select count(*) from list_segment where refresh_id = '%s'".formatted(first))
                  == 0);
    }
    awaitStatus(export, "SUCCESS");
    assertThat(client.get(export + "/download").body().lines().count()).isEqualTo(CHECKED_OUT + 1);
  }

  @Test
  void exportOfEndedProcessFails() {
    String list = lists.make("crashed", SampleItems.NOT_AVAILABLE);
    UUID export = UUID.randomUUID();
    SERVER.execute(
        """
        insert into list_export (tenant, id, list_id, fields, status, start_date, heartbeat)
        select tenant, '%1$s', id, '{}', 'IN_PROGRESS', now(), now() - interval '1 hour'
        from record_list where id = '%2$s';
        insert into export_chunk select tenant, id, 0, 'x' from list_export where id = '%1$s'\
        """
            .formatted(export, list.substring("/lists/".length())));
    String path = list + "/exports/" + export;
    awaitStatus(path, "FAILED");
    assertThat(client.get(path).json().get("failureReason").asString()).contains("ended");
    await().atMost(LIMIT).until(() -> chunks(path) == 0);
    assertRefused(client.get(path + "/download"), 404, "export-export.not.found");
  }

  /** Exports that held all connections and waited for others of the pool would never end. */
  @Test
  void takesOneConnectionOfThePool() {
    String list = lists.make("Narrow", SampleItems.NOT_AVAILABLE, "item_hrid");
    lists.refresh(list);
    try (ListsServer narrow =
        ListsServer.start(
            SERVER.database(),
            // As the other, which ends exports that are not renewed in time.
            "--reprise.lists.export.lease=1s",
            "--spring.datasource.hikari.maximum-pool-size=1",
            "--spring.datasource.hikari.connection-timeout=3000")) {
      Answer begun = narrow.client().as(USER).post(list + "/exports");
      assertThat(begun.status()).as(begun.toString()).isEqualTo(201);
      awaitStatus(list + "/exports/" + begun.json().get("exportId").asString(), "SUCCESS");
    }
  }

  @Test
  void refusesExportsOfATenantWhoseFilesFillItsSpace() {
    SampleItems.add(SERVER.database(), ListsServer.OTHER_TENANT, 3_000);
    try (ListsServer narrow =
        ListsServer.start(
            SERVER.database(),
            "--reprise.lists.export.lease=1s",
            "--reprise.lists.export.chunk=1KB",
            "--reprise.lists.export.space=10KB")) {
      ListsClient other = narrow.client(ListsServer.OTHER_TENANT).as(USER);
      MadeLists made = new MadeLists(other);
      String list = made.make("large", SampleItems.NOT_AVAILABLE, "item_hrid");
      made.refresh(list);
      String path =
          list + "/exports/" + other.post(list + "/exports").json().get("exportId").asString();
      await()
          .atMost(LIMIT)
          .until(() -> other.get(path).json().path("status").asString().equals("FAILED"));
      assertThat(other.get(path).json().get("failureReason").asString()).contains("No space");
      String empty = made.make("empty", SampleItems.NOT_AVAILABLE, "item_hrid");
      String small =
          empty + "/exports/" + other.post(empty + "/exports").json().get("exportId").asString();
      await()
          .atMost(LIMIT)
          .until(() -> other.get(small).json().path("status").asString().equals("SUCCESS"));
      narrow.execute(
          "update list_export set bytes = 10240 where id = '%s'"
              .formatted(small.substring(small.lastIndexOf('/') + 1)));
      Answer refused = other.post(empty + "/exports");
      assertRefused(refused, 503, "export-export.space.used.up");
      assertThat(refused.header("Retry-After")).isEqualTo("5");
    }
  }

  @Test
  void listWithoutRefreshExportsNoRecords() {
    String list = lists.make("empty", SampleItems.NOT_AVAILABLE, "item_hrid");
    String export = begin(list);
    awaitStatus(export, "SUCCESS");
    assertThat(client.get(export + "/download").body()).isEqualTo("Item — HRID\r\n");
  }

  @Test
  void refusesExportWhereNotAllowed() {
    String list = lists.make("mine", SampleItems.NOT_AVAILABLE, true);
    String export = begin(list);
    awaitStatus(export, "SUCCESS");
    ListsClient stranger = SERVER.client().as(UUID.randomUUID());
    ListsClient other = SERVER.client(ListsServer.OTHER_TENANT).as(USER);
    assertRefused(stranger.post(list + "/exports"), 401, "export-list.is.private");
    assertRefused(stranger.get(export), 401, "export-list.is.private");
    assertRefused(stranger.get(export + "/download"), 401, "export-list.is.private");
    assertRefused(stranger.post(export + "/cancel"), 401, "cancel_export-list.is.private");
    assertRefused(other.post(list + "/exports"), 404, "export-list.not.found");
    assertRefused(other.get(export), 404, "export-list.not.found");
    assertRefused(other.get(export + "/download"), 404, "export-list.not.found");
    assertRefused(other.post(export + "/cancel"), 404, "cancel_export-list.not.found");
    String foreign = lists.make("other", SampleItems.NOT_AVAILABLE);
    assertRefused(
        client.get(foreign + export.substring(list.length())), 404, "export-export.not.found");
    for (String body : List.of("[\"item_colour\"]", "[null]", "{}", "[")) {
      assertRefused(client.json("POST", list + "/exports", body), 400, "export-invalid.request");
    }
    SERVER.execute(
        "update record_list set in_progress_refresh_id = (select id from list_refresh limit 1)"
            + " where id = '%s'".formatted(foreign.substring("/lists/".length())));
    assertRefused(client.post(foreign + "/exports"), 400, "export-list.refresh.in.progress");
    SERVER.execute(
        "update record_list set in_progress_refresh_id = null, is_active = false where id = '%s'"
            .formatted(foreign.substring("/lists/".length())));
    assertRefused(client.post(foreign + "/exports"), 400, "export-list.is.inactive");
  }
}
