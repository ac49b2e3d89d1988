package org.reprise.gc.revision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.gc.Processes;
import org.reprise.oslcclient.Documents;

/** What is answered is as new as the last change that was answered, on whichever instance. */
class RevisionsIT {
  @Test
  void readersOnOneInstanceSeeWhatWasWrittenOnAnother() throws Exception {
    try (FakeApplication qm = new FakeApplication();
        GcServer writing = GcServer.start(qm.settings());
        GcServer reading = another(writing)) {
      Configs configs = new Configs(writing);
      String leaf = configs.stream("Leaf");
      String top = configs.stream("Top");
      configs.contribute(top, Sent.of(leaf, "a"));
      AtomicLong written = new AtomicLong(revision(writing.client().get(top).etag()));
      AtomicBoolean ends = new AtomicBoolean();
      try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Long>> reads = new ArrayList<>();
        for (GcServer server : List.of(reading, reading, reading, writing)) {
          GcClient client = server.client();
          reads.add(
              readers.submit(() -> {
                long count = 0;
                while (!ends.get()) {
                  long least = written.get();
                  GcClient.Answer answer = client.get(top);
                  assertThat(answer.status()).isEqualTo(200);
                  assertThat(revision(answer.etag())).isGreaterThanOrEqualTo(least);
                  count++;
                }
                return count;
              }));
        }
        try {
          for (int n = 1; n <= 60; n++) {
            configs.contribute(leaf, Sent.of(qm.configuration(1 + n % 5), "a"));
            // At the reader, before anybody has told it.
            assertThat(lastOf(reading.client().get(top), qm, n)).isTrue();
            written.set(revision(writing.client().get(top).etag()));
          }
        } finally {
          ends.set(true);
        }
        for (Future<Long> read : reads) {
          assertThat(read.get()).isPositive();
        }
      }
    }
  }

  private static boolean lastOf(GcClient.Answer answer, FakeApplication qm, int n) {
    return answer.body().contains("<" + qm.configuration(1 + n % 5) + ">");
  }

  private static long revision(String etag) {
    return Long.parseLong(etag.substring(1, etag.indexOf('-')));
  }

  @Test
  void everyKindOfChangeIsSeenOnAnotherInstanceAtOnce() {
    try (GcServer writing = GcServer.start();
        GcServer reading = another(writing)) {
      Configs configs = new Configs(writing);
      GcClient there = reading.client();
      String leaf = configs.stream("Leaf");
      for (int n = 0; n < 5; n++) {
        String top = configs.stream("Top");
        assertThat(configs.contributed(top)).isEmpty();
        there.get(top);
        configs.contribute(top, Sent.of(leaf, "a"));
        assertThat(there.get(top).body()).contains(leaf);
        String title = "Titled anew " + n;
        GcClient.Answer edited =
            writing.client().put(leaf, Configs.document(title, List.of()), "If-Match", "*");
        assertThat(edited.status()).isEqualTo(200);
        assertThat(there.get(leaf).body()).contains(title);
        String baseline = configs.commit(top);
        assertThat(there.get(top).body()).contains(baseline);
        String extra = configs.streamFrom(baseline);
        assertThat(there.get(extra).status()).isEqualTo(200);
        assertThat(
                writing
                    .client()
                    .send("DELETE", extra, new byte[0], "If-Match", there.get(extra).etag())
                    .status())
            .isEqualTo(204);
        assertThat(there.get(extra).status()).isEqualTo(404);
      }
    }
  }

  @Test
  void anInstanceThatHangsDelaysWritersForAWhileAndAnswersNothingOld(@TempDir Path folder) {
    try (GcServer writing = GcServer.start();
        Processes reading =
            Processes.gc(writing.database(), folder.resolve("gc.log"), writing.baseUri())) {
      Configs configs = new Configs(writing);
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

  private static GcServer another(GcServer server) {
    return GcServer.start(server.database(), "--reprise.gc.base-uri=" + server.baseUri());
  }

  @Test
  void goesOnWhenItsSessionsAreEnded() {
    try (GcServer server = GcServer.start();
        GcServer writing = another(server)) {
      Configs configs = new Configs(writing);
      String stream = configs.stream("Stream");
      String leaf = configs.stream("Leaf");
      for (int n = 0; n < 3; n++) {
        configs.contribute(stream);
        assertThat(server.client().get(stream).body()).doesNotContain(leaf);
        server.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
                + " where application_name in ('gc-freshness', 'gc-read-lease')"
                + " and datname = current_database()");
        configs.contribute(stream, Sent.of(leaf, "a"));
        assertThat(server.client().get(stream).body()).contains(leaf);
      }
      // Both answer from memory again.
      await()
          .until(() ->
              server.count("select count(*) from revision_reader where until > clock_timestamp()")
                  == 2);
    }
  }

  @Test
  void aChangeByHandIsHeardOf() {
    try (GcServer server = GcServer.start()) {
      String stream = new Configs(server).stream("Stream");
      long before = revision(server.client().get(stream).etag());
      server.execute("update configuration set revision = revision + 1");
      await().until(() -> revision(server.client().get(stream).etag()) == before + 1);
    }
  }

  @Test
  void whatIsInMemoryIsNotAnsweredForLongWithoutTheDatabase() {
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
  void aChangeThatIsTakenBackIsNotTold() {
    try (GcServer server = GcServer.start()) {
      Configs configs = new Configs(server);
      String top = configs.stream("Top");
      String leaf = configs.stream("Leaf");
      configs.contribute(leaf, Sent.of(top, "a"));
      String etag = server.client().get(top).etag();
      // Would close a cycle.
      assertThat(configs.put(top, List.of(Sent.of(leaf, "a")), etag).status()).isEqualTo(409);
      assertThat(server.client().get(top).etag()).isEqualTo(etag);
    }
  }
}
