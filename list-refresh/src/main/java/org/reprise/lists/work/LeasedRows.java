package org.reprise.lists.work;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseTable;
import org.reprise.kit.work.Leases;
import org.reprise.lists.tenant.Tenant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A table whose rows one process at a time works on while their column {@code status} says {@code
 * IN_PROGRESS}. It has the columns {@code tenant}, {@code owner}, the process, {@code heartbeat},
 * the last renewal of its lease, {@code end_date} and {@code failure_reason}.
 */
public abstract class LeasedRows {
  private static final Logger LOG = LoggerFactory.getLogger(LeasedRows.class);

  protected final JdbcClient jdbc;
  private final LeaseTable leases;

  /** Takes a table whose key is the tenant with the id of its leases. */
  protected LeasedRows(JdbcClient jdbc, LeaseTable leases) {
    this.jdbc = jdbc;
    this.leases = leases;
  }

  /** Returns the leases on rows of a table whose work has not ended while a condition holds. */
  public static LeaseTable leases(String table, String id, String inProgress) {
    return new LeaseTable(table, id, "owner", inProgress, "heartbeat = now()");
  }

  /** Returns the leases on rows of a table whose work is in progress. */
  public static LeaseTable leases(String table, String id) {
    return leases(table, id, "status = 'IN_PROGRESS'");
  }

  /** Ends the work on a row; false where it has ended. */
  public final boolean cancel(Tenant tenant, UUID row) {
    return end(tenant, row, WorkStatus.CANCELLED, null);
  }

  /** Ends the work on a row, unless it has ended; what cannot be recorded fails with its lease. */
  public final void fail(Tenant tenant, UUID row, String reason) {
    attempt(
        "record that %s failed (%s)".formatted(row, reason),
        () -> end(tenant, row, WorkStatus.FAILED, reason));
  }

  /** Makes a change that is not needed, or logs that the database did not take it. */
  public static void attempt(String what, Runnable change) {
    try {
      change.run();
    } catch (DataAccessException e) {
      LOG.warn("Cannot {}: {}", what, e.getMessage());
    }
  }

  private boolean end(Tenant tenant, UUID row, WorkStatus status, @Nullable String reason) {
    return jdbc.sql(
                """
                update %s set status = ?, end_date = now(), failure_reason = ?
                where tenant = ? and %s = ? and %s\
                """
                    .formatted(leases.name(), leases.id(), leases.inProgress()))
            .param(status.name())
            .param(reason)
            .param(tenant.number())
            .param(row)
            .update()
        == 1;
  }

  /**
   * Marks the work of ended processes as failed. Work of this process goes on: after it was stopped
   * (SIGSTOP) it may come here before it renews its leases.
   */
  public final void failExpired(Leases<UUID, ?> own) {
    jdbc.sql(
            """
            update %1$s
            set status = 'FAILED', end_date = now(), failure_reason = 'Its process ended'
            where (tenant, %2$s) in (
              select tenant, %2$s from %1$s
              where %3$s and heartbeat < now() - ? * interval '1 millisecond' and %2$s <> all (?)
              for update skip locked)\
            """
                .formatted(leases.name(), leases.id(), leases.inProgress()))
        .params(own.length().toMillis(), own.ids().toArray(UUID[]::new))
        .update();
  }
}
