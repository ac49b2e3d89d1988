package org.reprise.lists.lease;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of this process, on a thread and a connection of its own: neither its other
 * work nor a pool whose connections are all in use can delay a renewal.
 */
public final class Leases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration MAX_PAUSE = Duration.ofMillis(100);

  private final UUID owner = UUID.randomUUID();
  private final OwnConnection connection;
  private final List<Lease<?>> leases = new CopyOnWriteArrayList<>();
  private final Loop loop = new Loop("leases", this::renewDue);

  /** Uses the pool's settings for its own connection, which is opened for the first renewal. */
  public Leases(HikariDataSource pool) {
    this.connection =
        new OwnConnection(new OwnConnections(pool), "list-refresh leases", TIMEOUT, null);
    loop.start();
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

  private Duration renewDue() {
    leases.forEach(this::renewIfDue);
    long now = System.nanoTime();
    long least = MAX_PAUSE.toNanos();
    for (Lease<?> lease : leases) {
      least = Math.min(least, lease.nextRenewal() - now);
    }
    return Duration.ofNanos(Math.max(1, least));
  }

  // A lease that cannot be renewed, even for an Error, does not keep the others from renewal: other
  // processes would take over what this one works on.
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
      LOG.warn("Cannot renew leases: {}", e.toString());
    }
  }

  @Override
  public void close() {
    loop.close();
    connection.close();
  }
}
