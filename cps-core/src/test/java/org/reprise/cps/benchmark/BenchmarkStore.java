package org.reprise.cps.benchmark;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.SQLException;
import org.reprise.cps.CpsStore;
import org.reprise.localstack.postgres.LocalPostgres;

/** A store in a durable PostgreSQL of its own. */
record BenchmarkStore(LocalPostgres postgres, HikariDataSource pool, CpsStore cps)
    implements AutoCloseable {
  static BenchmarkStore open() throws IOException, InterruptedException {
    var postgres = LocalPostgres.builder().start();
    var database = postgres.database("bench");
    var config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setConnectionInitSql(CpsStore.CONNECTION_INIT_SQL);
    config.setMaximumPoolSize(2);
    var pool = new HikariDataSource(config);
    return new BenchmarkStore(postgres, pool, CpsStore.open(pool));
  }

  void execute(String sql) throws SQLException {
    try (var connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    pool.close();
    postgres.close();
  }
}
