package org.reprise.gc.feed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.reprise.gc.revision.Revisions;
import org.reprise.oslc.trs.NotedChanges;

/**
 * The tables {@code change}, {@code event} and {@code feed}, as the publisher uses them. Not safe
 * for threads.
 */
final class CommittedChanges implements NotedChanges {
  private static final String MOVE =
      """
      with taken as (
        delete from change
        where id in (select id from change where id = any (?) order by id limit ?)
        returning id, kind, resource)
      insert into event (position, incarnation, kind, resource)
      select ? + row_number() over (order by id), ?, kind, resource from taken\
      """;

  // More than are published at once, so that the publisher sees that there are others.
  private static final int MOST_SETTLED = 2_000;

  private final Revisions revisions;
  private final List<Long> settled = new ArrayList<>();

  CommittedChanges(Revisions revisions) {
    this.revisions = revisions;
  }

  @Override
  public boolean lock(Connection session) throws SQLException {
    try (PreparedStatement statement =
            session.prepareStatement("select pg_try_advisory_lock(hashtext('gc-publisher'), 0)");
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  @Override
  public boolean any(Connection session) throws SQLException {
    settled.clear();
    try (PreparedStatement statement =
        session.prepareStatement("select id from change order by id limit ?")) {
      statement.setInt(1, MOST_SETTLED);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          settled.add(row.getLong(1));
        }
      }
    }
    if (settled.isEmpty()) {
      return false;
    }
    // Who reads of a change asks for its resource, on whichever instance, and never again. Before
    // the transaction, for it may take as long as a lease.
    revisions.settle();
    return true;
  }

  @Override
  public long last(Connection session) throws SQLException {
    try (PreparedStatement statement =
            session.prepareStatement("select last_position from feed for update");
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new SQLException("there is no feed");
      }
      return row.getLong(1);
    }
  }

  @Override
  public int publish(Connection session, long after, long incarnation, int most)
      throws SQLException {
    try (PreparedStatement move = session.prepareStatement(MOVE);
        PreparedStatement advance = session.prepareStatement("update feed set last_position = ?")) {
      move.setArray(1, session.createArrayOf("bigint", settled.toArray()));
      move.setInt(2, most);
      move.setLong(3, after);
      move.setLong(4, incarnation);
      int count = move.executeUpdate();
      advance.setLong(1, after + count);
      advance.executeUpdate();
      return count;
    }
  }
}
