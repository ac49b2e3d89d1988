package org.reprise.ldx.source;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseLost;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.LeaseTable;
import org.reprise.kit.work.Leases;
import org.reprise.ldx.index.IndexLocks;
import org.reprise.ldx.rdf.Texts;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The leases of data sources, each taken for one poll. Batches are written under a shared advisory
 * lock of the data source, and a lease is taken under the exclusive one: when a process has it, no
 * transaction of an earlier owner is open, and later ones see its epoch.
 */
@Component
public final class SourceLeases {
  private static final LeaseTable TABLE =
      new LeaseTable("data_source", "id", "epoch", "not paused", "heartbeat = now()");

  private final JdbcClient jdbc;
  private final TransactionTemplate transactions;
  private final Duration length;

  SourceLeases(JdbcClient jdbc, TransactionTemplate transactions, SourceSettings settings) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.length = settings.lease();
  }

  /**
   * Begins to renew leases, each held under its epoch.
   *
   * @param stop ends the work on a data source that was paused or is another's
   */
  public <W> Leases<Integer, W> renewed(LeaseRenewal renewal, Consumer<W> stop) {
    return renewal.of(TABLE, length, stop);
  }

  /**
   * Returns the data sources that are due and not leased, among them those whose process ended
   * before its poll did.
   */
  public List<Integer> due() {
    return jdbc.sql(
            """
            select id from data_source
            where not paused and (poll_requested or next_poll <= now() or owner is not null)
              and (owner is null or heartbeat < now() - ? * interval '1 millisecond')
            order by next_poll
            """)
        .param(length.toMillis())
        .query((row, at) -> row.getInt(1))
        .list();
  }

  public record Claim(SourceLease lease, DataSource source, boolean requested) {}

  /** Takes a data source that is due; empty where another process was first. */
  public Optional<Claim> take(int id, UUID owner) {
    return transactions.execute(
        status -> IndexLocks.tryAlone(jdbc, id) ? update(id, owner) : Optional.empty());
  }

  private Optional<Claim> update(int id, UUID owner) {
    return jdbc.sql(
            """
            update data_source d
            set owner = ?, epoch = d.epoch + 1, heartbeat = now(), poll_requested = false
            from (
              select id as before, poll_requested as was_requested from data_source
              where id = ? and not paused
                and (poll_requested or next_poll <= now() or owner is not null)
                and (owner is null or heartbeat < now() - ? * interval '1 millisecond')
              for update skip locked
            ) due
            where d.id = due.before
            returning d.*, d.owner is not null as running, due.was_requested
            """)
        .params(owner, id, length.toMillis())
        .query((row, at) ->
            new Claim(
                new SourceLease(id, owner, row.getLong("epoch")),
                DataSource.of(row, at),
                row.getBoolean("was_requested")))
        .optional();
  }

  /**
   * Releases a lease.
   *
   * @param next how long until its next poll; null for at once
   */
  public void release(SourceLease lease, @Nullable Duration next, @Nullable String failure) {
    jdbc.sql(
            """
            update data_source
            set owner = null, heartbeat = null, failure = ?,
                failed_since = case when ? then coalesce(failed_since, now()) end,
                next_poll = now() + ? * interval '1 millisecond'
            where id = ? and owner = ? and epoch = ?
            """)
        .param(failure == null ? null : Texts.storable(failure, DataSource.MAX_FAILURE))
        .param(failure != null)
        .param(next == null ? 0L : next.toMillis())
        .param(lease.source())
        .param(lease.owner())
        .param(lease.epoch())
        .update();
  }

  /**
   * Checks a lease. Until the caller's transaction ends nobody takes it, and no URI is removed.
   *
   * @throws LeaseLost when another process has it
   */
  public static void require(JdbcClient jdbc, SourceLease lease) {
    IndexLocks.share(jdbc, lease.source());
    // A separate statement: its snapshot is taken when the lock is held.
    if (jdbc.sql("select 1 from data_source where id = ? and owner = ? and epoch = ?")
        .params(lease.source(), lease.owner(), lease.epoch())
        .query(Integer.class)
        .optional()
        .isEmpty()) {
      throw new LeaseLost("data source " + lease.source());
    }
  }
}
