package org.reprise.lists.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reprise.kit.work.Loops;
import org.reprise.lists.ListsServer;
import org.reprise.lists.StandbyPair;
import org.reprise.localstack.testing.Signals;

/** Reads with a real standby beside a real primary. */
class SplitIT {
  private static final int COMMITS = 24;
  private static final String ON_STANDBY = "select pg_is_in_recovery()";

  private static final StandbyPair SERVERS = new StandbyPair();
  private static ListsServer server =
      SERVERS.server(
          "--reprise.lists.reader.max-lag=3s",
          "--reprise.lists.reader.timeout=5s",
          "--reprise.lists.reader.probe=50ms",
          "--reprise.lists.split=lists");

  private final Split split = server.part(Split.class);
  private final DatabaseClient reads = split.reading(Feature.LISTS);
  private final DatabaseClient writes = split.client();

  @BeforeAll
  static void table() {
    server.execute("create table counter (value int not null)");
    server.execute("insert into counter values (0)");
    server.execute("create table written (id uuid not null)");
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @BeforeEach
  void readerIsTaken() {
    // It has what the test before wrote, too.
    await().until(this::isReadOnTheStandby);
  }

  private boolean isReadOnTheStandby() {
    return isOnTheStandby(reads);
  }

  // Not by inTransaction, which would begin again on the writer.
  private static <T> T read(DatabaseClient database, String sql, Class<T> type) {
    return database.transactions().execute(_ -> database.sql(sql).query(type).single());
  }

  private static boolean isOnTheStandby(DatabaseClient database) {
    return read(database, ON_STANDBY, Boolean.class);
  }

  private int counter() {
    return read(reads, "select value from counter", Integer.class);
  }

  private void increment() {
    writes.inTransaction(() -> {
      writes.sql("update counter set value = value + 1").update();
    });
  }

  private String health() {
    return server
        .client()
        .get("/actuator/health")
        .json()
        .at("/components/reader/status")
        .asString();
  }

  @Test
  void onlyReadOnlyTransactionsOfSplitFeaturesUseTheStandby() {
    assertThat(isReadOnTheStandby()).isTrue();
    assertThat(reads.onWriter(() -> reads.sql(ON_STANDBY).query(Boolean.class).single())).isFalse();
    assertThat(isOnTheStandby(writes)).isFalse();
    assertThat(isOnTheStandby(split.reading(Feature.CIRCULATION))).isFalse();
    assertThat(health()).isEqualTo("UP");
    assertThat(server.metric("reprise_reader_usable")).isOne();
  }

  @Test
  void bothServersEndStatementsThatLastTooLong() {
    for (DatabaseClient database : List.of(reads, writes)) {
      String limits =
          read(
              database,
              """
              select concat_ws(' ', current_setting('statement_timeout'),
                current_setting('lock_timeout'),
                current_setting('idle_in_transaction_session_timeout'))\
              """,
              String.class);
      assertThat(limits).isEqualTo("30s 25s 1min");
    }
  }

  @Test
  void readsItsOwnWrites() {
    int before = counter();
    for (int i = 1; i <= 200; i++) {
      increment();
      assertThat(counter()).isEqualTo(before + i);
    }
  }

  @Test
  void laggingReaderIsLeftUntilItHasCaughtUp() throws SQLException {
    SERVERS.onStandby("select pg_wal_replay_pause()");
    try {
      increment();
      int written = primaryCounter();
      assertThat(counter()).isEqualTo(written);
      await().until(() -> health().equals("DEGRADED"));
      assertThat(server.metric("reprise_reader_usable")).isZero();
      assertThat(server.metric("reprise_reader_behind")).isPositive();
      assertThat(isReadOnTheStandby()).isFalse();
      assertThat(counter()).isEqualTo(written);
    } finally {
      SERVERS.onStandby("select pg_wal_replay_resume()");
    }
    await().until(this::isReadOnTheStandby);
    assertThat(health()).isEqualTo("UP");
  }

  private int primaryCounter() {
    return (int) server.count("select value from counter");
  }

  @Test
  void measuresLagWhileTheWritersPoolIsExhausted() throws SQLException {
    SERVERS.onStandby("select pg_wal_replay_pause()");
    List<Connection> taken = new ArrayList<>();
    try {
      for (int i = 0; i < split.connections(Feature.CIRCULATION); i++) {
        taken.add(split.writer().getConnection());
      }
      server.execute("update counter set value = value + 1");
      await()
          .until(() ->
              split.reader().orElseThrow() instanceof ReaderState.Following following
                  && !following.isClose()
                  && following.behind() instanceof ReaderState.Behind behind
                  && behind.bytes() > 0);
    } finally {
      SERVERS.onStandby("select pg_wal_replay_resume()");
      for (Connection connection : taken) {
        connection.close();
      }
    }
    await().until(this::isReadOnTheStandby);
  }

  @Test
  void readsFromTheReaderWhileTheWriterDoesNotAnswer() throws IOException, InterruptedException {
    assertThat(isReadOnTheStandby()).isTrue();
    Signals.stop(SERVERS.primary());
    try {
      await().until(() -> Double.isNaN(server.metric("reprise_reader_lag_bytes")));
      assertThat(server.metric("reprise_reader_behind_seconds")).isNaN();
      assertThat(server.metric("reprise_reader_usable")).isOne();
      assertThat(isReadOnTheStandby()).isTrue();
    } finally {
      Signals.resume(SERVERS.primary());
    }
    await().until(() -> server.metric("reprise_reader_lag_bytes") >= 0);
  }

  @Test
  void unresponsiveReaderIsLeftAndReused() throws IOException, InterruptedException {
    Signals.stop(SERVERS.standby());
    try {
      await().until(() -> health().equals("DEGRADED"));
      increment();
      assertThat(counter()).isEqualTo(primaryCounter());
      assertThat(server.client().anonymous().get("/actuator/health/readiness").status())
          .isEqualTo(200);
    } finally {
      Signals.resume(SERVERS.standby());
    }
    await().until(this::isReadOnTheStandby);
  }

  /** The standby answers what is no position for a while: a fault that nobody foresaw. */
  @Test
  void lookingAtTheReaderGoesOnAfterAnUnexpectedException() {
    server.execute("create schema odd");
    server.execute("create table odd.answer (is_odd boolean not null)");
    server.execute("insert into odd.answer values (false)");
    server.execute(
        """
        create function odd.pg_last_wal_replay_lsn() returns text language sql as
        'select case when is_odd then ''nowhere'' else pg_catalog.pg_last_wal_replay_lsn()::text
         end from odd.answer'\
        """);
    HikariDataSource writer = (HikariDataSource) split.writer();
    try (Reader reader = new Reader(withOddAnswers(), writer, new Loops())) {
      await().until(() -> reader.state().isUsable());
      server.execute("update odd.answer set is_odd = true");
      await()
          .until(() ->
              reader.state() instanceof ReaderState.Gone(String reason)
                  && reason.contains("nowhere"));
      server.execute("update odd.answer set is_odd = false");
      await().until(() -> reader.state().isUsable());
    }
  }

  private static ReaderSettings withOddAnswers() {
    String url = SERVERS.reader().jdbcUrl();
    return new ReaderSettings(
        url + (url.contains("?") ? "&" : "?") + "options=-csearch_path=odd,pg_catalog",
        SERVERS.reader().username(),
        SERVERS.reader().password(),
        1,
        Duration.ofMillis(50),
        Duration.ofSeconds(10),
        Duration.ZERO,
        Duration.ofSeconds(2));
  }

  @Test
  void bulkReadWaitsForReplayOrUsesTheWriter() throws SQLException {
    SERVERS.onStandby("select pg_wal_replay_pause()");
    try {
      increment();
      assertThat(split.choose(Feature.LISTS, Duration.ofMillis(20)))
          .matches(source -> !source.isReader());
    } finally {
      SERVERS.onStandby("select pg_wal_replay_resume()");
    }
    await().until(() -> split.reader().filter(ReaderState::isUsable).isPresent());
    assertThat(split.choose(Feature.LISTS, Duration.ofSeconds(30)).isReader()).isTrue();
  }

  /** All connections are in use by transactions that commit at the same moment. */
  @Test
  void concurrentCommitsDoNotBlockThePool() throws Exception {
    try (ListsServer all =
        SERVERS.server(
            "--reprise.lists.split=fqm,lists,circulation",
            "--spring.datasource.hikari.connection-timeout=20000",
            "--spring.datasource.hikari.maximum-pool-size=" + COMMITS)) {
      Split split = all.part(Split.class);
      commitAtOnce(split.client(), split.reading(Feature.LISTS));
      assertThat(all.metric("hikaricp_connections_timeout_total{")).isZero();
    }
  }

  private static void commitAtOnce(DatabaseClient writes, DatabaseClient reads) throws Exception {
    CyclicBarrier together = new CyclicBarrier(COMMITS);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Boolean>> commits = new ArrayList<>();
      for (int i = 0; i < COMMITS; i++) {
        UUID id = UUID.randomUUID();
        commits.add(() -> {
          writes.inTransaction(() -> {
            writes.sql("insert into written values (?)").param(id).update();
            meet(together);
          });
          return reads.inTransaction(() ->
              reads
                  .sql("select exists (select from written where id = ?)")
                  .param(id)
                  .query(Boolean.class)
                  .single());
        });
      }
      for (Future<Boolean> seen : threads.invokeAll(commits)) {
        assertThat(seen.get()).as("what was written is read").isTrue();
      }
    }
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
