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
 * What this process works on of the rows of one table. As long as it is here, signs of life are
 * given for it, and work whose row was ended or taken over by somebody else is stopped.
 *
 * @param <W> the work on a row
 */
public final class Lease<W> {
  private static final int SIGNS_IN_A_LEASE = 5;

  private final LeasedRows rows;
  private final UUID owner;
  private final Duration length;
  private final Consumer<W> stop;
  private final Map<UUID, W> held = new ConcurrentHashMap<>();
  private long nextSign = System.nanoTime();

  Lease(LeasedRows rows, UUID owner, Duration length, Consumer<W> stop) {
    this.rows = rows;
    this.owner = owner;
    this.length = length;
    this.stop = stop;
  }

  /** The process, as the rows call it. */
  public UUID owner() {
    return owner;
  }

  /** How long after the last sign of life a row is nobody's. */
  public Duration length() {
    return length;
  }

  /** How often a sign of life is given, and those of others are looked at. */
  public Duration pace() {
    return length.dividedBy(SIGNS_IN_A_LEASE);
  }

  /** Notes work on a row that is this process's; false where it works on that row already. */
  public boolean hold(UUID id, W work) {
    return held.putIfAbsent(id, work) == null;
  }

  /** The work on a row; null where this process does none. */
  public @Nullable W find(UUID id) {
    return held.get(id);
  }

  /** Notes that nothing more is done for a row. */
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

  /** Whether the time of the next sign has come; the one after it is a pace later. */
  boolean isDue(long now) {
    boolean isDue = now - nextSign >= 0;
    if (isDue) {
      nextSign = now + pace().toNanos();
    }
    return isDue;
  }

  long nextSign() {
    return nextSign;
  }

  /** Gives signs of life, and stops the work on what is another's by now, or has ended. */
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

  /** Lets other processes take over at once what this one has worked on. */
  public void release(JdbcClient jdbc, Collection<UUID> ids) {
    jdbc.sql(rows.release()).params(ids.toArray(UUID[]::new), owner).update();
  }

  /**
   * Ends what ended processes have left, whoever they were, in tables with the columns {@code
   * end_date} and {@code failure_reason}.
   */
  public void failExpired(JdbcClient jdbc) {
    jdbc.sql(rows.failExpired()).param(length.toMillis()).update();
  }
}
