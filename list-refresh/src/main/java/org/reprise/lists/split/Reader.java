package org.reprise.lists.split;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The standby that is read from, and how far behind it is. A thread looks at it and at the writer;
 * a reader that lags or is gone is left, and taken back when it has caught up.
 */
final class Reader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reader.class);
  private static final Duration PAUSE = Duration.ofMillis(2);

  private final ReaderSettings settings;
  private final DataSource writer;
  private final Probe probe;
  private final Lag lag = new Lag();
  private final Thread probing;
  private volatile HikariDataSource pool;
  private volatile ReaderState state = new ReaderState.Gone("not looked at yet");

  Reader(ReaderSettings settings, DataSource writer) {
    this.settings = settings;
    this.writer = writer;
    this.probe = new Probe(settings);
    this.pool = pool(settings);
    look();
    this.probing = Thread.ofVirtual().name("reader-probe").start(this::probe);
  }

  private static HikariDataSource pool(ReaderSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("reader");
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.username());
    config.setPassword(settings.password());
    config.setMaximumPoolSize(settings.connections());
    config.setConnectionTimeout(settings.timeout().toMillis());
    config.setReadOnly(true);
    // A service whose reader is away starts, and reads from the writer.
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("ApplicationName", "list-refresh reader");
    config.addDataSourceProperty(
        "connectTimeout", Long.toString(Math.max(1, settings.timeout().toSeconds())));
    return new HikariDataSource(config);
  }

  ReaderState state() {
    return state;
  }

  HikariDataSource pool() {
    return pool;
  }

  /**
   * Waits until it has replayed a position.
   *
   * @return whether it has and is usable; false at once where it is not usable
   */
  boolean shows(WalPosition position, Duration limit) {
    if (hasShown(position)) {
      return true;
    }
    long until = System.nanoTime() + limit.toNanos();
    try {
      while (state.isUsable()) {
        if (replayedNow().filter(replayed -> replayed.shows(position)).isPresent()) {
          return true;
        }
        if (System.nanoTime() - until >= 0) {
          return false;
        }
        Thread.sleep(PAUSE);
      }
    } catch (SQLException e) {
      gone(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private boolean hasShown(WalPosition position) {
    return state instanceof ReaderState.Following following
        && following.isClose()
        && following.replayed().shows(position);
  }

  private Optional<WalPosition> replayedNow() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return WalPosition.replayed(connection);
    }
  }

  private void probe() {
    try {
      while (true) {
        Thread.sleep(settings.probe());
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      Optional<WalPosition> replayed = probe.replayed();
      if (replayed.isEmpty()) {
        become(new ReaderState.Gone("it is no standby"));
      } else {
        become(following(replayed.get()));
      }
    } catch (SQLException e) {
      gone(e);
    }
  }

  private ReaderState following(WalPosition replayed) {
    try (Connection connection = writer.getConnection()) {
      WalPosition written = WalPosition.written(connection);
      Duration behind = lag.note(written, replayed, System.nanoTime());
      return new ReaderState.Following(
          replayed,
          Math.max(0, written.since(replayed)),
          behind,
          behind.compareTo(settings.maxLag()) <= 0);
    } catch (SQLException writerAway) {
      // Nothing is written then, and what the reader has can be read.
      return new ReaderState.Following(replayed, 0, Duration.ZERO, true);
    }
  }

  /** What used it found that it does not answer. */
  void gone(SQLException thrown) {
    become(new ReaderState.Gone(String.valueOf(thrown.getMessage())));
  }

  private synchronized void become(ReaderState next) {
    boolean left = state.isUsable() && !next.isUsable();
    if (state.isUsable() != next.isUsable()) {
      LOG.info("The reader is {}: {}", left ? "left" : "taken", next);
    }
    state = next;
    if (left && next instanceof ReaderState.Gone) {
      dropConnections();
    }
  }

  // What waits for a server that is gone would wait on; it begins again elsewhere.
  private void dropConnections() {
    HikariDataSource dropped = pool;
    pool = pool(settings);
    Thread.ofVirtual().name("reader-drop").start(dropped::close);
  }

  @Override
  public void close() {
    probing.interrupt();
    probe.close();
    pool.close();
  }
}
