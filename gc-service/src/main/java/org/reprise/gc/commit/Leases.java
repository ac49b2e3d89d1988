package org.reprise.gc.commit;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;
import org.reprise.gc.commit.ActivityRows.LeasedActivity;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews the leases on activities, on a thread and a connection of its own. */
final class Leases implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final int RENEWALS_IN_A_LEASE = 5;
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);
  private static final String OPTIONS = "-c statement_timeout=4s -c lock_timeout=2s";
  // One whose row is locked is in its last transaction: nobody takes it over, and the others do not
  // wait for it.
  private static final String RENEW =
      """
      update activity set lease_until = now() + ? * interval '1 millisecond'
      where id in (
        select a.id from activity a join unnest (?, ?) as held (id, claim)
          on a.id = held.id and a.claim = held.claim
        where a.state = 'IN_PROGRESS'
        order by a.id for update of a skip locked)\
      """;

  private final OwnConnection connection;
  private final Duration length;
  private final Supplier<Collection<LeasedActivity>> held;
  private final Loop loop = new Loop("commit-leases", this::step);

  Leases(OwnConnections connections, Duration length, Supplier<Collection<LeasedActivity>> held) {
    this.connection = new OwnConnection(connections, "gc-leases", RESPONSE_TIMEOUT, OPTIONS);
    this.length = length;
    this.held = held;
  }

  void start() {
    loop.start();
  }

  boolean isHealthy() {
    return loop.isHealthy();
  }

  private Duration step() {
    Collection<LeasedActivity> all = held.get();
    if (!all.isEmpty()) {
      try {
        connection.ask(session -> renew(session, all));
      } catch (SQLException e) {
        LOG.warn(
            "Cannot renew the leases of {} activities; retrying: {}", all.size(), e.getMessage());
      }
    }
    return length.dividedBy(RENEWALS_IN_A_LEASE);
  }

  private int renew(Connection session, Collection<LeasedActivity> all) throws SQLException {
    try (PreparedStatement statement = session.prepareStatement(RENEW)) {
      statement.setLong(1, length.toMillis());
      statement.setArray(
          2, session.createArrayOf("bigint", all.stream().map(LeasedActivity::id).toArray()));
      statement.setArray(
          3, session.createArrayOf("bigint", all.stream().map(LeasedActivity::claim).toArray()));
      return statement.executeUpdate();
    }
  }

  @Override
  public void close() {
    loop.close();
    connection.close();
  }
}
