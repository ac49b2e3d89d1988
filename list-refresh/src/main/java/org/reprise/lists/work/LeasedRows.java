package org.reprise.lists.work;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.work.LeaseTable;
import org.reprise.kit.work.Leases;
import org.reprise.lists.tenant.Tenant;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Rows that one process at a time works on while their column {@code status} says {@code
 * IN_PROGRESS}. The table has the columns {@code tenant}, {@code owner}, the process, {@code
 * heartbeat}, the last renewal of its lease, {@code end_date} and {@code failure_reason}.
 *
 * @param id the name of the column that, with the tenant, is the key; its values are UUIDs that no
 *     two tenants share
 */
public record LeasedRows(String table, String id) {
  private static final String IN_PROGRESS = "status = 'IN_PROGRESS'";

  /**
   * Returns the leases on rows of a table whose work has not ended as long as a condition holds.
   */
  public static LeaseTable leases(String table, String id, String inProgress) {
    return new LeaseTable(table, id, "owner", inProgress, "heartbeat = now()");
  }

  public LeaseTable leases() {
    return leases(table, id, IN_PROGRESS);
  }

  /** Ends the work on a row; false where it has ended. */
  public boolean end(
      JdbcClient jdbc, Tenant tenant, UUID row, WorkStatus status, @Nullable String reason) {
    return jdbc.sql(
                """
                update %s set status = ?, end_date = now(), failure_reason = ?
                where tenant = ? and %s = ? and %s\
                """
                    .formatted(table, id, IN_PROGRESS))
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
  public void failExpired(JdbcClient jdbc, Leases<UUID, ?> leases) {
    jdbc.sql(
            """
            update %1$s
            set status = 'FAILED', end_date = now(), failure_reason = 'Its process ended'
            where (tenant, %2$s) in (
              select tenant, %2$s from %1$s
              where %3$s and heartbeat < now() - ? * interval '1 millisecond' and %2$s <> all (?)
              for update skip locked)\
            """
                .formatted(table, id, IN_PROGRESS))
        .params(leases.length().toMillis(), leases.ids().toArray(UUID[]::new))
        .update();
  }
}
