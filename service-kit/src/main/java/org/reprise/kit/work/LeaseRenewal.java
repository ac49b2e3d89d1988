package org.reprise.kit.work;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of this process on a separate thread and connection: neither its other work nor
 * a pool whose connections are all in use delays a renewal.
 */
public final class LeaseRenewal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewal.class);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);
  private static final String OPTIONS = "-c statement_timeout=4s -c lock_timeout=2s";
  private static final Duration IDLE_INTERVAL = Duration.ofHours(1);

  private final UUID owner = UUID.randomUUID();
  private final OwnConnection connection;
  private final List<Leases<?, ?>> all = new CopyOnWriteArrayList<>();
  private final Loop loop;

  /** Begins, with a thread and a session of this name, which the first renewal opens. */
  public LeaseRenewal(String name, OwnConnections connections, Loops loops) {
    this.connection = new OwnConnection(connections, name, RESPONSE_TIMEOUT, OPTIONS);
    this.loop = loops.start(name, this::renewDue);
  }

  /**
   * Begins to renew the leases on rows of a table.
   *
   * @param length how long after its last renewal a lease expires
   * @param stop ends the work on a row whose lease was lost, or whose work has ended
   */
  public <K, W> Leases<K, W> of(LeaseTable table, Duration length, Consumer<W> stop) {
    Leases<K, W> leases = new Leases<>(table, owner, length, stop);
    all.add(leases);
    loop.wake();
    return leases;
  }

  private Duration renewDue() {
    long pause = IDLE_INTERVAL.toNanos();
    for (Leases<?, ?> leases : all) {
      if (System.nanoTime() - leases.nextRenewal() >= 0) {
        renew(leases);
      }
      pause = Math.min(pause, leases.nextRenewal() - System.nanoTime());
    }
    return Duration.ofNanos(Math.max(1, pause));
  }

  // Leases that cannot be renewed, even for an Error, do not keep the others from renewal: other
  // processes would take over what this one works on.
  private void renew(Leases<?, ?> leases) {
    try {
      leases.renew(connection);
    } catch (SQLException | RuntimeException | Error e) {
      LOG.warn("Cannot renew {} leases; trying again: {}", leases.ids().size(), e.toString());
    }
  }

  @Override
  public void close() {
    loop.close();
    connection.close();
  }
}
