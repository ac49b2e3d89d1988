package org.reprise.lists.lease;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.reprise.lists.split.OwnConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of this process, on a thread and a connection of its own: neither its other
 * work nor a pool whose connections are all in use can delay a renewal.
 */
public final class Leases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LONGEST_SLEEP = Duration.ofMillis(100);

  private final UUID owner = UUID.randomUUID();
  private final OwnConnection connection;
  private final List<Lease<?>> leases = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean closed;

  /** Uses the pool's settings for its own connection, which is opened for the first renewal. */
  public Leases(HikariDataSource pool) {
    this.connection = OwnConnection.ofWriter(pool, "leases", TIMEOUT);
    this.thread = Thread.ofPlatform().name("leases").daemon().start(this::run);
  }

  /**
   * Begins to renew the leases of some rows.
   *
   * @param length how long after its last renewal a lease expires
   * @param stop ends work on a row that has ended or has another owner
   */
  public <W> Lease<W> of(LeasedRows rows, Duration length, Consumer<W> stop) {
    Lease<W> lease = new Lease<>(rows, owner, length, stop);
    leases.add(lease);
    return lease;
  }

  private void run() {
    try {
      while (!closed) {
        leases.forEach(this::renewIfDue);
        Thread.sleep(sleep());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration sleep() {
    long now = System.nanoTime();
    long least = LONGEST_SLEEP.toNanos();
    for (Lease<?> lease : leases) {
      least = Math.min(least, lease.nextRenewal() - now);
    }
    return Duration.ofNanos(Math.max(1, least));
  }

  // Nothing may end the thread before the service ends, not even an Error: other processes would
  // take over what this one still works on.
  private void renewIfDue(Lease<?> lease) {
    if (!lease.isDue(System.nanoTime()) || lease.ids().isEmpty()) {
      return;
    }
    try {
      connection.ask(open -> {
        lease.renew(open);
        return true;
      });
    } catch (SQLException | RuntimeException | Error e) {
      LOG.warn("Leases were not renewed: {}", e.toString());
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    connection.close();
  }
}
