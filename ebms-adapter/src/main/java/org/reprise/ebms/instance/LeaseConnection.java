package org.reprise.ebms.instance;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A database connection that only the lease is renewed on. It waits half a lease for an answer,
 * rounded down to whole seconds, since the driver's time-out for sockets has no smaller unit, but
 * at least one second; then it breaks and is made anew. A lease of one second or less can end while
 * it waits: nothing is sent until the instance has another one.
 */
public final class LeaseConnection implements AutoCloseable {
  private static final long SHORTEST_WAIT_MS = 250;

  private final HikariDataSource pool;

  /**
   * Connects when it is first used.
   *
   * @param lease how long a lease lasts
   */
  public LeaseConnection(
      String url, @Nullable String username, @Nullable String password, Duration lease) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("lease");
    config.setJdbcUrl(url);
    config.setUsername(username);
    config.setPassword(password);
    config.setMaximumPoolSize(1);
    long wait = Math.max(SHORTEST_WAIT_MS, lease.toMillis() / 2);
    config.setConnectionTimeout(wait);
    config.setValidationTimeout(SHORTEST_WAIT_MS);
    config.setInitializationFailTimeout(-1);
    String seconds = Long.toString(Math.max(1, Duration.ofMillis(wait).toSeconds()));
    config.addDataSourceProperty("socketTimeout", seconds);
    config.addDataSourceProperty("connectTimeout", seconds);
    config.addDataSourceProperty("ApplicationName", "lease");
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
