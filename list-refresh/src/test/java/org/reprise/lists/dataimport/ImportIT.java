package org.reprise.lists.dataimport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsServer;
import org.reprise.lists.MadeLists;
import org.reprise.lists.dataimport.ImportClient.Made;
import org.reprise.lists.marc.MarcSamples;
import tools.jackson.databind.JsonNode;

/** Files become records of the inventory, through a real Kafka and a real PostgreSQL. */
class ImportIT {
  private static final ListsServer SERVER = ImportServer.shared();

  private final ImportClient client = new ImportClient(SERVER.client());

  @Test
  void recordBecomesSourceInstanceHoldingsAndItem() {
    Made made = client.begin(MarcSamples.books(500));
    client.awaitCommitted(made, 500);
    ImportServer.assertOnce(SERVER.database(), made, 500);
    assertThat(
            SERVER.count(
                """
                select count(*) from marc_record m
                  join instance n on n.tenant = m.tenant and n.id = m.instance_id
                  join holdings h on h.tenant = n.tenant and h.instance_id = n.id
                  join item i on i.tenant = h.tenant and i.holdings_id = h.id
                  join location l on l.tenant = i.tenant and l.id = i.effective_location_id
                  join material_type t on t.tenant = i.tenant and t.id = i.material_type_id
                where m.job_id = '%s' and n.title = 'Title ' || m.record
                  and n.primary_contributor = 'Author, ' || m.record
                  and h.call_number = 'QA76.' || m.record
                  and h.permanent_location_id = l.id and l.code = 'main/stacks'
                  and t.name = 'book' and i.status = 'Available'
                  and m.identifiers[1] = '978' || lpad(m.record::text, 10, '0')\
                """
                    .formatted(made.job())))
        .isEqualTo(500);
    JsonNode job = client.job(made);
    assertThat(job.get("uiStatus").asString()).isEqualTo("RUNNING_COMPLETE");
    assertThat(job.get("startedDate").asString()).isLessThan(job.get("completedDate").asString());
    assertThat(
            SERVER.count(
                "select count(*) from import_chunk where job_id = '%s'".formatted(made.job())))
        .isEqualTo(10);
    assertThat(
            SERVER.count(
                "select count(*) from upload_piece where definition_id = '%s'"
                    .formatted(made.id())))
        .as("what is imported is kept once")
        .isZero();
  }

  @Test
  void instanceHasTheIdentifiersOfItsRecord() {
    Made made =
        client.begin(
            MarcSamples.joined(
                MarcSamples.record()
                    .with("020", 'a', "9780140449136 (paperback)")
                    .with("020", 'a', "0140449132")
                    .with("245", 'a', "Two")
                    .utf8(),
                MarcSamples.record().with("245", 'a', "None").utf8()));
    client.awaitCommitted(made, 2);
    List<String> instances =
        MadeLists.texts(
            SERVER.database(),
            "select instance_id from marc_record where job_id = '%s' order by record"
                .formatted(made.job()));
    assertThat(
            instances.stream()
                .map(id -> SERVER.client().get("/inventory/instances/" + id).json())
                .map(instance -> instance.get("title").asString() + instance.get("identifiers")))
        .containsExactly(
            "Two[{\"value\":\"9780140449136 (paperback)\"},{\"value\":\"0140449132\"}]", "None[]");
  }

  @Test
  void reportsBadRecordsAndImportsTheOthers() {
    byte[] one = MarcSamples.book(1, "main/stacks");
    byte[] untitled = MarcSamples.record().with("100", 'a', "Nobody").utf8();
    byte[] elsewhere = MarcSamples.book(3, "moon/crater" + "r".repeat(5_000));
    byte[] cut = MarcSamples.text("00500nam no record\u001d");
    byte[] annex = MarcSamples.book(5, "Main/Annex");
    Made made = client.begin(MarcSamples.joined(one, untitled, elsewhere, cut, annex));
    JsonNode job = client.awaitEnd(made);
    assertThat(job.get("status").asString()).isEqualTo("ERROR");
    assertThat(job.at("/progress/current").asInt()).isEqualTo(5);
    assertThat(job.at("/progress/failed").asInt()).isEqualTo(3);
    JsonNode log = client.log(made);
    assertThat(log.get("totalRecords").asInt()).isEqualTo(3);
    assertThat(
            log.get("entries")
                .valueStream()
                .map(entry -> entry.get("sourceRecordOrder").asString()))
        .containsExactly("1", "2", "3");
    assertThat(log.get("entries").valueStream().map(entry -> entry.get("offset").asLong()))
        .containsExactly(
            (long) one.length,
            (long) one.length + untitled.length,
            (long) one.length + untitled.length + elsewhere.length);
    assertThat(log.get("entries").valueStream().map(entry -> entry.get("error").asString()))
        .allSatisfy(error -> assertThat(error).hasSizeLessThanOrEqualTo(500))
        .satisfiesExactly(
            error -> assertThat(error).contains("245$a"),
            error -> assertThat(error).contains("moon/crater"),
            error -> assertThat(error).contains("does not begin with a leader"));
    assertThat(
            SERVER.count(
                """
                select count(*) from marc_record where job_id = '%s' and record in (1, 5)\
                """
                    .formatted(made.job())))
        .isEqualTo(2);
  }

  @Test
  void journalHasEachRecordInItsOrder() {
    byte[] untitled = MarcSamples.record().with("100", 'a', "Nobody").utf8();
    Made made =
        client.begin(
            MarcSamples.joined(MarcSamples.book(1, "main/stacks"), untitled, MarcSamples.books(2)));
    client.awaitEnd(made);
    JsonNode journal = client.log(made, "");
    assertThat(journal.path("totalRecords").asInt()).isEqualTo(4);
    assertThat(
            journal
                .get("entries")
                .valueStream()
                .map(entry -> entry.path("sourceRecordActionStatus").asString()))
        .containsExactly("CREATED", "DISCARDED", "CREATED", "CREATED");
    JsonNode first = journal.at("/entries/0");
    assertThat(first.path("error").asString()).isEmpty();
    assertThat(first.path("sourceRecordOrder").asString()).isEqualTo("0");
    assertThat(first.path("sourceRecordTitle").asString()).isEqualTo("Title 1");
    String instance = first.at("/relatedInstanceInfo/idList/0").asString();
    JsonNode read = SERVER.client().get("/inventory/instances/" + instance).json();
    assertThat(read.path("hrid")).isEqualTo(first.at("/relatedInstanceInfo/hridList/0"));
    SERVER.execute(
        "update instance set title = repeat('x', 90000) where id = '%s'".formatted(instance));
    assertThat(client.log(made, "").at("/entries/0/sourceRecordTitle").asString())
        .as("a thousand of the longest would fill the memory")
        .hasSize(500);
    JsonNode holdings = first.at("/relatedHoldingsInfo/0");
    assertThat(
            SERVER
                .client()
                .get("/holdings-storage/holdings/" + holdings.path("id").asString())
                .json()
                .path("hrid"))
        .isEqualTo(holdings.path("hrid"));
    JsonNode item = first.at("/relatedItemInfo/0");
    JsonNode stored = SERVER.client().get("/inventory/items/" + item.path("id").asString()).json();
    assertThat(stored.path("hrid")).isEqualTo(item.path("hrid"));
    assertThat(stored.path("holdingsRecordId")).isEqualTo(item.path("holdingsId"));
    assertThat(client.log(made, "?offset=1&limit=1").at("/entries/0/sourceRecordOrder").asString())
        .isEqualTo("1");
    assertThat(client.log(made, "?offset=1&limit=1").path("totalRecords").asInt()).isEqualTo(4);
  }

  @Test
  void deletedInstanceStaysInTheJournal() {
    Made made = client.begin(MarcSamples.books(1));
    client.awaitCommitted(made, 1);
    JsonNode entry = client.log(made, "").at("/entries/0");
    for (String path :
        List.of(
            "/item-storage/items/" + entry.at("/relatedItemInfo/0/id").asString(),
            "/holdings-storage/holdings/" + entry.at("/relatedHoldingsInfo/0/id").asString(),
            "/instance-storage/instances/"
                + entry.at("/relatedInstanceInfo/idList/0").asString())) {
      assertThat(SERVER.client().delete(path).status()).isEqualTo(204);
    }
    JsonNode after = client.log(made, "").at("/entries/0");
    assertThat(after.path("sourceRecordId")).isEqualTo(entry.path("sourceRecordId"));
    assertThat(after.has("sourceRecordTitle")).isFalse();
  }

  @Test
  void fileWithoutRecordsFails() {
    for (String content : List.of("title;author\nA;B\n", "\r\n\n", " \n".repeat(1_000_000))) {
      Made made = client.begin(MarcSamples.text(content));
      assertThat(client.awaitEnd(made).get("status").asString()).isEqualTo("ERROR");
      assertThat(client.log(made).get("totalRecords").asInt()).isEqualTo(1);
      assertThat(client.log(made).at("/entries/0/error").asString())
          .contains(content.isBlank() ? "The file has no record" : "the file ends within");
    }
  }

  /**
   * A chunk with one of the gaps would not fit into a message, nor into memory if it were longer.
   */
  @Test
  void skipsGapsBetweenRecords() {
    String gap = "x".repeat(2_000_000);
    Made made =
        client.begin(
            MarcSamples.joined(
                MarcSamples.text(gap.replace('x', '\n')),
                MarcSamples.books(3),
                MarcSamples.text(gap.replace('x', '\u001a')),
                MarcSamples.books(3),
                MarcSamples.text(gap.replace('x', ' ')),
                MarcSamples.books(3),
                MarcSamples.text("\r\n"),
                MarcSamples.books(3),
                MarcSamples.text(gap.replace('x', '\n'))));
    client.awaitCommitted(made, 12);
    ImportServer.assertOnce(SERVER.database(), made, 12);
    String ofChunks = " from import_chunk where job_id = '%s'".formatted(made.job());
    assertThat(SERVER.count("select max(length)" + ofChunks)).isLessThan(10_000);
    assertThat(SERVER.count("select count(*)" + ofChunks))
        .as("short gaps are in them")
        .isEqualTo(3);
  }

  /** A file of any other kind may end a record with each of its bytes. */
  @Test
  void logsTheFirstBrokenRecordsOnly() {
    byte[] terminators = new byte[200_000];
    Arrays.fill(terminators, (byte) 0x1D);
    Made made = client.begin(terminators);
    JsonNode job = client.awaitEnd(made);
    assertThat(job.get("status").asString()).isEqualTo("ERROR");
    assertThat(job.at("/progress/total").asInt()).isEqualTo(200_000);
    assertThat(job.at("/progress/failed").asInt()).isEqualTo(200_000);
    assertThat(client.log(made).get("totalRecords").asInt()).isEqualTo(10_000);
    assertThat(
            SERVER.count(
                "select count(*) from job_log_entry where job_id = '%s' and error like '%%others after it are not logged'"
                    .formatted(made.job())))
        .isOne();
  }

  @Test
  void putsFewerLargeRecordsIntoAChunk() {
    MarcSamples large = MarcSamples.record().with("245", 'a', "Large");
    for (int i = 0; i < 9; i++) {
      large.with("500", 'a', "x".repeat(9_000));
    }
    byte[] each = large.utf8();
    byte[] file = new byte[60 * each.length];
    for (int i = 0; i < 60; i++) {
      System.arraycopy(each, 0, file, i * each.length, each.length);
    }
    Made made = client.begin(file);
    client.awaitCommitted(made, 60);
    ImportServer.assertOnce(SERVER.database(), made, 60);
  }

  @Test
  void skipsOnlyTheRecordWithUnconvertibleText() {
    byte[] endless = MarcSamples.record().with("245", 'a', "Endless").with("500", 'a', "x").utf8();
    MarcSamples.replace(endless, "Endless", "\u001b$1!0!\u001b");
    byte[] incomplete = MarcSamples.record().with("245", 'a', "Incomplete").utf8();
    MarcSamples.replace(incomplete, "Incomplete", "Incompl\u001b( ");
    byte[] open = MarcSamples.record().with("245", 'a', "Open").utf8();
    MarcSamples.replace(open, "Open", "Op\u001b(");
    for (byte[] broken : List.of(endless, incomplete, open)) {
      broken[9] = ' ';
    }
    Made made =
        client.begin(
            MarcSamples.joined(
                MarcSamples.books(3), endless, incomplete, MarcSamples.books(44), open));
    assertThat(client.awaitEnd(made).get("status").asString()).isEqualTo("ERROR");
    assertThat(client.log(made).get("entries").valueStream())
        .extracting(entry -> entry.get("sourceRecordOrder").asString())
        .containsExactly("3", "4", "49");
    assertThat(client.log(made).get("entries").valueStream())
        .allSatisfy(entry -> assertThat(entry.get("error").asString()).contains("MARC-8"));
    assertThat(
            SERVER.count(
                "select count(*) from marc_record where job_id = '%s'".formatted(made.job())))
        .isEqualTo(47);
    Made next = client.begin(MarcSamples.books(100));
    client.awaitCommitted(next, 100);
  }

  @Test
  void skipsOnlyTheRecordThatTheDatabaseRefuses() {
    SERVER.execute(
        """
        create or replace function refuse_poison() returns trigger language plpgsql as
        $$ begin raise exception 'the reading room is flooded'; end $$;
        create or replace trigger poison before insert on instance
        for each row when (new.title = 'Poison') execute function refuse_poison()\
        """);
    byte[] poison = MarcSamples.record().with("245", 'a', "Poison").utf8();
    Made made =
        client.begin(MarcSamples.joined(MarcSamples.books(99), poison, MarcSamples.books(60)));
    JsonNode job = client.awaitEnd(made);
    assertThat(job.get("status").asString()).isEqualTo("ERROR");
    assertThat(job.at("/progress/current").asInt()).isEqualTo(160);
    assertThat(job.at("/progress/failed").asInt()).isEqualTo(1);
    assertThat(client.log(made).get("entries").valueStream())
        .singleElement()
        .satisfies(entry -> {
          assertThat(entry.get("sourceRecordOrder").asString()).isEqualTo("99");
          assertThat(entry.get("offset").asLong()).isEqualTo(MarcSamples.books(99).length);
          assertThat(entry.get("error").asString()).contains("P0001").doesNotContain("flooded");
        });
    assertThat(
            SERVER.count(
                "select count(*) from marc_record where job_id = '%s'".formatted(made.job())))
        .isEqualTo(159);
  }

  @Test
  void losesNothingWhenDatabaseConnectionsAreCut() throws Exception {
    Made made = client.begin(MarcSamples.books(3_000));
    String done =
        "select count(*) from import_chunk where state <> 'PENDING' and job_id = '%s'"
            .formatted(made.job());
    try (Connection connection = SERVER.database().connect();
        Statement statement = connection.createStatement()) {
      for (int cuts = 0; cuts < 5; cuts++) {
        long before = SERVER.count(done);
        await().atMost(ImportClient.LIMIT).until(() -> SERVER.count(done) > Math.min(before, 58));
        statement.execute(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()\
            """);
      }
    }
    client.awaitCommitted(made, 3_000);
    ImportServer.assertOnce(SERVER.database(), made, 3_000);
  }

  @Test
  void importsOfTenantsAreSeparate() {
    ImportClient other = new ImportClient(SERVER.client(ListsServer.OTHER_TENANT));
    Made made = other.define("theirs.mrc");
    assertThat(client.http().get(made.path()).status()).isEqualTo(404);
    assertThat(client.upload(made, MarcSamples.books(1)).status()).isEqualTo(404);
    assertThat(client.process(made).status()).isEqualTo(404);
    assertThat(client.http().delete(made.path()).status()).isEqualTo(404);
    assertThat(client.http().get("/metadata-provider/jobExecutions/" + made.job()).status())
        .isEqualTo(404);
    assertThat(client.http().get("/metadata-provider/jobLogEntries/" + made.job()).status())
        .isEqualTo(404);
    assertThat(client.http().get("/metadata-provider/jobExecutions?limit=1000").body())
        .doesNotContain(made.job());
    assertThat(client.http().get(ImportClient.DEFINITIONS + "?limit=1000").body())
        .doesNotContain(made.id());
    Made imported = other.begin(MarcSamples.books(60));
    other.awaitCommitted(imported, 60);
    ImportServer.assertOnce(SERVER.database(), imported, 60);
    assertThat(
            SERVER.count(
                """
                select count(*) from marc_record m join tenant t on t.id = m.tenant
                where m.job_id = '%s' and t.name <> 'other'\
                """
                    .formatted(imported.job())))
        .isZero();
  }

  /** As a version cut files that did not look at the length of gaps. */
  @Test
  void failsChunkThatIsLongerThanAMessage() {
    Made made = client.define("cut.mrc");
    assertThat(client.upload(made, MarcSamples.books(120)).status()).isEqualTo(200);
    SERVER.execute(
        """
        create function lengthen() returns trigger language plpgsql as
        $$ begin new.length = 2000000000; return new; end $$;
        create trigger lengthen before insert on import_chunk
        for each row when (new.number = 2 and new.job_id = '%s') execute function lengthen()\
        """
            .formatted(made.job()));
    assertThat(client.process(made).status()).isEqualTo(204);
    assertThat(client.awaitEnd(made).get("status").asString()).isEqualTo("ERROR");
    JsonNode log = client.log(made);
    assertThat(log.get("totalRecords").asInt()).isEqualTo(50);
    assertThat(log.at("/entries/0/sourceRecordOrder").asString()).isEqualTo("50");
    assertThat(log.at("/entries/0/error").asString()).contains("2,000,000,000 bytes");
    assertThat(
            SERVER.count(
                "select count(*) from marc_record where job_id = '%s'".formatted(made.job())))
        .isEqualTo(70);
  }

  /** While a file is cut its job's row is locked, and renewals of the lease are skipped. */
  @Test
  void leaseIsRenewedAtTheEndOfACut() {
    SERVER.execute(
        """
        create table cut (job uuid, has_renewed boolean);
        create function note_cut() returns trigger language plpgsql as $$
        begin
          insert into cut values (new.id, new.heartbeat > transaction_timestamp());
          return new;
        end $$;
        create trigger cut after update on job_execution
        for each row when (old.total is null and new.total is not null)
        execute function note_cut()\
        """);
    Made made = client.begin(MarcSamples.books(1));
    client.awaitCommitted(made, 1);
    assertThat(
            SERVER.count(
                "select count(*) from cut where has_renewed and job = '%s'".formatted(made.job())))
        .isEqualTo(1);
  }
}
