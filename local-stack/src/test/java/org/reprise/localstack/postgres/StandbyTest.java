package org.reprise.localstack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reprise.localstack.postgres.LocalPostgresTest.ask;
import static org.reprise.localstack.postgres.LocalPostgresTest.execute;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.process.Await;

class StandbyTest {
  private static final String SLOTS = "SELECT count(*) FROM pg_replication_slots";

  @TempDir Path run;

  @Test
  void replaysWhatThePrimaryCommitsAndRefusesWrites() throws SQLException {
    try (LocalPostgres primary = LocalPostgres.builder().start()) {
      execute(primary.database("orders"), "CREATE TABLE t AS SELECT generate_series(1, 1000) id");
      try (LocalPostgres standby = primary.startStandby()) {
        Database replica = standby.address("orders");
        assertThat(ask(replica, "SELECT pg_is_in_recovery()")).isEqualTo("t");
        assertThat(standby.port()).isNotEqualTo(primary.port());
        assertThat(ask(replica, "SELECT count(*) FROM t")).isEqualTo("1000");

        execute(primary.database("orders"), "INSERT INTO t SELECT generate_series(1001, 5000)");
        standby.awaitCaughtUp();
        assertThat(ask(replica, "SELECT count(*) FROM t")).isEqualTo("5000");
        assertThatThrownBy(() -> execute(replica, "DELETE FROM t"))
            .hasMessageContaining("read-only transaction");
        assertThat(ask(primary, "SELECT state FROM pg_stat_replication")).isEqualTo("streaming");
        assertThat(standby.settings()).doesNotContainKey("primary_conninfo");
        assertThatThrownBy(primary::awaitCaughtUp).isInstanceOf(IllegalStateException.class);
      }
      assertThat(ask(primary, SLOTS)).isEqualTo("0");
    }
  }

  @Test
  void isCopiedWholeWhileThePrimaryIsWritten() throws Exception {
    try (LocalPostgres primary = LocalPostgres.builder().runDirectory(run).start()) {
      execute(primary.database(), "CREATE TABLE t (id int PRIMARY KEY, text text)");
      AtomicBoolean ended = new AtomicBoolean();
      AtomicInteger written = new AtomicInteger();
      Thread writer = Thread.ofPlatform().start(() -> write(primary, ended, written));
      Await.that("some rows", () -> written.get() > 1000);
      try (LocalPostgres standby = primary.startStandby()) {
        ended.set(true);
        writer.join();
        standby.awaitCaughtUp();
        assertThat(ask(standby, "SELECT count(*) FROM t"))
            .isEqualTo(Integer.toString(written.get()));
        assertThat(ask(standby, "SELECT md5(string_agg(id || text, ',' ORDER BY id)) FROM t"))
            .isEqualTo(ask(primary, "SELECT md5(string_agg(id || text, ',' ORDER BY id)) FROM t"));
      }
    }
  }

  @Test
  void keepsRowsThatAQueryOfItsOwnMaySee() throws Exception {
    try (LocalPostgres primary = LocalPostgres.builder().start()) {
      execute(primary.database(), "CREATE TABLE t AS SELECT generate_series(1, 1000) id");
      try (LocalPostgres standby = primary.startStandby();
          Connection reader = standby.database().connect();
          Statement statement = reader.createStatement()) {
        reader.setAutoCommit(false);
        reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(count(statement)).isEqualTo(1000);
        Await.that(
            "the primary hears of the reader",
            () -> ask(primary, "SELECT count(xmin) FROM pg_replication_slots").equals("1"));

        execute(primary.database(), "DELETE FROM t");
        // To cut off a table's empty end locks every reader out, which is another matter.
        execute(primary.database(), "VACUUM (TRUNCATE false) t");
        standby.awaitCaughtUp();

        assertThat(ask(standby, "SELECT count(*) FROM t")).isEqualTo("0");
        assertThat(count(statement)).isEqualTo(1000);
      }
    }
  }

  private static int count(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT count(*) FROM t")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Test
  void endsBeforeItsPrimary() throws SQLException {
    LocalPostgres primary = LocalPostgres.builder().keepIn(run.resolve("kept")).start();
    LocalPostgres standby = primary.startStandby();
    primary.close();
    assertThat(standby.isAlive()).isFalse();
    assertThat(standby.directory()).doesNotExist();
    try (LocalPostgres again = LocalPostgres.builder().keepIn(run.resolve("kept")).start()) {
      assertThat(ask(again, SLOTS)).isEqualTo("0");
    }
  }

  private static void write(LocalPostgres primary, AtomicBoolean ended, AtomicInteger written) {
    try (Connection connection = primary.database().connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      while (!ended.get()) {
        int from = written.get();
        statement.execute(
            "INSERT INTO t SELECT i, md5(i::text) FROM generate_series(%d, %d) i"
                .formatted(from, from + 99));
        connection.commit();
        written.addAndGet(100);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void followsOnAfterDeathOfStandbyAndOfPrimary() throws SQLException {
    Path place = run.resolve("standby");
    LocalPostgres primary = LocalPostgres.builder().keepIn(run.resolve("kept")).start();
    LocalPostgres lost = startStandby(primary, place, true);
    assertThat(LocalPostgres.find(place).orElseThrow().pid()).isEqualTo(lost.pid());
    kill(lost);
    execute(primary.database("later"), "CREATE TABLE t AS SELECT 7 id");

    LocalPostgres standby = startStandby(primary, place, false);
    assertThat(standby.directory()).isEqualTo(lost.directory());
    assertThat(standby.port()).as("its readers find it again").isEqualTo(lost.port());
    assertThat(ask(standby.address("later"), "SELECT id FROM t")).isEqualTo("7");
    assertThat(ask(primary, SLOTS)).as("the lost one's is not left").isEqualTo("1");

    kill(primary);
    kill(standby);
    try (LocalPostgres again = LocalPostgres.builder().keepIn(run.resolve("kept")).start()) {
      assertThat(ask(again, SLOTS)).as("holds WAL and old rows for nobody").isEqualTo("0");
      execute(again.database("later"), "INSERT INTO t SELECT generate_series(1, 100000)");
      try (LocalPostgres following = startStandby(again, place, false)) {
        assertThat(ask(following.address("later"), "SELECT count(*) FROM t")).isEqualTo("100001");
      }
      assertThat(place).as("kept").isDirectory();
    }
  }

  @Test
  void copiesStandbyWhenPrimaryLacksItsWal() throws SQLException {
    Path place = run.resolve("standby");
    try (LocalPostgres primary = LocalPostgres.builder().runDirectory(run).start()) {
      startStandby(primary, place, true).close();
      execute(primary.database(), "CREATE TABLE t AS SELECT 7 id");
      for (int segment = 0; segment < 3; segment++) {
        ask(primary, "SELECT pg_switch_wal()");
        execute(primary.database(), "INSERT INTO t VALUES (7)");
        execute(primary.database(), "CHECKPOINT");
      }
      try (LocalPostgres standby = startStandby(primary, place, true)) {
        assertThat(ask(standby, "SELECT count(*) FROM t")).isEqualTo("4");
      }
      try (LocalPostgres other = LocalPostgres.builder().runDirectory(run).start();
          LocalPostgres standby = startStandby(other, place, true)) {
        assertThat(ask(standby, "SELECT to_regclass('t') IS NULL")).isEqualTo("t");
      }
    }
  }

  private static LocalPostgres startStandby(LocalPostgres primary, Path place, boolean copied) {
    List<String> steps = new ArrayList<>();
    LocalPostgres standby = primary.startStandby(place, steps::add);
    assertThat(steps.stream().anyMatch(step -> step.startsWith("Copying")))
        .as("copied: %s", steps)
        .isEqualTo(copied);
    return standby;
  }

  private static void kill(LocalPostgres server) {
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
    Await.that("its end", () -> !server.isAlive());
  }

  @Test
  void itsPrimaryTellsItsState() throws SQLException {
    try (LocalPostgres primary =
            LocalPostgres.builder().setting("max_slot_wal_keep_size", "64MB").start();
        LocalPostgres standby = primary.startStandby()) {
      execute(primary.database(), "CREATE TABLE t AS SELECT generate_series(1, 1000) id");
      standby.awaitCaughtUp();
      assertThat(StandbyState.of(primary.database()))
          .singleElement()
          .satisfies(state -> {
            assertThat(state.slot()).startsWith("reprise_standby_");
            assertThat(state.streaming()).isTrue();
            assertThat(state.walLimit()).isEqualTo("64MB");
            assertThat(state.walStatus()).isEqualTo("reserved");
          });
      kill(standby);
      Await.that("its absence", () -> !StandbyState.of(primary.database()).getFirst().streaming());
      execute(primary.database(), "INSERT INTO t SELECT generate_series(1, 100000)");
      assertThat(StandbyState.of(primary.database()).getFirst())
          .satisfies(state -> {
            assertThat(state.keptBytes()).isGreaterThan(1_000_000);
            assertThat(state.lagBytes()).isEqualTo(state.keptBytes());
          });
    }
  }
}
