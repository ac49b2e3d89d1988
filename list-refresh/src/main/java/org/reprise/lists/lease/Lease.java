package org.reprise.lists.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The rows of one table that this process works on. The lease on each row is renewed while the work
 * is held here; work whose row has ended or was taken over by another process is stopped.
 *
 * @param <W> the work on a row
 */
public final class Lease<W> {
  private static final int RENEWALS_IN_A_LEASE = 5;

  private final LeasedRows rows;
  private final UUID owner;
  private final Duration length;
  private final Consumer<W> stop;
  private final Map<UUID, W> held = new ConcurrentHashMap<>();
  private long nextRenewal = System.nanoTime();

  Lease(LeasedRows rows, UUID owner, Duration length, Consumer<W> stop) {
    this.rows = rows;
    this.owner = owner;
    this.length = length;
    this.stop = stop;
  }

  /** The id of this process in the column {@code owner}. */
  public UUID owner() {
    return owner;
  }

  /** How long after its last heartbeat a row's lease expires. */
  public Duration length() {
    return length;
  }

  /** How often leases are renewed, and expired ones of other processes are looked for. */
  public Duration interval() {
    return length.dividedBy(RENEWALS_IN_A_LEASE);
  }

  /** Holds work on a row that this process owns; false where it works on that row already. */
  public boolean hold(UUID id, W work) {
    return held.putIfAbsent(id, work) == null;
  }

  /** The work on a row; null where this process does none. */
  public @Nullable W find(UUID id) {
    return held.get(id);
  }

  /** Ends the work on a row: its lease is no longer renewed. */
  public void end(UUID id) {
    held.remove(id);
  }

  /** The rows that this process works on. */
  public Set<UUID> ids() {
    return Set.copyOf(held.keySet());
  }

  /** The work on them. */
  public Collection<W> all() {
    return List.copyOf(held.values());
  }

  /** Whether the leases are due for renewal; the next time is an interval later. */
  boolean isDue(long now) {
    boolean isDue = now - nextRenewal >= 0;
    if (isDue) {
      nextRenewal = now + interval().toNanos();
    }
    return isDue;
  }

  long nextRenewal() {
    return nextRenewal;
  }

  /** Renews the leases, and stops work whose row has ended or has another owner. */
  void renew(Connection connection) throws SQLException {
    Map<UUID, W> working = Map.copyOf(held);
    if (working.isEmpty()) {
      return;
    }
    Set<UUID> ours = renew(connection, working.keySet());
    working.forEach((id, work) -> {
      if (!ours.contains(id) && held.get(id) == work) {
        Thread.ofVirtual().name("stop-" + id).start(() -> stop.accept(work));
      }
    });
  }

  private Set<UUID> renew(Connection connection, Set<UUID> ids) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(rows.renew())) {
      statement.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
      statement.setObject(2, owner);
      statement.setObject(3, owner);
      Set<UUID> ours = new HashSet<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          ours.add(row.getObject(1, UUID.class));
        }
      }
      return ours;
    }
  }

  /** Ends the leases of some rows, so that other processes can take them over at once. */
  public void release(JdbcClient jdbc, Collection<UUID> ids) {
    // Work that has not stopped yet must not be renewed again.
    ids.forEach(held::remove);
    jdbc.sql(rows.release()).params(ids.toArray(UUID[]::new), owner).update();
  }

  /**
   * Marks the work of ended processes as failed, in tables with the columns {@code end_date} and
   * {@code failure_reason}. Work of this process goes on: after it was stopped (SIGSTOP) it may
   * come here before it renews its leases.
   */
  public void failExpired(JdbcClient jdbc) {
    jdbc.sql(rows.failExpired()).params(length.toMillis(), ids().toArray(UUID[]::new)).update();
  }
}
