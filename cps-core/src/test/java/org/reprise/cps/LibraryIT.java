package org.reprise.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.cps.anchor.AnchorRef;
import org.reprise.cps.anchor.WriteLimits;
import org.reprise.cps.fragment.Descendants;
import org.reprise.cps.payload.Payload;
import org.reprise.cps.read.ReadLimits;
import org.reprise.cps.schema.SchemaLimits;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

/** The store in an application that has tables, migrations and a pool of its own. */
class LibraryIT {
  private final Database database = TestDatabase.freshDatabase();
  private final AnchorRef anchor = new AnchorRef("d", "a");

  private HikariDataSource pool(boolean autoCommit) {
    return pool(autoCommit, "");
  }

  private HikariDataSource pool(boolean autoCommit, String serverOptions) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setMaximumPoolSize(2);
    config.setAutoCommit(autoCommit);
    config.addDataSourceProperty("options", serverOptions);
    return new HikariDataSource(config);
  }

  private void fill(CpsStore store) {
    store.dataspaces().create("d");
    store.schemaSets().create("d", "trees", TestModules.trees());
    store.anchors().create("d", "trees", "a");
    store.dataNodes().create(anchor, "/", Payload.json("{\"forest\":{\"owner\":\"x\"}}"));
  }

  private static void migrateApplication(DataSource dataSource, Path migrations) {
    Flyway.configure()
        .dataSource(dataSource)
        .locations("filesystem:" + migrations)
        .load()
        .migrate();
  }

  private String one(String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return String.valueOf(row.getString(1));
    }
  }

  @Test
  void keepsItsMigrationsApartFromTheApplications(@TempDir Path migrations) throws Exception {
    Files.writeString(migrations.resolve("V1__mine.sql"), "create table mine (id int);");
    try (HikariDataSource pool = pool(true)) {
      migrateApplication(pool, migrations);

      fill(CpsStore.open(pool));

      Files.writeString(migrations.resolve("V2__more.sql"), "create table more (id int);");
      migrateApplication(pool, migrations);
      assertThat(CpsStore.open(pool).dataNodes().read(anchor, "/", Descendants.ALL)).hasSize(1);
    }
    assertThat(one("select string_agg(script, ' ' order by version) from flyway_schema_history"))
        .isEqualTo("V1__mine.sql V2__more.sql");
  }

  @Test
  void commitsWhereThePoolHasAutoCommitOff() throws Exception {
    try (HikariDataSource pool = pool(false)) {
      CpsStore store = CpsStore.open(pool);
      fill(store);
      store.dataNodes().replace(anchor, "/", Payload.json("{\"forest\":{\"owner\":\"y\"}}"));

      assertThat(one("select attributes ->> 'owner' from fragment")).isEqualTo("y");

      store.anchors().delete("d", "a");
      assertThat(one("select count(*) from fragment")).isEqualTo("0");
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.getAutoCommit()).isFalse();
      }
    }
  }

  @Test
  void migrationsAreNotBoundByTheTimeoutsOfRequests() throws Exception {
    try (HikariDataSource pool = pool(true, "-c statement_timeout=1s -c lock_timeout=1s");
        Connection blocker = database.connect();
        Statement blocking = blocker.createStatement();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // The migration's table of this name waits for the end of this one.
      blocking.execute("begin; create table dataspace ()");
      Future<CpsStore> opened = threads.submit(() -> CpsStore.open(pool));
      await()
          .atMost(Duration.ofMinutes(5))
          .until(() ->
              one("""
              select count(*) from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'\
              """)
                  .equals("1"));
      blocking.execute("select pg_sleep(2); rollback");

      opened.get();

      try (Connection pooled = pool.getConnection();
          Statement statement = pooled.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "select current_setting('statement_timeout'), current_setting('lock_timeout')")) {
        row.next();
        assertThat(row.getString(1)).isEqualTo("1s");
        assertThat(row.getString(2)).isEqualTo("1s");
        assertThat(pooled.getNetworkTimeout()).isZero();
      }
    }
  }

  @Test
  void anUploadLeavesPayloadsTheirMemory() {
    try (HikariDataSource pool = pool(true)) {
      WriteLimits writes = new WriteLimits(Duration.ofSeconds(10), null, DataSize.ofMegabytes(1));
      fill(CpsStore.open(pool));
      CpsStore store =
          new CpsStore(pool, SchemaLimits.DEFAULT, ReadLimits.DEFAULT, writes, bytes -> true);
      byte[] upload = "/* 2 MB */".repeat(200_000).getBytes(StandardCharsets.UTF_8);
      Payload notes =
          Payload.json(
              IntStream.range(0, 100)
                  .mapToObj("{\"id\":\"%d\"}"::formatted)
                  .collect(Collectors.joining(",", "{\"note\":[", "]}")));

      store
          .schemaSets()
          .unpack(
              "m.yang",
              upload,
              sources -> {
                store.dataNodes().create(anchor, "/", notes);
                return sources;
              });

      assertThat(store.dataNodes().read(anchor, "/note", Descendants.NONE)).hasSize(100);
    }
  }

  @Test
  void refusesCallsWithinATransactionOfTheCaller() {
    try (HikariDataSource pool = pool(true)) {
      CpsStore store = CpsStore.open(pool);
      fill(store);
      TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
      List<Runnable> calls =
          List.of(
              () -> store.dataspaces().list(),
              () -> store.dataNodes().update(anchor, "/", Payload.json("{\"forest\":{}}")));
      for (Runnable call : calls) {
        assertThatThrownBy(() -> transaction.executeWithoutResult(tx -> call.run()))
            .hasStackTraceContaining("a transaction of its own");
        call.run();
      }
    }
  }
}
