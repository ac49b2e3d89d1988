package org.reprise.gc.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.reprise.gc.Configs;
import org.reprise.gc.Configs.Sent;
import org.reprise.gc.FakeApplication;
import org.reprise.gc.GcClient;
import org.reprise.gc.GcServer;
import org.reprise.oslcclient.Documents;

/** What is answered is as new as the last change that was answered, on whichever instance. */
class FreshnessIT {
  @Test
  void readersOnOneInstanceSeeWhatWasWrittenOnAnother() throws Exception {
    try (FakeApplication qm = new FakeApplication();
        GcServer writing = GcServer.start(qm.settings());
        GcServer reading =
            GcServer.start(writing.database(), "--reprise.gc.base-uri=" + writing.baseUri())) {
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
        for (int n = 1; n <= 60; n++) {
          configs.contribute(leaf, Sent.of(qm.configuration(1 + n % 5), "a"));
          // At the reader, before anybody has told it.
          assertThat(lastOf(reading.client().get(top), qm, n)).isTrue();
          written.set(revision(writing.client().get(top).etag()));
        }
        ends.set(true);
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
  void goesOnWhenItsSessionIsEnded() throws Exception {
    try (GcServer server = GcServer.start()) {
      Configs configs = new Configs(server);
      String stream = configs.stream("Stream");
      String etag = server.client().get(stream).etag();
      try (Connection connection = server.database().connect();
          Statement statement = connection.createStatement()) {
        for (int n = 0; n < 3; n++) {
          statement.execute(
              "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
                  + " where application_name = 'gc-freshness' and datname = current_database()");
          assertThat(server.client().get(stream).etag()).isEqualTo(etag);
        }
      }
      // Where the database cannot be asked, what was prepared is not answered either.
      server.execute("alter table configuration rename to elsewhere");
      assertThat(Documents.error(server.client().get(stream), 500)).isNotBlank();
      server.execute("alter table elsewhere rename to configuration");
      assertThat(server.client().get(stream).etag()).isEqualTo(etag);
    }
  }
}
