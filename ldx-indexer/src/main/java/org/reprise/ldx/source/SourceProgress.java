package org.reprise.ldx.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.ldx.feed.ChangeEvent;
import org.reprise.ldx.feed.RecentEvents;
import org.reprise.ldx.feed.SyncPoint;
import org.reprise.ldx.rdf.UriKey;

/**
 * How far a data source has been read: written in the transaction that stores what was read, so
 * that neither is there without the other. Each change asks for the lease.
 */
public final class SourceProgress {
  private SourceProgress() {}

  /**
   * Begins to read the base.
   *
   * @param cutoff the newest event that it accounts for
   * @return the generation of what it lists
   */
  public static int beginBase(
      Connection connection, SourceLease lease, URI firstPage, String cutoff) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update data_source
            set phase = 'BASE', generation = generation + 1, next_page = ?, cutoff = ?,
                sync_event = null, sync_order = null, reindex = false
            where id = ? and owner = ? and epoch = ? returning generation
            """)) {
      update.setString(1, firstPage.toString());
      update.setString(2, cutoff);
      setLease(update, 3, lease);
      try (ResultSet row = update.executeQuery()) {
        if (!row.next()) {
          throw new LeaseLost(lease);
        }
        return row.getInt(1);
      }
    }
  }

  /**
   * Everything up to a page of the base is stored.
   *
   * @param next where to go on
   * @return whether somebody paused the data source
   */
  public static boolean pageDone(Connection connection, SourceLease lease, URI next)
      throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update data_source set next_page = ?
            where id = ? and owner = ? and epoch = ? returning paused
            """)) {
      update.setString(1, next.toString());
      setLease(update, 2, lease);
      return isPaused(update, lease);
    }
  }

  /** The whole base is stored: the log is read from its cutoff on. */
  public static void baseDone(Connection connection, SourceLease lease) throws SQLException {
    change(
        connection,
        lease,
        """
        update data_source
        set phase = 'LOG', next_page = null, sync_event = cutoff, sync_order = null
        where id = ? and owner = ? and epoch = ?
        """);
  }

  /** The index is current: what earlier generations had and this one has not is gone. */
  public static void current(Connection connection, SourceLease lease) throws SQLException {
    change(
        connection,
        lease,
        """
        update data_source set phase = 'CURRENT', cutoff = null
        where id = ? and owner = ? and epoch = ?
        """);
  }

  /** The base is to be read again by the next poll. */
  public static void again(Connection connection, SourceLease lease) throws SQLException {
    change(
        connection,
        lease,
        "update data_source set phase = 'NEW', next_page = null"
            + " where id = ? and owner = ? and epoch = ?");
  }

  private static void change(Connection connection, SourceLease lease, String sql)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      setLease(update, 1, lease);
      if (update.executeUpdate() != 1) {
        throw new LeaseLost(lease);
      }
    }
  }

  /**
   * Everything up to an event is stored.
   *
   * @return whether somebody paused the data source
   */
  public static boolean synced(Connection connection, SourceLease lease, SyncPoint sync)
      throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update data_source
            set sync_event = ?, sync_order = greatest(sync_order, ?)
            where id = ? and owner = ? and epoch = ? returning paused
            """)) {
      BigInteger order = sync.order();
      update.setString(1, sync.event());
      update.setBigDecimal(2, order == null ? null : new BigDecimal(order));
      setLease(update, 3, lease);
      return isPaused(update, lease);
    }
  }

  /** The newest event that is indexed; null before the base is read. */
  public static @Nullable SyncPoint sync(Connection connection, int source) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "select sync_event, sync_order from data_source where id = ?")) {
      select.setInt(1, source);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? DataSource.sync(row) : null;
      }
    }
  }

  private static boolean isPaused(PreparedStatement update, SourceLease lease) throws SQLException {
    try (ResultSet row = update.executeQuery()) {
      if (!row.next()) {
        throw new LeaseLost(lease);
      }
      return row.getBoolean(1);
    }
  }

  private static void setLease(PreparedStatement statement, int first, SourceLease lease)
      throws SQLException {
    statement.setInt(first, lease.source());
    statement.setObject(first + 1, lease.owner());
    statement.setLong(first + 2, lease.epoch());
  }

  /** The newest events that were seen. */
  public static RecentEvents recent(Connection connection, int source) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "select event, position from recent_event where data_source = ?")) {
      select.setInt(1, source);
      Set<UUID> keys = new HashSet<>();
      BigInteger oldest = null;
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          keys.add(row.getObject(1, UUID.class));
          BigInteger order = row.getBigDecimal(2).toBigInteger();
          oldest = oldest == null ? order : oldest.min(order);
        }
      }
      return new RecentEvents(keys, oldest);
    }
  }

  /**
   * Remembers the newest of some events, and forgets older ones.
   *
   * @param all in time
   */
  public static void remember(Connection connection, int source, List<ChangeEvent> all, int most)
      throws SQLException {
    if (all.isEmpty()) {
      return;
    }
    List<ChangeEvent> events = all.subList(Math.max(0, all.size() - most), all.size());
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into recent_event (data_source, event, position)
            select ?, * from unnest(?, ?) on conflict do nothing
            """)) {
      insert.setInt(1, source);
      insert.setArray(
          2,
          connection.createArrayOf(
              "uuid", events.stream().map(event -> UriKey.of(event.uri())).toArray()));
      insert.setArray(
          3,
          connection.createArrayOf(
              "numeric", events.stream().map(event -> new BigDecimal(event.order())).toArray()));
      insert.executeUpdate();
    }
    try (PreparedStatement delete =
        connection.prepareStatement(
            """
            delete from recent_event
            where data_source = ? and position < (
              select position from recent_event where data_source = ?
              order by position desc offset ? limit 1)
            """)) {
      delete.setInt(1, source);
      delete.setInt(2, source);
      delete.setInt(3, most - 1);
      delete.executeUpdate();
    }
  }

  /** Forgets all of them: a base was read. */
  public static void forget(Connection connection, int source) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("delete from recent_event where data_source = ?")) {
      delete.setInt(1, source);
      delete.executeUpdate();
    }
  }
}
