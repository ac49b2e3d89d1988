package org.reprise.gc.feed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.reprise.oslc.trs.NotedChanges;

/** The tables {@code change}, {@code event} and {@code feed}, as the publisher uses them. */
final class CommittedChanges implements NotedChanges {
  private static final String MOVE =
      """
      with taken as (
        delete from change
        where id in (select id from change order by id limit ?)
        returning id, kind, resource)
      insert into event (position, incarnation, kind, resource)
      select ? + row_number() over (order by id), ?, kind, resource from taken\
      """;

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
    try (PreparedStatement statement =
            session.prepareStatement("select exists (select from change)");
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
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
      move.setInt(1, most);
      move.setLong(2, after);
      move.setLong(3, incarnation);
      int count = move.executeUpdate();
      advance.setLong(1, after + count);
      advance.executeUpdate();
      return count;
    }
  }
}
