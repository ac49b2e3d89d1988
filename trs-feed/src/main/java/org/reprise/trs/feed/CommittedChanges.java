package org.reprise.trs.feed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.reprise.oslc.trs.NotedChanges;
import org.reprise.trs.application.Application;

/**
 * An application's rows of the tables {@code change}, {@code event} and {@code feed}, as its
 * publisher uses them.
 */
final class CommittedChanges implements NotedChanges {
  private static final String MOVE =
      """
      with taken as (
        delete from change
        where application = ? and id in (
          select id from change where application = ? order by id limit ?)
        returning id, kind, resource)
      insert into event (application, position, incarnation, kind, resource)
      select ?, ? + row_number() over (order by id), ?, kind, resource from taken\
      """;

  private final Application application;

  CommittedChanges(Application application) {
    this.application = application;
  }

  @Override
  public boolean lock(Connection session) throws SQLException {
    try (PreparedStatement statement =
        session.prepareStatement("select pg_try_advisory_lock(hashtext('trs-publisher'), ?)")) {
      statement.setInt(1, application.ordinal());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  @Override
  public boolean any(Connection session) throws SQLException {
    try (PreparedStatement statement =
        session.prepareStatement("select exists (select from change where application = ?)")) {
      statement.setString(1, application.path());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  @Override
  public long last(Connection session) throws SQLException {
    try (PreparedStatement statement =
        session.prepareStatement(
            "select last_position from feed where application = ? for update")) {
      statement.setString(1, application.path());
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("there is no feed of '" + application.path() + "'");
        }
        return row.getLong(1);
      }
    }
  }

  @Override
  public int publish(Connection session, long after, long incarnation, int most)
      throws SQLException {
    try (PreparedStatement move = session.prepareStatement(MOVE);
        PreparedStatement advance =
            session.prepareStatement("update feed set last_position = ? where application = ?")) {
      move.setString(1, application.path());
      move.setString(2, application.path());
      move.setInt(3, most);
      move.setString(4, application.path());
      move.setLong(5, after);
      move.setLong(6, incarnation);
      int count = move.executeUpdate();
      advance.setLong(1, after + count);
      advance.setString(2, application.path());
      advance.executeUpdate();
      return count;
    }
  }
}
