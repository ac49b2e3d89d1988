package org.reprise.lists.lease;

import java.util.regex.Pattern;

/**
 * Rows that one process at a time works on. The table has the columns {@code tenant}, {@code
 * owner}, the process, and {@code heartbeat}, the last renewal of its lease.
 *
 * @param table its name
 * @param id the name of the column that, with the tenant, is the key; its values are UUIDs that no
 *     two tenants share
 * @param underWay the condition of rows whose work has not ended, which is SQL of the service's own
 */
public record LeasedRows(String table, String id, String underWay) {
  private static final String IN_PROGRESS = "status = 'IN_PROGRESS'";

  private static final Pattern NAME = Pattern.compile("[a-z_]{1,60}");

  /** Requires plain names, for both become part of SQL statements. */
  public LeasedRows {
    if (!NAME.matcher(table).matches() || !NAME.matcher(id).matches()) {
      throw new IllegalArgumentException("no names of a table and a column: " + table + ", " + id);
    }
  }

  /** Rows that are in work while their column {@code status} says {@code IN_PROGRESS}. */
  public static LeasedRows inProgress(String table, String id) {
    return new LeasedRows(table, id, IN_PROGRESS);
  }

  /**
   * Renews leases, and selects the ids that are still owned. A row that is locked for an update is
   * skipped, but not one that the work itself keeps with {@code for key share}.
   */
  String renew() {
    return """
    with mine as (
      select tenant, %2$s from %1$s
      where %2$s = any (?) and %3$s and owner = ?
    ), free as (
      select l.tenant, l.%2$s from %1$s l join mine using (tenant, %2$s)
      where l.owner = ? for no key update of l skip locked
    ), renewed as (
      update %1$s l set heartbeat = now() from free
      where l.tenant = free.tenant and l.%2$s = free.%2$s
    )
    select %2$s from mine\
    """
        .formatted(table, id, underWay);
  }

  String release() {
    return """
    update %1$s set heartbeat = '-infinity'
    where %2$s = any (?) and %3$s and owner = ?\
    """
        .formatted(table, id, underWay);
  }

  /** Ends rows whose lease has expired, but for those with some ids. */
  String failExpired() {
    return """
    update %1$s
    set status = 'FAILED', end_date = now(), failure_reason = 'Its process ended'
    where (tenant, %2$s) in (
      select tenant, %2$s from %1$s
      where %3$s and heartbeat < now() - ? * interval '1 millisecond' and %2$s <> all (?)
      for update skip locked)\
    """
        .formatted(table, id, underWay);
  }
}
