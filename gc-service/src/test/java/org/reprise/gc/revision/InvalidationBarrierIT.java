package org.reprise.gc.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcProcess;
import org.reprise.gc.GcServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Writers beside an instance that does not acknowledge. */
class InvalidationBarrierIT {
  private static final String READING =
      "select count(*) from revision_reader where until > clock_timestamp()";

  @Test
  void waitingWriterHoldsNoConnection(@TempDir Path folder) throws Exception {
    String lease = "--reprise.gc.revision.lease=PT1M";
    try (GcServer writing =
            GcServer.start("--spring.datasource.hikari.maximum-pool-size=2", lease);
        GcProcess reading =
            GcProcess.start(
                writing.database(), folder.resolve("gc.log"), writing.baseUri(), lease);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Configs configs = new Configs(writing);
      String leaf = configs.stream("Leaf");
      List<String> streams = new ArrayList<>();
      for (int n = 0; n < 3; n++) {
        streams.add(configs.stream("Stream"));
      }
      await().until(() -> writing.count(READING) == 2);
      reading.halt();
      List<Future<?>> writers = new ArrayList<>();
      for (String stream : streams) {
        writers.add(callers.submit(() -> configs.contribute(stream, Sent.of(leaf, "a"))));
      }
      await().until(() -> writing.count("select count(*) from contribution") >= 2);
      assertThat(writing.client().get(writing.baseUri() + "/gc/search?q=Leaf").status())
          .isEqualTo(200);
      assertThat(writers).noneMatch(Future::isDone);
      writing.execute("update revision_reader set until = clock_timestamp() - interval '1 s'");
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertThat(writing.count("select count(*) from contribution")).isEqualTo(3);
    }
  }

  @Test
  void readingActivityOfSameInstanceInvalidatesNothing() throws Exception {
    try (GcServer writing = GcServer.start();
        GcServer reading =
            GcServer.start(writing.database(), "--reprise.gc.base-uri=" + writing.baseUri());
        Connection connection = writing.database().connect();
        Statement statement = connection.createStatement()) {
      Configs configs = new Configs(writing);
      String stream = configs.stream("Stream");
      await().until(() -> writing.count(READING) == 2);
      String baseline = configs.commit(stream);
      // The publication of the feed notifies, too.
      await().until(() -> writing.count("select count(*) from change") == 0);
      statement.execute("listen " + ReadLease.CHANGED);
      String activity =
          writing.baseUri() + "/gc/activity/" + writing.count("select max(id) from activity");
      assertThat(writing.client().get(activity).body()).contains(baseline);
      statement.execute("notify " + ReadLease.CHANGED + ", 'end'");
      Set<String> changes = new HashSet<>();
      while (!changes.contains("end")) {
        for (PGNotification one : connection.unwrap(PGConnection.class).getNotifications(0)) {
          changes.add(one.getParameter());
        }
      }
      assertThat(changes).containsExactly("end");
      assertThat(reading.client().get(baseline).status()).isEqualTo(200);
    }
  }

  /** An instance that drops its revisions before the commit could read the old state again. */
  @Test
  void reconnectDoesNotNotifyBeforeCommit(@TempDir Path folder) {
    String lease = "--reprise.gc.revision.lease=PT3S";
    try (GcServer writing = GcServer.start(lease)) {
      await().until(() -> writing.count(READING) == 1);
      // A busy machine may be too late to renew a lease: each instance then begins a new session.
      String own = writing.text("select distinct split_part(session, '/', 1) from revision_reader");
      long connection =
          writing.count(
              "select pid from pg_stat_activity where application_name = 'gc-read-lease'"
                  + " and datname = current_database()");
      try (GcProcess reading =
          GcProcess.start(writing.database(), folder.resolve("gc.log"), writing.baseUri(), lease)) {
        String top = new Configs(writing).stream("Top");
        String others = READING + " and session not like '" + own + "/%'";
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
          assertThat(reading.client().get(top).status()).isEqualTo(200);
          reading.halt();
        });
        // The writer has waited until the lease of the other one was over.
        assertThat(writing.count(others)).isZero();
      }
    }
  }

  @Test
  void activityAndFeedWaitForAllInstances(@TempDir Path folder) throws Exception {
    String lease = "--reprise.gc.revision.lease=PT1M";
    try (GcServer writing = GcServer.start(lease);
        GcProcess reading =
            GcProcess.start(
                writing.database(), folder.resolve("gc.log"), writing.baseUri(), lease);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Configs configs = new Configs(writing);
      String stream = configs.stream("Stream");
      await().until(() -> writing.count(READING) == 2);
      await().until(() -> writing.count("select count(*) from change") == 0);
      long before = writing.count("select last_position from feed");
      reading.halt();
      Future<String> baseline = callers.submit(() -> configs.commit(stream));
      await()
          .until(
              () -> writing.count("select count(*) from activity where state = 'COMPLETE'") == 1);
      // The publisher has looked: it waits as well.
      await()
          .until(() ->
              writing.count(
                      "select count(*) from pg_stat_activity where application_name ="
                          + " 'gc-publisher' and query like 'select id from change%'"
                          + " and datname = current_database() and query_start > "
                          + " (select max(modified) from activity)")
                  == 1);
      assertThat(writing.count("select last_position from feed")).isEqualTo(before);
      Future<Integer> activity =
          callers.submit(() ->
              writing
                  .client()
                  .get(
                      writing.baseUri()
                          + "/gc/activity/"
                          + writing.count("select max(id) from activity"))
                  .status());
      assertThat(writing.client().get(writing.baseUri() + "/gc/search?q=x").status())
          .isEqualTo(200);
      assertThat(baseline.isDone()).isFalse();
      assertThat(activity.isDone()).isFalse();
      writing.execute("update revision_reader set until = clock_timestamp() - interval '1 s'");
      assertThat(activity.get()).isEqualTo(200);
      assertThat(baseline.get()).isNotBlank();
      await().until(() -> writing.count("select last_position from feed") > before);
    }
  }

  /** The thread of this instance that began the activity waits for nobody. */
  @Test
  void answersBaselineOfOtherInstanceAfterAcknowledgements(@TempDir Path folder) throws Exception {
    String lease = "--reprise.gc.revision.lease=PT1M";
    CountDownLatch completed = new CountDownLatch(1);
    try (FakeApplication qm = new FakeApplication();
        GcServer writing = GcServer.start(qm.settings(lease));
        GcProcess reading =
            GcProcess.start(
                writing.database(), folder.resolve("gc.log"), writing.baseUri(), lease);
        Connection listening = writing.database().connect();
        Statement statement = listening.createStatement();
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Configs configs = new Configs(writing);
      String stream = configs.stream("Stream");
      String other = configs.commit(stream);
      configs.contribute(stream, Sent.of(qm.configuration(1), "a"));
      qm.fault("POST /qm/configuration/1/baselines", exchange -> isLate(completed));
      await().until(() -> writing.count(READING) == 2);
      Future<String> baseline = callers.submit(() -> configs.commit(stream));
      await().until(() -> qm.count("POST /qm/configuration/1/baselines") == 1);
      await().until(() -> writing.count("select count(*) from change") == 0);
      reading.halt();
      statement.execute("listen gc_revision");
      // As another instance does that has taken it over.
      writing.execute(
          "update activity set state = 'COMPLETE', is_reused = false, claim = claim + 1, baseline = "
              + other.substring(other.lastIndexOf('/') + 1)
              + " where state = 'IN_PROGRESS'");
      completed.countDown();
      PGConnection notified = listening.unwrap(PGConnection.class);
      await().until(() -> baseline.isDone() || notified.getNotifications(100).length > 0);
      assertThat(baseline.isDone()).isFalse();
      writing.execute("update revision_reader set until = clock_timestamp() - interval '1 s'");
      assertThat(baseline.get()).isEqualTo(other);
    }
  }

  private static boolean isLate(CountDownLatch latch) {
    try {
      latch.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
