package org.reprise.trs.feed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.reprise.kit.work.OwnConnections;
import org.reprise.trs.application.Application;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Makes bases: enumerations of all members, each with page URIs of its own. */
public final class Bases {
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(10);
  private static final String OPTIONS =
      "-c statement_timeout=0 -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";

  private static final String INSERT_BASE =
      """
      insert into base
        (application, generation, cutoff, cutoff_incarnation, members, pages)
      select f.application,
        greatest(
          (extract(epoch from clock_timestamp()) * 1000)::bigint,
          coalesce((select max(generation) from base where application = f.application), 0) + 1),
        e.position, e.incarnation, c.members,
        greatest(1, (c.members + f.page_size - 1) / f.page_size)
      from feed f
      left join event e on e.application = f.application and e.position = f.last_position
      cross join (
        select count(*) as members from version where application = ? and tracked) c
      where f.application = ?
      returning generation\
      """;
  private static final String INSERT_PAGES =
      """
      insert into base_page (application, generation, number, members)
      select ?, ?, page, array_agg(id order by id)
      from (
        select id, 1 + (row_number() over (order by id) - 1) / f.page_size as page
        from version v join feed f on f.application = v.application
        where v.application = ? and v.tracked) numbered
      group by page\
      """;
  private static final String SUPERSEDE =
      """
      update base set superseded = now()
      where application = ? and generation < ? and superseded is null\
      """;

  private final JdbcClient jdbc;
  private final OwnConnections connections;

  Bases(JdbcClient jdbc, OwnConnections connections) {
    this.jdbc = jdbc;
    this.connections = connections;
  }

  /** Makes the first base of an application unless there is one. */
  void makeFirst(Application application) {
    boolean exists =
        jdbc.sql("select exists (select from base where application = ?)")
            .param(application.path())
            .query(Boolean.class)
            .single();
    if (!exists) {
      make(application);
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
  public boolean make(Application application) {
    try (Connection connection =
        connections.open("trs-base-" + application.path(), LONGEST_ANSWER, OPTIONS)) {
      // Before the transaction, whose snapshot is then newer than the base that another one made
      // under the lock. It ends with the session.
      if (!lock(connection, application)) {
        return false;
      }
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      insert(connection, application);
      connection.commit();
      return true;
    } catch (SQLException e) {
      throw new UncategorizedSQLException("make a base", null, e);
    }
  }

  /**
   * Makes a base within a transaction of the caller, who sees to it that the application's
   * artifacts do not change meanwhile.
   */
  public void makeWithin(Connection transaction, Application application) throws SQLException {
    try (PreparedStatement statement =
        transaction.prepareStatement("select pg_advisory_xact_lock(hashtext('trs-base'), ?)")) {
      statement.setInt(1, application.ordinal());
      statement.execute();
    }
    insert(transaction, application);
  }

  private static void insert(Connection transaction, Application application) throws SQLException {
    long generation = insertBase(transaction, application);
    insertPages(transaction, application, generation);
    try (PreparedStatement statement = transaction.prepareStatement(SUPERSEDE)) {
      statement.setString(1, application.path());
      statement.setLong(2, generation);
      statement.executeUpdate();
    }
  }

  private static boolean lock(Connection connection, Application application) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("select pg_try_advisory_lock(hashtext('trs-base'), ?)")) {
      statement.setInt(1, application.ordinal());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  private static long insertBase(Connection connection, Application application)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT_BASE)) {
      statement.setString(1, application.path());
      statement.setString(2, application.path());
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("there is no feed of '" + application.path() + "'");
        }
        return row.getLong(1);
      }
    }
  }

  private static void insertPages(Connection connection, Application application, long generation)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT_PAGES)) {
      statement.setString(1, application.path());
      statement.setLong(2, generation);
      statement.setString(3, application.path());
      statement.executeUpdate();
    }
  }
}
