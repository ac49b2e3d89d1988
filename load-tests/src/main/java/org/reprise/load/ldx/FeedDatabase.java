package org.reprise.load.ldx;

import java.sql.SQLException;
import org.reprise.load.deploy.Sql;
import org.reprise.localstack.Database;

/** An application, by its database: how much it has, and how far its feed has come. */
record FeedDatabase(String application, Database database) {
  long members() throws SQLException {
    return number("select count(*) from version where application = ? and tracked");
  }

  long newestEvent() throws SQLException {
    return number("select coalesce(max(last_position), 0) from feed where application = ?");
  }

  /** The order of the newest event that the base of the feed accounts for; 0 for none. */
  long baseCutoff() throws SQLException {
    return number("select coalesce(max(cutoff), 0) from base where application = ?");
  }

  /** Changes that are committed and have no order so far. */
  long unpublished() throws SQLException {
    return number("select count(*) from change where application = ?");
  }

  private long number(String query) throws SQLException {
    try (var connection = database.connect()) {
      return Sql.numbers(connection, query, application).getFirst();
    }
  }
}
