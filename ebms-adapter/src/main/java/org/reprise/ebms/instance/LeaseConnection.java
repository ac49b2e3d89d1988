package org.reprise.ebms.instance;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A database connection on which nothing but the lease is renewed. It is made as the service's pool
 * makes its connections, with other time-outs: it waits half a lease for an answer, rounded down to
 * whole seconds, since the driver's time-out for sockets has no smaller unit, but at least one
 * second; then it is closed, and another one is made. A lease of one second or less can end while
 * it waits: nothing is sent until the instance has another one.
 */
public final class LeaseConnection implements AutoCloseable {
  private static final long SHORTEST_WAIT_MS = 250;

  private final HikariDataSource pool;

  /**
   * Connects when it is first used.
   *
   * @param service the pool of the service's other connections
   * @param lease how long a lease lasts
   */
  public LeaseConnection(HikariDataSource service, Duration lease) {
    long wait = Math.max(SHORTEST_WAIT_MS, lease.toMillis() / 2);
    String seconds = Long.toString(Math.max(1, Duration.ofMillis(wait).toSeconds()));
    HikariConfig config = new HikariConfig();
    config.setPoolName("lease");
    config.setJdbcUrl(service.getJdbcUrl());
    config.setUsername(service.getUsername());
    config.setPassword(service.getPassword());
    config.setSchema(service.getSchema());
    config.setConnectionInitSql(service.getConnectionInitSql());
    config.addDataSourceProperty("ApplicationName", "lease");
    // Not HikariConfig.copyStateTo: both pools would share one set of properties.
    service
        .getDataSourceProperties()
        .forEach((name, value) -> config.addDataSourceProperty((String) name, value));
    config.addDataSourceProperty("socketTimeout", seconds);
    config.addDataSourceProperty("connectTimeout", seconds);
    config.setMaximumPoolSize(1);
    config.setConnectionTimeout(wait);
    config.setValidationTimeout(SHORTEST_WAIT_MS);
    config.setInitializationFailTimeout(-1);
    this.pool = new HikariDataSource(config);
  }

  /** Statements on it. */
  public JdbcClient jdbc() {
    return JdbcClient.create(pool);
  }

  @Override
  public void close() {
    pool.close();
  }
}
