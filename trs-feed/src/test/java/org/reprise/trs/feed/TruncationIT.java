package org.reprise.trs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.jena.rdf.model.Model;
import org.junit.jupiter.api.Test;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.FeedReader.Event;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** Two-phase truncation, by the default ages of 7 and 14 days: the test moves events back. */
class TruncationIT {
  private static final String TRS = "http://open-services.net/ns/core/trs#";

  @Test
  void truncatesInThreadThatHealthSees() {
    TrsServer.shared();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .contains("feed-housekeeping");
  }

  @Test
  void foldsOldEventsAndDeletesThemLater() {
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=ccm",
            "--reprise.trs.feed.segment-size=10",
            "--reprise.trs.feed.page-size=10",
            "--reprise.trs.feed.housekeeping-interval=200ms")) {
      OslcClient client = server.client();
      // The first event gives the base a cutoff at once.
      String emptyBase = client.get("/ccm/trs/base").location();
      create(server, 1);
      await().until(() -> !client.get("/ccm/trs/base").location().equals(emptyBase));
      String firstBase = client.get("/ccm/trs/base").location();
      create(server, 24);
      FeedReader slow = new FeedReader(client, "/ccm/trs");
      List<Event> all = slow.poll();
      assertThat(all).hasSize(25);
      client.get("/ccm/trs/log/1");

      // Not old enough.
      age(server, "6 days");
      staysSo(() -> client.get("/ccm/trs/base").location().equals(firstBase));

      // Phase one: a new base under new URIs accounts for them, and nothing is deleted.
      age(server, "2 days");
      await().until(() -> !client.get("/ccm/trs/base").location().equals(firstBase));
      String base = client.get("/ccm/trs/base").location();
      assertThat(Documents.value(client.get(base).model(), TRS + "cutoffEvent"))
          .isEqualTo(all.getLast().uri());
      assertThat(client.get(firstBase).status()).isEqualTo(200);
      assertThat(client.get("/ccm/trs/log/1").status()).isEqualTo(200);
      create(server, 1);
      assertThat(slow.poll()).hasSize(1);

      // Phase two: 14 days after the base was made. Whole segments go, the cutoff event stays.
      server.execute(
          "update base set made = made - interval '13 days', superseded = superseded -"
              + " interval '13 days'");
      staysSo(() -> server.count("select truncated from feed") == 0);
      server.execute(
          "update base set made = made - interval '2 days', superseded = superseded -"
              + " interval '2 days'");
      await().until(() -> server.count("select truncated from feed") == 20);
      await().until(() -> client.get(firstBase).status() == 404);
      Documents.error(client.get("/ccm/trs/log/1"), 404);
      Documents.error(client.get("/ccm/trs/log/2"), 404);
      Model set = client.get("/ccm/trs").model();
      String log = Documents.value(set, TRS + "changeLog");
      assertThat(Documents.values(set, log, TRS + "previous")).isEmpty();
      List<Event> kept = new FeedReader(client, "/ccm/trs").poll();
      assertThat(kept).extracting(Event::order).containsExactly(21L, 22L, 23L, 24L, 25L, 26L);
      assertThat(kept).extracting(Event::uri).contains(all.getLast().uri());
      assertThat(server.count("select count(*) from event")).isEqualTo(6);

      // Who reads base and log from the beginning knows all that is there.
      create(server, 1);
      assertThat(slow.poll()).hasSize(1);
      assertThat(server.count("select members from base order by generation desc limit 1"))
          .isEqualTo(25);
    }
  }

  /**
   * No transaction, whose lock the publisher waits for, deletes many events, however long the log
   * has become.
   */
  @Test
  void truncatesAVeryLongLog() {
    try (TrsServer server =
        TrsServer.start(
            "--reprise.trs.applications=ccm", "--reprise.trs.feed.housekeeping-interval=200ms")) {
      server.execute(
          """
          create table deleted (transaction xid8, events bigint);
          create function note() returns trigger language plpgsql as $$ begin
            insert into deleted select pg_current_xact_id(), count(*) from gone;
            return null;
          end $$;
          create trigger note after delete on event referencing old table as gone
            for each statement execute function note();
          insert into event (application, position, incarnation, kind, resource, published)
          select 'ccm', n, 7, 'Modification', 1, now() - interval '8 days'
          from generate_series(1, 60000) n;
          update feed set last_position = 60000\
          """);
      await().until(() -> server.count("select coalesce(max(cutoff), 0) from base") == 60_000);
      server.execute(
          "update base set made = made - interval '15 days', superseded = superseded -"
              + " interval '15 days'");
      await().until(() -> server.count("select truncated from feed") == 59_000);
      assertThat(server.count("select count(*) from event")).isEqualTo(1_000);
      assertThat(
              server.count(
                  "select max(all_of_it) from (select sum(events) as all_of_it from deleted"
                      + " group by transaction) each"))
          .isLessThanOrEqualTo(10_000);
      create(server, 1);
      assertThat(new FeedReader(server.client(), "/ccm/trs").poll())
          .extracting(Event::order)
          .startsWith(59_001L)
          .endsWith(60_001L);
    }
  }

  // For some rounds of housekeeping.
  private static void staysSo(Callable<Boolean> condition) {
    await().during(Duration.ofSeconds(1)).until(condition);
  }

  private static void create(TrsServer server, int count) {
    for (int i = 0; i < count; i++) {
      server.client().post("/ccm/oslc/projects/1/resources", Contents.workItem("Item " + i));
    }
    await().until(() -> server.count("select count(*) from change") == 0);
  }

  private static void age(TrsServer server, String by) {
    server.execute("update event set published = published - interval '" + by + "'");
  }
}
