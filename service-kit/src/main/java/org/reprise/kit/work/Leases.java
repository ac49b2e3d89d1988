package org.reprise.kit.work;

import java.sql.Array;
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

/**
 * The rows of one table that this process works on. The lease on a row is renewed while its work is
 * held here; work whose row has ended or was taken over by another process is stopped. What a
 * process writes under a lease must ask for its claim: a process that was suspended for longer than
 * the lease learns only afterwards that it has lost it.
 *
 * @param <K> the id of a row: {@link UUID}, {@link Long} or {@link Integer}
 * @param <W> the work on a row
 */
public final class Leases<K, W> {
  private static final int RENEWALS_IN_A_LEASE = 5;

  private final LeaseTable table;
  private final UUID owner;
  private final Duration length;
  private final Consumer<W> stop;
  private final Map<K, Entry<W>> held = new ConcurrentHashMap<>();
  private long nextRenewal = System.nanoTime();

  private record Entry<W>(Object claim, W work) {}

  Leases(LeaseTable table, UUID owner, Duration length, Consumer<W> stop) {
    this.table = table;
    this.owner = owner;
    this.length = length;
    this.stop = stop;
  }

  /** Returns the id of this process. */
  public UUID owner() {
    return owner;
  }

  /** Returns how long after its last renewal a lease expires. */
  public Duration length() {
    return length;
  }

  /** Returns how often leases are renewed. */
  public Duration interval() {
    return length.dividedBy(RENEWALS_IN_A_LEASE);
  }

  /** Holds a row that is claimed by the id of this process; false where it is held already. */
  public boolean hold(K id, W work) {
    return hold(id, owner, work);
  }

  /** Holds a row that is claimed by another value; false where it is held already. */
  public boolean hold(K id, Object claim, W work) {
    return held.putIfAbsent(id, new Entry<>(claim, work)) == null;
  }

  /** Returns the work on a row; null where this process does none. */
  public @Nullable W find(K id) {
    Entry<W> one = held.get(id);
    return one == null ? null : one.work();
  }

  /** Stops renewing the lease on a row. */
  public void end(K id) {
    held.remove(id);
  }

  public Set<K> ids() {
    return Set.copyOf(held.keySet());
  }

  public Collection<W> all() {
    return held.values().stream().map(Entry::work).toList();
  }

  /** Returns when leases are to be renewed, in terms of {@link System#nanoTime}. */
  long nextRenewal() {
    return nextRenewal;
  }

  void renew(OwnConnection connection) throws SQLException {
    nextRenewal = System.nanoTime() + interval().toNanos();
    Map<K, Entry<W>> working = Map.copyOf(held);
    if (working.isEmpty()) {
      return;
    }
    Set<Object> ours = connection.ask(open -> renew(open, working));
    working.forEach((id, one) -> {
      if (!ours.contains(id) && held.get(id) == one) {
        Thread.ofVirtual().name("stop-" + id).start(() -> stop.accept(one.work()));
      }
    });
  }

  private Set<Object> renew(Connection open, Map<K, Entry<W>> working) throws SQLException {
    Array ids = array(open, List.copyOf(working.keySet()));
    // In the order of the ids.
    Array claims = array(open, working.values().stream().map(Entry::claim).toList());
    try (PreparedStatement statement = open.prepareStatement(table.renew())) {
      statement.setArray(1, ids);
      statement.setArray(2, ids);
      statement.setArray(3, claims);
      Set<Object> ours = new HashSet<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          ours.add(row.getObject(1));
        }
      }
      return ours;
    }
  }

  private static Array array(Connection open, List<?> values) throws SQLException {
    String type =
        switch (values.getFirst()) {
          case UUID _ -> "uuid";
          case Long _ -> "bigint";
          case Integer _ -> "integer";
          default -> throw new IllegalArgumentException("no id or claim: " + values.getFirst());
        };
    return open.createArrayOf(type, values.toArray());
  }
}
