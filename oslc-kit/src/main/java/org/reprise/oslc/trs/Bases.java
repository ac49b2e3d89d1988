package org.reprise.oslc.trs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.reprise.kit.work.OwnConnections;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Makes the bases of a feed: enumerations of all members, each with separate page URIs. */
final class Bases {
  private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(10);
  private static final String OPTIONS =
      "-c statement_timeout=0 -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";

  private static final String LOCK = "(hashtext('feed-base'), hashtext(?))";
  private static final String INSERT_BASE =
      """
      insert into base (application, generation, cutoff, cutoff_incarnation, members, pages)
      select f.application,
        greatest(
          (extract(epoch from clock_timestamp()) * 1000)::bigint,
          coalesce((select max(generation) from base where application = f.application), 0) + 1),
        e.position, e.incarnation, 0, 1
      from feed f
      left join event e on e.application = f.application and e.position = f.last_position
      where f.application = ?
      returning generation\
      """;
  private static final String INSERT_PAGES =
      """
      with page as (
        insert into base_page (application, generation, number, members)
        select ?, ?, number, array_agg(resource order by place)
        from (
          select m.resource, m.place, 1 + (m.place - 1) / f.page_size as number
          from feed f cross join (%s) m where f.application = ?) numbered
        group by number
        returning cardinality(members) as members)
      update base set members = p.members, pages = greatest(1, p.pages)
      from (select coalesce(sum(members), 0) as members, count(*) as pages from page) p
      where application = ? and generation = ?\
      """;
  private static final String TRUNCATE_FIRST_SEGMENT =
      """
      with begun as (
        update feed f set truncated = segment_size, last_position = segment_size + 1
        from (%s) m where f.application = ? and m.place = 1
        returning f.application, f.last_position, m.resource)
      insert into event (application, position, incarnation, kind, resource)
      select application, last_position, hashtextextended(gen_random_uuid()::text, 0), 'Creation',
        resource
      from begun\
      """;
  private static final String SUPERSEDE =
      """
      update base set superseded = now()
      where application = ? and generation < ? and superseded is null\
      """;

  private final OwnConnections connections;
  private final String application;
  private final String members;

  Bases(OwnConnections connections, String application, String members) {
    this.connections = connections;
    this.application = application;
    this.members = members;
  }

  /**
   * Makes a base of all members as they are now. It accounts for the newest event that is published
   * now: all its changes are committed. It may also contain committed changes that are not
   * published yet, whose events come later (OSLC TRS 3.0: a base may be an approximation, if the
   * log puts it right).
   *
   * @return false if another process is making one
   */
  boolean make() {
    try (Connection connection =
        connections.open(application + "-base", RESPONSE_TIMEOUT, OPTIONS)) {
      // Before the transaction, whose snapshot is then newer than the base that another one made
      // under the lock. It ends with the session.
      boolean isLocked =
          client(connection)
              .sql("select pg_try_advisory_lock" + LOCK)
              .param(application)
              .query(Boolean.class)
              .single();
      if (!isLocked) {
        return false;
      }
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      insert(client(connection));
      connection.commit();
      return true;
    } catch (SQLException e) {
      throw new UncategorizedSQLException("make a base", null, e);
    }
  }

  /** Makes a base within a transaction, as {@link Feed#makeBaseWithin} says. */
  void makeWithin(Connection transaction) {
    JdbcClient session = client(transaction);
    session
        .sql("select pg_advisory_xact_lock" + LOCK)
        .param(application)
        .query((row, n) -> true)
        .list();
    session.sql(TRUNCATE_FIRST_SEGMENT.formatted(members)).param(application).update();
    insert(session);
  }

  /** Returns a client of a connection that its caller closes. */
  static JdbcClient client(Connection connection) {
    return JdbcClient.create(new SingleConnectionDataSource(connection, true));
  }

  private void insert(JdbcClient session) {
    long generation = session.sql(INSERT_BASE).param(application).query(Long.class).single();
    session
        .sql(INSERT_PAGES.formatted(members))
        .params(application, generation, application, application, generation)
        .update();
    session.sql(SUPERSEDE).params(application, generation).update();
  }
}
