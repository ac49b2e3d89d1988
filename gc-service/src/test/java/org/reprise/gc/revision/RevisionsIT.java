package org.reprise.gc.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcProcess;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** Answers are as new as the last change that was answered, on whichever instance. */
class RevisionsIT {
  private static final FakeApplication QM = FakeApplication.part();
  private static final GcServer WRITING = GcServer.withApplication();
  private static final GcServer READING =
      GcServer.start(WRITING.database(), "--reprise.gc.base-uri=" + WRITING.baseUri());
  private static final GcClient READER = READING.client();

  private final Configs configs = new Configs(WRITING);

  @AfterAll
  static void stop() {
    READING.close();
  }

  @Test
  void readersOnOneInstanceSeeChangesOfAnother() throws Exception {
    String leaf = configs.stream("Leaf");
    String top = configs.stream("Top");
    configs.contribute(top, Sent.of(leaf, "a"));
    AtomicLong written = new AtomicLong(revision(WRITING.client().get(top).etag()));
    AtomicBoolean ends = new AtomicBoolean();
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> reads = new ArrayList<>();
      for (GcServer server : List.of(READING, READING, READING, WRITING)) {
        GcClient client = server.client();
        reads.add(
            readers.submit(() -> {
              long count = 0;
              while (!ends.get()) {
                long min = written.get();
                GcClient.Answer answer = client.get(top);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(revision(answer.etag())).isGreaterThanOrEqualTo(min);
                count++;
              }
              return count;
            }));
      }
      try {
        for (int n = 1; n <= 60; n++) {
          configs.contribute(leaf, Sent.of(QM.configuration(1 + n % 5), "a"));
          // At the reader, before its notification.
          assertThat(lastOf(READER.get(top), QM, n)).isTrue();
          written.set(revision(WRITING.client().get(top).etag()));
        }
      } finally {
        ends.set(true);
      }
      for (Future<Long> read : reads) {
        assertThat(read.get()).isPositive();
      }
    }
  }

  private static boolean lastOf(GcClient.Answer answer, FakeApplication qm, int n) {
    return answer.body().contains("<" + qm.configuration(1 + n % 5) + ">");
  }

  private static long revision(String etag) {
    return Long.parseLong(etag.substring(1, etag.indexOf('-')));
  }

  /** A service that is short of processor or waits for a lock gets slower; it refuses no work. */
  @Test
  void readsRevisionAfterLongWaitForDatabase() throws Exception {
    try (Connection blocking = WRITING.database().connect();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      blocking.setAutoCommit(false);
      blocking.createStatement().execute("lock table configuration in access exclusive mode");
      Future<OptionalLong> read = threads.submit(() -> READING.part(Revisions.class).of(-1));
      await()
          .until(() ->
              read.isDone()
                  || WRITING.count(
                          "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                              + " and application_name = 'gc-freshness'"
                              + " and now() - query_start > interval '6 s'")
                      > 0);
      blocking.rollback();
      assertThat(read.get()).isEmpty();
    }
  }

  @Test
  void otherInstanceSeesEachKindOfChangeAtOnce() {
    String leaf = configs.stream("Leaf");
    for (int n = 0; n < 5; n++) {
      String top = configs.stream("Top");
      assertThat(configs.contributed(top)).isEmpty();
      READER.get(top);
      configs.contribute(top, Sent.of(leaf, "a"));
      assertThat(READER.get(top).body()).contains(leaf);
      String title = "Titled anew " + n;
      GcClient.Answer edited =
          WRITING.client().put(leaf, Configs.document(title, List.of()), "If-Match", "*");
      assertThat(edited.status()).isEqualTo(200);
      assertThat(READER.get(leaf).body()).contains(title);
      String baseline = configs.commit(top);
      assertThat(READER.get(top).body()).contains(baseline);
      String extra = configs.streamFrom(baseline);
      assertThat(READER.get(extra).status()).isEqualTo(200);
      assertThat(
              WRITING
                  .client()
                  .send("DELETE", extra, new byte[0], "If-Match", READER.get(extra).etag())
                  .status())
          .isEqualTo(204);
      assertThat(READER.get(extra).status()).isEqualTo(404);
    }
  }

  @Test
  void hungInstanceDelaysWritersAndAnswersNothingOld(@TempDir Path folder) {
    try (GcProcess reading =
        GcProcess.start(WRITING.database(), folder.resolve("gc.log"), WRITING.baseUri())) {
      String leaf = configs.stream("Leaf");
      String top = configs.stream("Top");
      assertThat(reading.client().get(top).status()).isEqualTo(200);
      reading.halt();
      configs.contribute(top, Sent.of(leaf, "a"));
      reading.resume();
      assertThat(reading.client().get(top).body()).contains(leaf);
      reading.kill();
      configs.contribute(top);
      assertThat(configs.contributed(top)).isEmpty();
    }
  }

  @Test
  void reconnectsAfterSessionsAreTerminated() {
    String stream = configs.stream("Stream");
    String leaf = configs.stream("Leaf");
    for (int n = 0; n < 3; n++) {
      configs.contribute(stream);
      assertThat(READER.get(stream).body()).doesNotContain(leaf);
      READING.execute(
          "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
              + " where application_name in ('gc-freshness', 'gc-read-lease')"
              + " and datname = current_database()");
      configs.contribute(stream, Sent.of(leaf, "a"));
      assertThat(READER.get(stream).body()).contains(leaf);
    }
    // Both answer from memory again.
    await()
        .until(() ->
            READING.count("select count(*) from revision_reader where until > clock_timestamp()")
                == 2);
  }

  @Test
  void readingActivityOfSameInstanceInvalidatesNothing() throws Exception {
    try (Connection connection = WRITING.database().connect();
        Statement statement = connection.createStatement()) {
      String stream = configs.stream("Stream");
      String baseline = configs.commit(stream);
      // The publication of the feed notifies, too.
      await().until(() -> WRITING.count("select count(*) from change") == 0);
      statement.execute("listen " + ReadLease.CHANGED);
      String activity =
          WRITING.baseUri() + "/gc/activity/" + WRITING.count("select max(id) from activity");
      assertThat(WRITING.client().get(activity).body()).contains(baseline);
      statement.execute("notify " + ReadLease.CHANGED + ", 'end'");
      Set<String> changes = new HashSet<>();
      while (!changes.contains("end")) {
        for (PGNotification one : connection.unwrap(PGConnection.class).getNotifications(0)) {
          changes.add(one.getParameter());
        }
      }
      assertThat(changes).containsExactly("end");
      assertThat(READER.get(baseline).status()).isEqualTo(200);
    }
  }

  @Test
  void seesChangeMadeInSql() {
    String stream = configs.stream("Stream");
    long before = revision(READER.get(stream).etag());
    READING.execute("update configuration set revision = revision + 1");
    await().until(() -> revision(READER.get(stream).etag()) == before + 1);
  }

  @Test
  void stopsAnsweringFromMemoryWithoutDatabase() {
    try (GcServer server = GcServer.start()) {
      String stream = new Configs(server).stream("Stream");
      String etag = server.client().get(stream).etag();
      server.execute("alter table revision_reader rename to elsewhere");
      server.execute("alter table configuration rename to other");
      await().until(() -> server.client().get(stream).status() == 500);
      assertThat(Documents.error(server.client().get(stream), 500)).isNotBlank();
      server.execute("alter table other rename to configuration");
      // From the database, as long as there is no lease.
      assertThat(server.client().get(stream).etag()).isEqualTo(etag);
      server.execute("alter table elsewhere rename to revision_reader");
      await()
          .until(() ->
              server.count("select count(*) from revision_reader where until > clock_timestamp()")
                  == 1);
    }
  }

  @Test
  void rolledBackChangeKeepsEntityTag() {
    String top = configs.stream("Top");
    String leaf = configs.stream("Leaf");
    configs.contribute(leaf, Sent.of(top, "a"));
    String etag = READER.get(top).etag();
    // Would close a cycle.
    assertThat(configs.put(top, List.of(Sent.of(leaf, "a")), etag).status()).isEqualTo(409);
    assertThat(READER.get(top).etag()).isEqualTo(etag);
  }
}
