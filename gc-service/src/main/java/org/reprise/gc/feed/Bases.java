package org.reprise.gc.feed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.reprise.kit.work.OwnConnections;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Makes bases: enumerations of all members, each with page URIs of its own. */
final class Bases {
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);
  private static final String OPTIONS =
      "-c statement_timeout=0 -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";

  private static final String INSERT_BASE =
      """
      insert into base (generation, cutoff, cutoff_incarnation, members, pages)
      select
        greatest(
          (extract(epoch from clock_timestamp()) * 1000)::bigint,
          coalesce((select max(generation) from base), 0) + 1),
        e.position, e.incarnation, c.members,
        greatest(1, (c.members + f.page_size - 1) / f.page_size)
      from feed f
      left join event e on e.position = f.last_position
      cross join (
        select (select count(*) from component) + (select count(*) from configuration) as members) c
      returning generation\
      """;
  private static final String INSERT_PAGES =
      """
      insert into base_page (generation, number, members)
      select ?, page, array_agg(uri order by place)
      from (
        select uri, place, 1 + (place - 1) / f.page_size as page
        from feed f cross join (
          select uri, row_number() over (order by sort, id) as place
          from (
            select 1 as sort, id, ? || '/component/' || id as uri from component
            union all
            select 2, id, ? || '/configuration/' || id from configuration) all_members) placed)
        numbered
      group by page\
      """;
  private static final String SUPERSEDE =
      "update base set superseded = now() where generation < ? and superseded is null";

  private final JdbcClient jdbc;
  private final OwnConnections connections;
  private final String uris;

  /**
   * Makes one.
   *
   * @param uris what the members' URIs begin with
   */
  Bases(JdbcClient jdbc, OwnConnections connections, String uris) {
    this.jdbc = jdbc;
    this.connections = connections;
    this.uris = uris;
  }

  /** Makes the first base unless there is one. */
  void makeFirst() {
    boolean exists = jdbc.sql("select exists (select from base)").query(Boolean.class).single();
    if (!exists) {
      make();
    }
  }

  /**
   * Makes a base of all members as they are now. It accounts for the newest event that is published
   * now: all its changes are committed. It may also contain what is committed and not published
   * yet, whose events come later (OSLC TRS 3.0: a base may be an approximation, if the log puts it
   * right).
   *
   * @return false where another process is making one
   */
  boolean make() {
    try (Connection connection = connections.open("gc-base", LONGEST_ANSWER, OPTIONS)) {
      // Before the transaction, whose snapshot is then newer than the base that another one made
      // under the lock. It ends with the session.
      if (!lock(connection)) {
        return false;
      }
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      insert(connection);
      connection.commit();
      return true;
    } catch (SQLException e) {
      throw new UncategorizedSQLException("make a base", null, e);
    }
  }

  private static boolean lock(Connection connection) throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("select pg_try_advisory_lock(hashtext('gc-base'), 0)");
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  private void insert(Connection transaction) throws SQLException {
    long generation = insertBase(transaction);
    try (PreparedStatement statement = transaction.prepareStatement(INSERT_PAGES)) {
      statement.setLong(1, generation);
      statement.setString(2, uris);
      statement.setString(3, uris);
      statement.executeUpdate();
    }
    try (PreparedStatement statement = transaction.prepareStatement(SUPERSEDE)) {
      statement.setLong(1, generation);
      statement.executeUpdate();
    }
  }

  private static long insertBase(Connection transaction) throws SQLException {
    try (PreparedStatement statement = transaction.prepareStatement(INSERT_BASE);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new SQLException("there is no feed");
      }
      return row.getLong(1);
    }
  }
}
