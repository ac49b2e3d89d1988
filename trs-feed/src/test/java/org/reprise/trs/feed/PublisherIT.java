package org.reprise.trs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.reprise.oslc.trs.Feeds;
import org.reprise.oslcclient.Documents;
import org.reprise.oslcclient.FeedReader;
import org.reprise.oslcclient.FeedReader.Event;
import org.reprise.oslcclient.OslcClient;
import org.reprise.trs.Contents;
import org.reprise.trs.TrsServer;

/** What feeds survive: a lost session, a second instance, a stopped one, a restored database. */
class PublisherIT {
  private static final String[] CCM = {"--reprise.trs.applications=ccm"};
  private static final String FACTORY = "/ccm/oslc/projects/1/resources";
  private static final String SESSION = "application_name = 'ccm-publisher'";

  private static final TrsServer SERVER =
      TrsServer.start(
          CCM[0],
          "--reprise.trs.feed.segment-size=2",
          "--reprise.trs.feed.housekeeping-interval=1h");

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private static String create(TrsServer server, String title) {
    OslcClient.Answer created = server.client().post(FACTORY, Contents.workItem(title));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    return created.location();
  }

  private static void awaitPublished(TrsServer server) {
    await().until(() -> server.count("select count(*) from change") == 0);
  }

  @Test
  void resumesAfterSessionIsTerminated() {
    FeedReader reader = new FeedReader(SERVER.client(), "/ccm/trs");
    reader.poll();
    Set<String> created = new HashSet<>();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      for (int n = 0; n < 10; n++) {
        created.add(create(SERVER, "Item " + n));
      }
      // It may have none yet.
      await()
          .until(() ->
              SERVER.count(
                      "select count(pg_terminate_backend(pid)) from pg_stat_activity where"
                          + " datname = current_database() and "
                          + SESSION)
                  > 0);
      created.add(create(SERVER, "After the kill"));
      awaitPublished(SERVER);
      events.addAll(reader.poll());
    }
    assertThat(events).extracting(Event::changed).containsExactlyInAnyOrderElementsOf(created);
    assertThat(events).extracting(Event::order).isSorted().doesNotHaveDuplicates();
    assertThat(SERVER.count("select count(distinct incarnation) from event")).isGreaterThan(1);
  }

  /**
   * A backup is taken, events follow, the backup is restored and other events follow: under the
   * same positions, and under no URI that was there before.
   */
  @Test
  void eventUrisAreUniqueAfterRestore() throws SQLException {
    Set<String> before = new HashSet<>();
    Database database;
    Database backup;
    String base;
    try (TrsServer server = TrsServer.start(CCM)) {
      database = server.database();
      base = "--reprise.trs.base-uri=" + server.baseUri();
      create(server, "Before the backup");
      awaitPublished(server);
    }
    backup = copy(database);
    try (TrsServer server = TrsServer.start(database, CCM[0], base)) {
      create(server, "After the backup");
      create(server, "Another one");
      awaitPublished(server);
      new FeedReader(server.client(), "/ccm/trs").poll().forEach(event -> before.add(event.uri()));
    }
    assertThat(before).hasSize(3);
    try (TrsServer restored = TrsServer.start(backup, CCM[0], base)) {
      List<Event> kept = new FeedReader(restored.client(), "/ccm/trs").poll();
      assertThat(kept).hasSize(1);
      assertThat(before).contains(kept.getFirst().uri());
      create(restored, "After the restore");
      create(restored, "And one more");
      awaitPublished(restored);
      List<Event> published = new FeedReader(restored.client(), "/ccm/trs").poll();
      assertThat(published).extracting(Event::order).containsExactly(1L, 2L, 3L);
      assertThat(published.subList(1, 3))
          .extracting(Event::uri)
          .doesNotContainAnyElementsOf(before);
    }
  }

  /** Deletes the newest event, as a restore does; returns its position. */
  private static long restore() {
    long last = SERVER.count("select last_position from feed");
    SERVER.execute(
        "delete from event where position = %1$d; delete from base where cutoff = %1$d;"
                .formatted(last)
            + " update feed set last_position = last_position - 1;"
            + " delete from version where id = (select max(id) from version)");
    return last;
  }

  /** The tables are put back while the publisher's session lasts. */
  @Test
  void eventUrisAreUniqueAfterRestoreOfRunningService() {
    create(SERVER, "Kept");
    awaitPublished(SERVER);
    create(SERVER, "Lost");
    awaitPublished(SERVER);
    String lost = new FeedReader(SERVER.client(), "/ccm/trs").poll().getLast().uri();
    long position = restore();
    create(SERVER, "New");
    awaitPublished(SERVER);
    Event event = new FeedReader(SERVER.client(), "/ccm/trs").poll().getLast();
    assertThat(event.order()).isEqualTo(position);
    assertThat(event.uri()).isNotEqualTo(lost);
  }

  /** What the service remembers of the database that was there before is not answered. */
  @Test
  void answersFromRestoredDatabase() {
    OslcClient client = SERVER.client();
    // The lost event is the second one of a segment.
    do {
      create(SERVER, "Lost");
      awaitPublished(SERVER);
    } while (SERVER.count("select last_position from feed") % 2 > 0);
    String uri = "/ccm/trs/log/" + SERVER.count("select last_position from feed") / 2;
    assertThat(SERVER.part(Feeds.class).of("ccm").makeBase()).isTrue();
    String segment = client.get(uri).body();
    String page = client.get("/ccm/trs/base").location();
    client.get(page);
    restore();
    create(SERVER, "New");
    awaitPublished(SERVER);
    assertThat(SERVER.part(Feeds.class).of("ccm").makeBase()).isTrue();

    String newest = new FeedReader(client, "/ccm/trs").poll().getLast().uri();
    assertThat(segment).doesNotContain(newest);
    assertThat(client.get(uri).body()).contains(newest);
    // A client that reads the pages of the base that is lost must not end up in the new one.
    assertThat(client.get("/ccm/trs/base").location()).isNotEqualTo(page);
    Documents.error(client.get(page), 404);
  }

  /**
   * One publishes until it ends. Its thread may stand still, as all of a process does that is
   * stopped, and then go on.
   */
  @Test
  void otherInstanceTakesOverFromStoppedOneAndFromOneThatEnds() {
    CountDownLatch resume = new CountDownLatch(1);
    try (TrsServer stopped = TrsServer.start(CCM)) {
      create(stopped, "Before there is another");
      awaitPublished(stopped);
      String base = "--reprise.trs.base-uri=" + stopped.baseUri();
      try (TrsServer other = TrsServer.start(stopped.database(), CCM[0], base)) {
        assertThat(stopped.part(Feeds.class).of("ccm").isPublishing()).isTrue();
        assertThat(other.part(Feeds.class).of("ccm").isPublishing()).isFalse();
        stopped.part(Feeds.class).of("ccm").whenPublished(() -> hold(resume));
        create(other, "The last one that the other publishes");
        awaitPublished(other);
        create(other, "Published by this one");
        awaitPublished(other);
        assertThat(other.part(Feeds.class).of("ccm").isPublishing()).isTrue();
        resume.countDown();
        await().until(() -> !stopped.part(Feeds.class).of("ccm").isPublishing());
        create(stopped, "After it goes on");
        awaitPublished(other);
        other.close();
        await().until(() -> stopped.part(Feeds.class).of("ccm").isPublishing());
        create(stopped, "After the other one ended");
        awaitPublished(stopped);
        List<Event> published = new FeedReader(stopped.client(), "/ccm/trs").poll();
        assertThat(published).extracting(Event::order).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(published).extracting(Event::changed).doesNotHaveDuplicates();
      } finally {
        resume.countDown();
      }
    }
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Database copy(Database from) throws SQLException {
    String source = name(from);
    String target = source + "_copy";
    // The connection must be to neither of them.
    try (Connection connection = TestDatabase.superuser().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + target + " template " + source);
      statement.execute("alter database " + target + " owner to " + from.username());
    }
    return from.named(target);
  }

  private static String name(Database database) {
    String url = database.jdbcUrl();
    int end = url.indexOf('?') < 0 ? url.length() : url.indexOf('?');
    return url.substring(url.lastIndexOf('/', end) + 1, end);
  }
}
