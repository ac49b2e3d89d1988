package org.reprise.localstack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.localstack.process.Await;
import org.reprise.localstack.process.Environments;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.LocalStackException;
import org.reprise.localstack.process.ProcessEnded;
import org.reprise.localstack.process.ProcessIdentity;

class LocalPostgresTest {
  private static final String IS_SUPERUSER =
      "SELECT rolsuper FROM pg_roles WHERE rolname = current_user";

  private static LocalPostgres shared;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    shared = LocalPostgres.builder().setting("work_mem", "5MB").start();
  }

  @AfterAll
  static void stop() {
    shared.close();
  }

  @Test
  void isDurableAndHasTheStatedSettings() throws SQLException {
    assertThat(show(shared, "fsync")).isEqualTo("on");
    assertThat(show(shared, "synchronous_commit")).isEqualTo("on");
    assertThat(show(shared, "full_page_writes")).isEqualTo("on");
    assertThat(show(shared, "data_checksums")).isEqualTo("on");
    assertThat(show(shared, "shared_buffers")).isEqualTo("256MB");
    assertThat(show(shared, "max_connections")).isEqualTo("200");
    assertThat(show(shared, "listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(show(shared, "work_mem")).isEqualTo("5MB");
    assertThat(shared.settings())
        .containsEntry("fsync", "on")
        .containsEntry("work_mem", "5MB")
        .containsEntry("port", Integer.toString(shared.port()));
    assertThat(shared.version()).startsWith("18.");
  }

  @Test
  void doesNotInheritTheCallersEnvironment() throws IOException {
    Environments.assertClean(shared.pid());
  }

  @Test
  void sortsByCodePointAndKnowsUnicodeLetters() throws SQLException {
    assertThat(ask(shared, "SELECT upper('zażółć')")).isEqualTo("ZAŻÓŁĆ");
    String sorted = "SELECT string_agg(x, '' ORDER BY x) FROM unnest('{b,A,a,B}'::text[]) x";
    assertThat(ask(shared, sorted)).isEqualTo("ABab");
    assertThat(show(shared, "server_encoding")).isEqualTo("UTF8");
  }

  @Test
  void wantsThePassword() {
    Database database = shared.database();
    Database wrong = new Database(database.jdbcUrl(), database.username(), "wrong");
    assertThatThrownBy(wrong::connect).hasMessageContaining("password authentication failed");
    assertThat(database.toString()).doesNotContain(database.password());
  }

  @Test
  void refusesWhatCannotBeADatabaseName() {
    for (String name : List.of("a\"b", "A", "", "1", "postgres")) {
      assertThatThrownBy(() -> shared.database(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @Test
  void databaseBelongsToItsOwnRole() throws SQLException {
    Database first = shared.database("first");
    Database second = shared.database("second");
    execute(first, "CREATE TABLE t AS SELECT 42 AS answer");
    assertThat(shared.database("first")).isEqualTo(first);
    assertThat(ask(first, "SELECT current_user || ' ' || answer FROM t")).isEqualTo("first 42");
    assertThat(ask(first, IS_SUPERUSER)).isEqualTo("f");
    execute(first, "CREATE EXTENSION pg_trgm");
    Database stranger = new Database(first.jdbcUrl(), second.username(), second.password());
    assertThatThrownBy(() -> ask(stranger, "SELECT answer FROM t"))
        .hasMessageContaining("permission denied");
    assertThatThrownBy(() -> execute(stranger, "CREATE TABLE s (id int)"))
        .hasMessageContaining("permission denied");
  }

  @Test
  void handsOverDatabaseOfTheSuperuser() throws SQLException {
    execute(shared.database(), "CREATE DATABASE older");
    execute(
        shared.database().named("older"),
        """
        CREATE EXTENSION pg_trgm;
        CREATE SEQUENCE number;
        CREATE TABLE parent (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, old serial);
        CREATE TABLE parts (id int REFERENCES parent) PARTITION BY HASH (id);
        CREATE TABLE part PARTITION OF parts FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        CREATE FUNCTION answer() RETURNS int LANGUAGE sql AS 'SELECT 42';
        INSERT INTO parent DEFAULT VALUES\
        """);
    Database older = shared.database("older");
    assertThat(ask(older, "SELECT current_user")).isEqualTo("older");
    assertThat(ask(older, IS_SUPERUSER)).isEqualTo("f");
    execute(
        older,
        """
        ALTER TABLE parent ADD COLUMN more text;
        ALTER TABLE parts ADD COLUMN more text;
        CREATE INDEX ON part (more);
        DROP FUNCTION answer();
        ALTER SEQUENCE number RESTART;
        INSERT INTO parent DEFAULT VALUES;
        CREATE TABLE another (id int)\
        """);
    assertThat(ask(older, "SELECT count(*) FROM parent")).isEqualTo("2");
    assertThat(shared.database("older")).isEqualTo(older);
  }

  @Test
  void leavesNothingOfAThrownAwayServer() throws IOException {
    long pid;
    try (LocalPostgres postgres = thrownAway().start()) {
      pid = postgres.pid();
      assertThat(postgres.dataDirectory()).isDirectory();
      assertThat(directory.resolve("run")).isNotEmptyDirectory();
    }
    assertThat(ProcessIdentity.of(pid)).isEmpty();
    assertThat(directory.resolve("run")).isEmptyDirectory();
  }

  @Test
  void keepsDataAndPasswordAcrossARestart() throws SQLException {
    String password;
    try (LocalPostgres postgres = kept().start()) {
      password = postgres.database().password();
      execute(postgres.database("orders"), "CREATE TABLE t AS SELECT 42 AS answer");
    }
    try (LocalPostgres postgres = kept().setting("work_mem", "6MB").start()) {
      assertThat(postgres.database().password()).isEqualTo(password);
      assertThat(ask(postgres.database("orders"), "SELECT answer FROM t")).isEqualTo("42");
      assertThat(show(postgres, "work_mem")).isEqualTo("6MB");
    }
  }

  @Test
  void takesAnotherPortWhereItsFormerOneIsTaken() throws IOException {
    LocalPostgres first = kept().start();
    first.close();
    assertThat(LocalPostgres.hasDied(first.directory())).as("closed, not died").isFalse();
    try (ServerSocket stranger =
            new ServerSocket(first.port(), 1, InetAddress.getLoopbackAddress());
        LocalPostgres second = kept().start()) {
      assertThat(second.port()).isNotEqualTo(stranger.getLocalPort()).isBetween(10_000, 29_999);
    }
  }

  @Test
  void keepsCommittedRowsWhenThePostmasterIsKilled() throws SQLException {
    LocalPostgres killed = kept().start();
    assertThat(LocalPostgres.hasDied(killed.directory())).isFalse();
    execute(killed.database(), "CREATE TABLE t (id int)");
    execute(killed.database(), "INSERT INTO t SELECT generate_series(1, 1000)");
    ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
    Await.that("the postmaster's end", () -> !killed.isAlive());
    assertThat(killed.dataDirectory().resolve("postmaster.pid")).exists();
    assertThat(LocalPostgres.hasDied(killed.directory())).isTrue();

    try (LocalPostgres again = kept().start()) {
      assertThat(ask(again, "SELECT count(*) FROM t")).isEqualTo("1000");
      assertThat(again.port()).as("its clients find it again").isEqualTo(killed.port());
      // The handle on the killed server must not touch the one that runs now.
      killed.close();
      assertThat(again.isAlive()).isTrue();
      assertThat(LocalPostgres.find(again.directory())).isPresent();
    }
  }

  @Test
  void startsAlthoughAnotherProcessHasThePidOfTheKilledPostmaster() throws Exception {
    LocalPostgres killed = kept().start();
    ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
    Await.that("the postmaster's end", () -> !killed.isAlive());
    try (LocalProcess stranger =
        LocalProcess.builder("stranger", List.of("sleep", "600")).start()) {
      Path file = killed.dataDirectory().resolve("postmaster.pid");
      List<String> lines = Files.readAllLines(file);
      lines.set(0, Long.toString(stranger.pid()));
      Files.write(file, lines);

      try (LocalPostgres again = kept().start()) {
        assertThat(again.isAlive()).isTrue();
      }
      assertThat(stranger.isAlive()).isTrue();
    }
  }

  @Test
  void refusesADirectoryThatIsInUse() {
    try (LocalPostgres postgres = kept().start()) {
      assertThatThrownBy(() -> kept().start())
          .isInstanceOf(LocalStackException.class)
          .hasMessageContaining("in use")
          .hasMessageContaining(Long.toString(postgres.pid()));
      assertThat(postgres.isAlive()).isTrue();
      assertThat(postgres.database("still_there").jdbcUrl()).endsWith("/still_there");
    }
  }

  @Test
  void isFoundByItsDirectory() {
    try (LocalPostgres postgres = kept().start()) {
      LocalPostgres found = LocalPostgres.find(postgres.directory()).orElseThrow();
      assertThat(found.port()).isEqualTo(postgres.port());
      assertThat(found.version()).isEqualTo(postgres.version());
      found.close();
      assertThat(postgres.isAlive()).isFalse();
    }
    assertThat(LocalPostgres.find(directory.resolve("kept"))).isEmpty();
  }

  @Test
  void saysWhatTheServerSaidWhenASettingIsWrong() {
    PostgresBuilder builder = thrownAway().setting("shared_buffers", "a lot");
    assertThatThrownBy(builder::start)
        .isInstanceOf(ProcessEnded.class)
        .hasMessageContaining("shared_buffers")
        .hasMessageContaining("a lot");
    assertThat(directory.resolve("run")).isEmptyDirectory();
  }

  @Test
  void failsOnAFixedPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      PostgresBuilder builder = thrownAway().port(taken.getLocalPort());
      assertThatThrownBy(builder::start)
          .isInstanceOf(ProcessEnded.class)
          .hasMessageContaining("Address already in use");
    }
    try (Stream<Path> left = Files.list(directory.resolve("run"))) {
      assertThat(left).isEmpty();
    }
  }

  private PostgresBuilder thrownAway() {
    return LocalPostgres.builder().runDirectory(directory.resolve("run"));
  }

  private PostgresBuilder kept() {
    return LocalPostgres.builder().keepIn(directory.resolve("kept"));
  }

  static String show(LocalPostgres postgres, String setting) throws SQLException {
    return ask(postgres, "SHOW " + setting);
  }

  static String ask(LocalPostgres postgres, String query) throws SQLException {
    return ask(postgres.database(), query);
  }

  static String ask(Database database, String query) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  static void execute(Database database, String statement) throws SQLException {
    try (Connection connection = database.connect();
        Statement run = connection.createStatement()) {
      run.execute(statement);
    }
  }
}
