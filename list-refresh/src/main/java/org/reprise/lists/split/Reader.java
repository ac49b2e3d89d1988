package org.reprise.lists.split;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The standby that is read from, and how far behind it is. One thread looks at it and at the
 * writer, by connections of its own, and more often while somebody waits for a position; a reader
 * that lags or does not answer is not read from until it has caught up. One whose connections are
 * all in use counts as usable.
 */
final class Reader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reader.class);
  private static final Duration PAUSE = Duration.ofMillis(2);
  private static final long NANOS_IN_A_MILLI = 1_000_000;

  private final ReaderSettings settings;
  private final Properties properties;
  private final OwnConnection standby;
  private final OwnConnection writer;
  private final Lag lag = new Lag();
  private final Loop probing;
  private volatile HikariDataSource pool;
  private volatile ReaderState state = new ReaderState.Gone("not looked at yet");

  // The probing thread's own.
  private @Nullable LogSequenceNumber written;
  private long nextLook = System.nanoTime();

  // Guarded by this.
  private int waiting;
  private boolean isClosed;

  Reader(ReaderSettings settings, HikariDataSource writer, Loops loops) {
    this.settings = settings;
    this.properties = writer.getDataSourceProperties();
    this.pool = pool();
    this.standby = probe(pool);
    this.writer = probe(writer);
    look();
    this.probing = loops.start("reader-probe", this::step);
  }

  private OwnConnection probe(HikariDataSource server) {
    return new OwnConnection(
        new OwnConnections(server), "list-refresh probe", settings.timeout(), null);
  }

  private HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    // The time-outs are those of the writer.
    properties.forEach((name, value) -> config.addDataSourceProperty((String) name, value));
    config.setPoolName("reader");
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.username());
    config.setPassword(settings.password());
    config.setMaximumPoolSize(settings.connections());
    config.setConnectionTimeout(settings.timeout().toMillis());
    config.setReadOnly(true);
    // The service starts without its reader, too, and reads from the writer.
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("ApplicationName", "list-refresh reader");
    config.addDataSourceProperty(
        "connectTimeout", Long.toString(Math.max(1, settings.timeout().toSeconds())));
    return new HikariDataSource(config);
  }

  ReaderState state() {
    return state;
  }

  int connections() {
    return settings.connections();
  }

  /**
   * Takes a connection.
   *
   * @param from what {@link #showing} gave
   * @return empty where there is none in time: all are in use, or the reader does not answer, which
   *     the next look finds
   */
  Optional<Connection> connect(HikariDataSource from) {
    try {
      return Optional.of(from.getConnection());
    } catch (SQLException e) {
      LOG.debug("The writer takes the reader's place: {}", e.getMessage());
      probing.wake();
      return Optional.empty();
    }
  }

  /**
   * Waits until it has replayed a position.
   *
   * @return connections to what has; empty where it has not in time, and at once where it is not
   *     usable
   */
  Optional<HikariDataSource> showing(LogSequenceNumber position, Duration limit) {
    // The pool from before the answer: the connections of a later one may be to another server.
    HikariDataSource asked = pool;
    try {
      return hasShown(position) || comesToShow(position, limit)
          ? Optional.of(asked)
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private boolean hasShown(LogSequenceNumber position) {
    return state instanceof ReaderState.Following following
        && following.isClose()
        && following.replayed().compareTo(position) >= 0;
  }

  private synchronized boolean comesToShow(LogSequenceNumber position, Duration limit)
      throws InterruptedException {
    long until = System.nanoTime() + limit.toNanos();
    if (waiting++ == 0) {
      probing.wake();
    }
    try {
      while (state.isUsable() && !hasShown(position) && millisTo(until) > 0) {
        wait(millisTo(until));
      }
      return hasShown(position);
    } finally {
      waiting--;
    }
  }

  // Rounded up, so that no thread wakes just before.
  private static long millisTo(long time) {
    return Math.max(0, Math.ceilDiv(time - System.nanoTime(), NANOS_IN_A_MILLI));
  }

  private Duration step() {
    try {
      look();
    } catch (RuntimeException | Error e) {
      become(new ReaderState.Gone(e.toString()));
      throw e;
    }
    return isAwaited() ? PAUSE : Duration.ofMillis(millisTo(nextLook));
  }

  private synchronized boolean isAwaited() {
    return waiting > 0;
  }

  private void look() {
    if (System.nanoTime() - nextLook >= 0) {
      nextLook = System.nanoTime() + settings.probe().toNanos();
      try {
        written = writer.ask(WriteAheadLog::written);
      } catch (SQLException e) {
        LOG.debug("The writer does not say where it is: {}", e.getMessage());
        written = null;
      }
    }
    try {
      become(
          standby
              .ask(WriteAheadLog::replayed)
              .map(this::following)
              .orElseGet(() -> new ReaderState.Gone("it is no standby")));
    } catch (SQLException e) {
      become(new ReaderState.Gone(String.valueOf(e.getMessage())));
    }
  }

  private ReaderState following(LogSequenceNumber replayed) {
    LogSequenceNumber at = written;
    long now = System.nanoTime();
    if (at != null) {
      lag.note(at, now);
    }
    Duration age = lag.age(replayed, now);
    boolean isClose = settings.isClose(age, state.isUsable());
    return at == null
        // Nothing is written without the writer, so a reader that was read from stays usable.
        ? new ReaderState.Following(replayed, null, isClose || state.isUsable())
        : new ReaderState.Following(
            replayed,
            new ReaderState.Behind(Math.max(0, at.asLong() - replayed.asLong()), age),
            isClose);
  }

  private synchronized void become(ReaderState next) {
    if (isClosed) {
      return;
    }
    boolean left = state.isUsable() && !next.isUsable();
    if (state.isUsable() != next.isUsable()) {
      LOG.info("The reader is {}: {}", left ? "left" : "taken", next);
    }
    state = next;
    notifyAll();
    if (left && next instanceof ReaderState.Gone) {
      dropConnections();
    }
  }

  // Their statements would wait for a server that does not answer; they begin again on the writer.
  private void dropConnections() {
    HikariDataSource dropped = pool;
    pool = pool();
    Thread.ofVirtual().name("reader-drop").start(dropped::close);
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    probing.close();
    standby.close();
    writer.close();
    pool.close();
  }
}
