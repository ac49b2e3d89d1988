package org.reprise.ebms.instance;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * This process, as others on the same database know it. Rows that are being sent name the instance
 * that does it; while its lease in the table {@code node} lasts, nobody else touches them. An
 * instance that lives renews its lease; what an ended one left is free.
 *
 * <p>The lease is renewed on a thread and a database connection of its own, so that nothing else
 * that the service does can let it lapse. An instance asks its own clock before it sends, so that
 * one that was held up sends nothing that is another's by now.
 */
public final class Instance implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Instance.class);

  private static final int LOOKS_PER_LEASE = 4;

  private final JdbcClient jdbc;
  private final Duration lease;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Lease held;
  private final Loop loop;
  private boolean closed;

  /**
   * A right to send what names an instance.
   *
   * @param id of the instance
   * @param until {@link System#nanoTime} at which it ends
   */
  public record Lease(UUID id, long until) {
    /** Whether it lasts. */
    public boolean isHeld() {
      return System.nanoTime() - until < 0;
    }
  }

  /**
   * Registers this process.
   *
   * @param jdbc on a connection that nobody else uses
   */
  public Instance(JdbcClient jdbc, Duration lease, Loops loops) {
    this.jdbc = jdbc;
    this.lease = lease;
    this.held = new Lease(UUID.randomUUID(), System.nanoTime());
    renew();
    this.loop = loops.start("lease", this::renewAndPause);
  }

  private void renewAndPause() throws InterruptedException {
    ended.await(pace().toMillis(), TimeUnit.MILLISECONDS);
    renewIfPossible();
  }

  /** How often to renew, and to look for what ended instances left. */
  public Duration pace() {
    return lease.dividedBy(LOOKS_PER_LEASE);
  }

  /** The lease as it is now. */
  public Lease lease() {
    return held;
  }

  /** Whether what names an instance may (still) be sent by this process. */
  public boolean holds(UUID id) {
    Lease now = held;
    return now.id().equals(id) && now.isHeld();
  }

  /** Prolongs the lease; after one that ended, begins another. */
  synchronized void renew() {
    if (closed) {
      return;
    }
    long until = System.nanoTime() + lease.toNanos();
    boolean prolonged =
        jdbc.sql(
                    """
                    update node set expires_at = now() + ? * interval '1 millisecond'
                    where id = ? and expires_at > now()\
                    """)
                .params(lease.toMillis(), held.id())
                .update()
            > 0;
    UUID id = prolonged ? held.id() : UUID.randomUUID();
    if (!prolonged) {
      jdbc.sql("insert into node (id, expires_at) values (?, now() + ? * interval '1 millisecond')")
          .params(id, lease.toMillis())
          .update();
      LOG.info("This is instance {}", id);
    }
    held = new Lease(id, until);
    jdbc.sql("delete from node where expires_at < now() - interval '1 minute'").update();
  }

  /** As {@link #renew}; a database that does not answer now may do so next time. */
  private void renewIfPossible() {
    try {
      renew();
    } catch (DataAccessException e) {
      LOG.warn("The lease was not renewed: {}", e.getMessage());
    }
  }

  /** Ends the lease: what names this instance is free for others at once. */
  @Override
  public synchronized void close() {
    closed = true;
    loop.end();
    ended.countDown();
    try {
      jdbc.sql("delete from node where id = ?").param(held.id()).update();
    } catch (DataAccessException e) {
      LOG.warn("The lease was not ended: {}", e.getMessage());
    }
  }
}
