package org.reprise.ldx.source;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Renews the leases of this process on a thread and a connection of its own: neither its work nor a
 * pool whose connections are all in use delays a renewal. Work whose lease is another's is stopped.
 */
public final class LeaseRenewal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewal.class);
  private static final int RENEWALS_IN_A_LEASE = 5;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final OwnConnection connection;
  private final Map<SourceLease, Consumer<String>> held = new ConcurrentHashMap<>();
  private final Loop loop;

  /** Starts the thread; the connection is opened for the first renewal. */
  public LeaseRenewal(OwnConnections connections, Duration length) {
    this.connection = new OwnConnection(connections, "ldx-indexer leases", TIMEOUT, "");
    Duration interval = length.dividedBy(RENEWALS_IN_A_LEASE);
    // Not even an Error may end it before the service ends: another process would take over the
    // work of this one.
    this.loop =
        new Loop(
            "leases",
            () -> {
              renewAll();
              return interval;
            });
    loop.start();
  }

  /**
   * Renews a lease until it is ended.
   *
   * @param stop gets the reason when the work is to end: the lease was lost, or the data source
   *     paused
   */
  public void hold(SourceLease lease, Consumer<String> stop) {
    held.put(lease, stop);
  }

  public void end(SourceLease lease) {
    held.remove(lease);
  }

  private void renewAll() {
    Map<SourceLease, Consumer<String>> working = Map.copyOf(held);
    if (working.isEmpty()) {
      return;
    }
    try {
      Map<Integer, Boolean> paused = connection.ask(open -> renew(open, working.keySet()));
      working.forEach((lease, stop) -> {
        Boolean isPaused = paused.get(lease.source());
        if (!Boolean.FALSE.equals(isPaused) && held.containsKey(lease)) {
          String reason =
              isPaused == null
                  ? "another process reads it now, or it was removed"
                  : "it was paused";
          Thread.ofVirtual().name("stop-" + lease.source()).start(() -> stop.accept(reason));
        }
      });
    } catch (SQLException | RuntimeException | Error e) {
      LOG.warn("Cannot renew {} leases; retrying: {}", working.size(), e.toString());
    }
  }

  // By data source whether it is paused; those that are another's are missing.
  private static Map<Integer, Boolean> renew(Connection open, Set<SourceLease> leases) {
    Map<Integer, Boolean> paused = new HashMap<>();
    JdbcClient.create(new SingleConnectionDataSource(open, true))
        .sql(
            """
            update data_source d set heartbeat = now()
            from unnest(?, ?, ?) held (id, owner, epoch)
            where d.id = held.id and d.owner = held.owner and d.epoch = held.epoch
            returning d.id, d.paused
            """)
        .param(leases.stream().map(SourceLease::source).toArray(Integer[]::new))
        .param(leases.stream().map(SourceLease::owner).toArray(UUID[]::new))
        .param(leases.stream().map(SourceLease::epoch).toArray(Long[]::new))
        .query((row, at) -> paused.put(row.getInt(1), row.getBoolean(2)))
        .list();
    return paused;
  }

  @Override
  public void close() {
    loop.close();
    connection.close();
  }
}
