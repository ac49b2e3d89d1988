package org.reprise.kit.work;

/**
 * A table of rows on each of which one process at a time works. A lease is a row's id and the claim
 * under which a process took it: the process's own id, or a number that counts how often the row
 * was taken. All names and expressions are the service's own SQL.
 *
 * @param id the column that identifies a row; its values are UUIDs or numbers
 * @param claim the column of the claim
 * @param inProgress the condition of rows whose work has not ended
 * @param renewal the assignment that renews a lease, such as {@code heartbeat = now()}
 */
public record LeaseTable(String name, String id, String claim, String inProgress, String renewal) {
  /**
   * Returns a statement that renews leases, given the ids twice and the claims, and selects the ids
   * of those that are held. A row that another transaction has locked is skipped, so that the
   * others are renewed in time; one that the work itself keeps by {@code for key share} is not. The
   * claim is compared again when the row is locked: another process may have taken it meanwhile.
   */
  String renew() {
    return """
    with mine as (
      select %2$s, %3$s from %1$s
      where %4$s and %2$s = any (?) and (%2$s, %3$s) in (select * from unnest (?, ?))
    ), free as (
      select %2$s from %1$s where %4$s and (%2$s, %3$s) in (select * from mine)
      order by %2$s for no key update skip locked
    ), renewed as (
      update %1$s set %5$s where %4$s and %2$s in (select * from free)
    )
    select %2$s from mine\
    """
        .formatted(name, id, claim, inProgress, renewal);
  }
}
