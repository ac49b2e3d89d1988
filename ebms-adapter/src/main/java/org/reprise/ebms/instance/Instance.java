package org.reprise.ebms.instance;

import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnection;
import org.reprise.kit.work.OwnConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * This process, as others on the same database know it. Rows that are being sent name the instance
 * that sends them; while its lease in the table {@code node} lasts, no other instance touches them.
 * A running instance renews its lease; rows of an instance whose lease ended can be taken by all.
 *
 * <p>The lease is renewed on a thread and a database connection of its own, so that nothing else
 * that the service does can let it lapse. Before each try to send, an instance compares the end of
 * its lease with its own clock, so that after it was suspended it sends nothing that belongs to
 * another instance by now.
 *
 * <p>A lease that was once found lapsed is never held again, whatever the database says: messages
 * that were claimed under it have left the queues. The process goes on under a new identifier, and
 * the rows that name the old one can be taken at once, by this process as well.
 */
public final class Instance implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Instance.class);

  private static final int RENEWALS_PER_LEASE = 4;
  // After a failure: while there is still time before the lease ends.
  private static final int RETRIES_PER_LEASE = 20;

  private final OwnConnection connection;
  private final Duration lease;
  private final AtomicReference<Lease> current;
  private final Loop loop;
  private boolean closed;

  /** The right to send until a {@link System#nanoTime}; once lapsed it is not renewed. */
  public record Lease(UUID id, long until, boolean lapsed) {
    public boolean isHeld() {
      return !lapsed && System.nanoTime() - until < 0;
    }
  }

  /**
   * Registers this process. Its connection waits half a lease for an answer, one second at least: a
   * lease of one second or less can end while it waits, and nothing is sent until there is another.
   */
  public Instance(OwnConnections connections, Duration lease, Loops loops) {
    this.connection = new OwnConnection(connections, "lease", lease.dividedBy(2), null);
    this.lease = lease;
    this.current = new AtomicReference<>(new Lease(UUID.randomUUID(), System.nanoTime(), true));
    renew();
    this.loop = loops.start("lease", this::renewAndPause);
  }

  public Lease lease() {
    Lease now = current.get();
    if (now.lapsed() || now.isHeld()) {
      return now;
    }
    current.compareAndSet(now, new Lease(now.id(), now.until(), true));
    return current.get();
  }

  /** Whether this process may send what names an instance; once false, always false. */
  public boolean holds(UUID id) {
    Lease now = lease();
    return now.id().equals(id) && !now.lapsed();
  }

  synchronized void renew() {
    if (!closed) { // a renewal that was late would begin a lease that nobody ends
      onConnection(this::renew);
    }
  }

  private void onConnection(Consumer<JdbcClient> work) {
    try {
      connection.ask(session -> {
        work.accept(JdbcClient.create(new SingleConnectionDataSource(session, true)));
        return true;
      });
    } catch (SQLException e) {
      throw new CannotGetJdbcConnectionException("Cannot connect to renew the lease", e);
    }
  }

  private void renew(JdbcClient jdbc) {
    Lease before = lease();
    long until = System.nanoTime() + lease.toNanos();
    boolean renewed =
        !before.lapsed()
            && extend(jdbc, before.id())
            // It may have lapsed while the database took its time.
            && before.isHeld()
            && current.compareAndSet(before, new Lease(before.id(), until, false));
    if (!renewed) {
      begin(jdbc, before.id());
    }
    jdbc.sql("delete from node where expires_at < now() - interval '1 minute'").update();
  }

  private boolean extend(JdbcClient jdbc, UUID id) {
    return jdbc.sql(
                """
                update node set expires_at = now() + ? * interval '1 millisecond'
                where id = ? and expires_at > now()\
                """)
            .params(lease.toMillis(), id)
            .update()
        > 0;
  }

  // In one statement, so that a statement of the old lease that is still waiting in the database
  // finds nothing that it could renew.
  private void begin(JdbcClient jdbc, UUID old) {
    UUID id = UUID.randomUUID();
    long until = System.nanoTime() + lease.toNanos();
    jdbc.sql(
            """
            with ended as (delete from node where id = ?)
            insert into node (id, expires_at) values (?, now() + ? * interval '1 millisecond')\
            """)
        .params(old, id, lease.toMillis())
        .update();
    current.set(new Lease(id, until, false));
    LOG.info("This is instance {}", id);
  }

  /** Renews the lease, or tries to, and returns when to do so again. */
  Duration renewAndPause() {
    try {
      renew();
      return lease.dividedBy(RENEWALS_PER_LEASE);
    } catch (DataAccessException e) {
      LOG.warn("The lease was not renewed: {}", e.getMessage());
      return lease.dividedBy(RETRIES_PER_LEASE);
    }
  }

  /** Ends the lease: other instances can take what names this one at once. */
  @Override
  public void close() {
    loop.close();
    synchronized (this) {
      closed = true;
      try {
        UUID id = current.get().id();
        onConnection(jdbc -> jdbc.sql("delete from node where id = ?").param(id).update());
      } catch (DataAccessException e) {
        LOG.warn("Cannot end the lease: {}", e.getMessage());
      }
      connection.close();
    }
  }
}
