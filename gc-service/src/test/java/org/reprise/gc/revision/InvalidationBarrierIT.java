package org.reprise.gc.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcProcess;
import org.reprise.gc.GcServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Writers beside an instance that does not acknowledge. */
class InvalidationBarrierIT {
  private static final String READERS =
      "select count(*) from revision_reader where until > clock_timestamp()";
  private static final String LEASE = "--reprise.gc.revision.lease=PT1M";
  private static final FakeApplication QM = new FakeApplication();

  // A waiting writer holds no connection.
  private static final GcServer WRITING =
      GcServer.start(QM.settings(LEASE, "--spring.datasource.hikari.maximum-pool-size=2"));

  @TempDir private static Path folder;
  private static GcProcess reading;

  private final Configs configs = new Configs(WRITING);

  @BeforeAll
  static void startReading() {
    reading =
        GcProcess.start(WRITING.database(), folder.resolve("gc.log"), WRITING.baseUri(), LEASE);
  }

  @BeforeEach
  void awaitReaders() {
    await().until(() -> WRITING.count(READERS) == 2);
    await().until(() -> WRITING.count("select count(*) from change") == 0);
  }

  @AfterEach
  void resume() {
    reading.resume();
  }

  @AfterAll
  static void end() {
    reading.close();
    WRITING.close();
    QM.close();
  }

  // As time does, which may be short where the machine is slow.
  private static void endLeases() {
    WRITING.execute("update revision_reader set until = clock_timestamp() - interval '1 s'");
  }

  @Test
  void waitingWriterHoldsNoConnection() throws Exception {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      String leaf = configs.stream("Leaf");
      List<String> streams = new ArrayList<>();
      for (int n = 0; n < 3; n++) {
        streams.add(configs.stream("Stream"));
      }
      long before = WRITING.count("select count(*) from contribution");
      reading.halt();
      List<Future<?>> writers = new ArrayList<>();
      for (String stream : streams) {
        writers.add(callers.submit(() -> configs.contribute(stream, Sent.of(leaf, "a"))));
      }
      await().until(() -> WRITING.count("select count(*) from contribution") >= before + 2);
      assertThat(WRITING.client().get(WRITING.baseUri() + "/gc/search?q=Leaf").status())
          .isEqualTo(200);
      assertThat(writers).noneMatch(Future::isDone);
      endLeases();
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertThat(WRITING.count("select count(*) from contribution")).isEqualTo(before + 3);
    }
  }

  /** An instance that drops its revisions before the commit could read the old state again. */
  @Test
  void reconnectDoesNotNotifyBeforeCommit() {
    String lease = "--reprise.gc.revision.lease=PT3S";
    try (GcServer writing = GcServer.start(lease)) {
      await().until(() -> writing.count(READERS) == 1);
      // A busy machine may be too late to renew a lease: each instance then begins a new session.
      String own = writing.text("select distinct split_part(session, '/', 1) from revision_reader");
      long connection =
          writing.count(
              "select pid from pg_stat_activity where application_name = 'gc-read-lease'"
                  + " and datname = current_database()");
      try (GcProcess halted =
          GcProcess.start(
              writing.database(), folder.resolve("short.log"), writing.baseUri(), lease)) {
        String top = new Configs(writing).stream("Top");
        String others = READERS + " and session not like '" + own + "/%'";
        await().until(() -> writing.count(others) == 1);
        TransactionTemplate transactions = writing.part(TransactionTemplate.class);
        transactions.executeWithoutResult(status -> {
          writing.part(Revisions.class).changed();
          writing
              .part(JdbcClient.class)
              .sql("update configuration set revision = revision + 1")
              .update();
          String sessions =
              "select max(split_part(session, '/', 2)::int) from revision_reader"
                  + " where session like '%s/%%'".formatted(own);
          long before = writing.count(sessions);
          writing.execute("select pg_terminate_backend(%d, 5000)".formatted(connection));
          // It has begun a new session, and sent its notifications.
          await().until(() -> writing.count(sessions) > before);
          assertThat(halted.client().get(top).status()).isEqualTo(200);
          halted.halt();
        });
        // The writer has waited until the lease of the other one was over.
        assertThat(writing.count(others)).isZero();
      }
    }
  }

  @Test
  void activityAndFeedWaitForAllInstances() throws Exception {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      String stream = configs.stream("Stream");
      await().until(() -> WRITING.count("select count(*) from change") == 0);
      long published = WRITING.count("select last_position from feed");
      String complete = "select count(*) from activity where state = 'COMPLETE'";
      long before = WRITING.count(complete);
      reading.halt();
      Future<String> baseline = callers.submit(() -> configs.commit(stream));
      await().until(() -> WRITING.count(complete) == before + 1);
      // The publisher has looked: it waits as well.
      await()
          .until(() ->
              WRITING.count(
                      "select count(*) from pg_stat_activity where application_name ="
                          + " 'gc-publisher' and query like 'select id from change%'"
                          + " and datname = current_database() and query_start > "
                          + " (select max(modified) from activity)")
                  == 1);
      assertThat(WRITING.count("select last_position from feed")).isEqualTo(published);
      Future<Integer> activity =
          callers.submit(() ->
              WRITING
                  .client()
                  .get("/gc/activity/" + WRITING.count("select max(id) from activity"))
                  .status());
      assertThat(WRITING.client().get("/gc/search?q=x").status()).isEqualTo(200);
      assertThat(baseline.isDone()).isFalse();
      assertThat(activity.isDone()).isFalse();
      endLeases();
      assertThat(activity.get()).isEqualTo(200);
      assertThat(baseline.get()).isNotBlank();
      await().until(() -> WRITING.count("select last_position from feed") > published);
    }
  }

  /** The thread of this instance that began the activity waits for nobody. */
  @Test
  void answersBaselineOfOtherInstanceAfterAcknowledgements() throws Exception {
    CountDownLatch completed = new CountDownLatch(1);
    try (Connection listening = WRITING.database().connect();
        Statement statement = listening.createStatement();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      String stream = configs.stream("Stream");
      String other = configs.commit(stream);
      configs.contribute(stream, Sent.of(QM.configuration(1), "a"));
      QM.fault("POST /qm/configuration/1/baselines", exchange -> FakeApplication.hold(completed));
      Future<String> baseline = callers.submit(() -> configs.commit(stream));
      await().until(() -> QM.count("POST /qm/configuration/1/baselines") == 1);
      await().until(() -> WRITING.count("select count(*) from change") == 0);
      reading.halt();
      statement.execute("listen gc_revision");
      // As another instance does that has taken it over.
      WRITING.execute(
          "update activity set state = 'COMPLETE', is_reused = false, claim = claim + 1, baseline ="
              + " "
              + other.substring(other.lastIndexOf('/') + 1)
              + " where state = 'IN_PROGRESS'");
      completed.countDown();
      PGConnection notified = listening.unwrap(PGConnection.class);
      await().until(() -> baseline.isDone() || notified.getNotifications(100).length > 0);
      assertThat(baseline.isDone()).isFalse();
      endLeases();
      assertThat(baseline.get()).isEqualTo(other);
    } finally {
      completed.countDown();
    }
  }
}
