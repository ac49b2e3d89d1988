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
 * Gives this process's signs of life, on a thread and a connection of its own: nothing else that it
 * does, and no pool whose connections are all in use, can make them late.
 */
public final class Leases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LONGEST_REST = Duration.ofMillis(100);

  private final UUID owner = UUID.randomUUID();
  private final OwnConnection connection;
  private final List<Lease<?>> leases = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private volatile boolean closed;

  /** Connects as a pool does, when there is something to say. */
  public Leases(HikariDataSource pool) {
    this.connection = OwnConnection.ofWriter(pool, "leases", TIMEOUT);
    this.thread = Thread.ofPlatform().name("leases").daemon().start(this::run);
  }

  /**
   * Begins to give signs of life for what is held of some rows.
   *
   * @param length how long after the last one a row is nobody's
   * @param stop ends work on a row that is another's by now
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
        Thread.sleep(rest());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration rest() {
    long now = System.nanoTime();
    long least = LONGEST_REST.toNanos();
    for (Lease<?> lease : leases) {
      least = Math.min(least, lease.nextSign() - now);
    }
    return Duration.ofNanos(Math.max(1, least));
  }

  // Whatever it is: the thread must not end before the service.
  private void renewIfDue(Lease<?> lease) {
    if (!lease.isDue(System.nanoTime()) || lease.ids().isEmpty()) {
      return;
    }
    try {
      connection.ask(open -> {
        lease.renew(open);
        return true;
      });
    } catch (SQLException | RuntimeException e) {
      LOG.warn("No sign of life was given: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    connection.close();
  }
}
