package org.reprise.ebms.ping;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** The statements of the outbox of Pongs; each commits by itself. */
final class PongTable {
  // A Ping is answered only when its Pong is stored: its sender waits for the statement, and so do
  // the senders of all Pings that came after it.
  private static final int LONGEST_STATEMENT_MS = 10_000;

  private final DataSource dataSource;

  PongTable(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  private Connection connection() throws SQLException {
    Connection connection = dataSource.getConnection();
    try {
      connection.setNetworkTimeout(Runnable::run, LONGEST_STATEMENT_MS);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  // One statement, so that a group of Pings costs one round trip and one commit.
  private static final String CHANGE =
      """
      with done as (delete from pong_outbox where id = any (?))
      insert into pong_outbox (id, node_id, pongs) values (?, ?, ?)\
      """;

  /** Stores a group of Pongs for an instance and deletes others. */
  void change(UUID node, PongGroup kept, Collection<UUID> done) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement statement = connection.prepareStatement(CHANGE)) {
      statement.setArray(1, connection.createArrayOf("uuid", done.toArray()));
      statement.setObject(2, kept.id());
      statement.setObject(3, node);
      statement.setString(4, PongGroup.text(kept.remaining()));
      statement.executeUpdate();
    }
  }

  void delete(Collection<UUID> done) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement statement =
            connection.prepareStatement("delete from pong_outbox where id = any (?)")) {
      statement.setArray(1, connection.createArrayOf("uuid", done.toArray()));
      statement.executeUpdate();
    }
  }

  /** Removes Pongs that were sent from a group; does nothing where another instance has it. */
  void shrink(UUID node, PongGroup group) throws SQLException {
    update(
        "update pong_outbox set pongs = ? where id = ? and node_id = ?",
        group.shrunk(),
        group.id(),
        node);
  }

  /**
   * Makes the room of deleted groups free. The database's own cleaning comes once a minute; until
   * then the table would grow by all that came and went.
   */
  void clean() throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum (skip_locked, truncate false) pong_outbox");
    }
  }

  private int update(String sql, Object... parameters) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    }
  }

  record Row(UUID id, String pongs) {}

  /** Takes over groups of ended instances; skips those that another instance is taking over. */
  List<Row> takeOver(UUID node, int most) throws SQLException {
    String sql =
        """
        update pong_outbox set node_id = ? where id in (
          select o.id from pong_outbox o
          where not exists (select from node n where n.id = o.node_id and n.expires_at > now())
          order by o.created_at limit ? for update skip locked)
        returning id, pongs\
        """;
    try (Connection connection = connection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, node);
      statement.setInt(2, most);
      return rows(statement);
    }
  }

  /**
   * Groups that name an instance without its knowledge: it took them over, and the database's
   * answer was lost.
   */
  List<Row> unknown(UUID node, Collection<UUID> known, int most) throws SQLException {
    String sql = "select id, pongs from pong_outbox where node_id = ? and not id = any (?) limit ?";
    try (Connection connection = connection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, node);
      statement.setArray(2, connection.createArrayOf("uuid", known.toArray()));
      statement.setInt(3, most);
      return rows(statement);
    }
  }

  private static List<Row> rows(PreparedStatement statement) throws SQLException {
    List<Row> rows = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        rows.add(new Row(row.getObject(1, UUID.class), row.getString(2)));
      }
    }
    return rows;
  }
}
