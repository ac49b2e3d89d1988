package org.reprise.lists.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reprise.lists.ListsServer;
import org.reprise.lists.StandbyPair;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.localstack.testing.TestKafka;

/** The relay beside reads of a standby. */
class RelayReadsIT {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  private static boolean isReadOnTheStandby(Split split) {
    DatabaseClient reads = split.reading(Feature.LISTS);
    return reads
        .transactions()
        .execute(_ -> reads.sql("select pg_is_in_recovery()").query(Boolean.class).single());
  }

  private static long looks(ListsServer server) {
    return server.count(
        "select seq_scan + idx_scan from pg_stat_user_tables where relname = 'event_outbox'");
  }

  /** What others write is not this process's, and need not be waited for. */
  @Test
  void runWithoutEventsDoesNotSendReadsToTheWriter() throws Exception {
    StandbyPair servers = new StandbyPair();
    try (ListsServer server =
        servers.server(
            "--spring.kafka.bootstrap-servers=" + TestKafka.bootstrapServers(),
            "--reprise.lists.environment=" + TestKafka.freshName(),
            "--reprise.lists.reader.max-lag=1h",
            "--reprise.lists.split=lists")) {
      Split split = server.part(Split.class);
      await().atMost(LIMIT).until(() -> isReadOnTheStandby(split));
      servers.onStandby("select pg_wal_replay_pause()");
      try {
        server.execute("create table written_by_others (id int)");
        long before = looks(server);
        await().atMost(LIMIT).until(() -> looks(server) > before + 20);
        assertThat(isReadOnTheStandby(split)).isTrue();
      } finally {
        servers.onStandby("select pg_wal_replay_resume()");
      }
    }
  }
}
