package org.reprise.lists.refresh;

import java.sql.SQLException;
import org.reprise.kit.work.LeaseLost;
import org.reprise.lists.refresh.RefreshTable.ListQuery;

/** A way to write a list's contents, and to show them when all are there. */
interface Fill {
  /**
   * Fills the list and completes the refresh.
   *
   * @return what the list has now
   * @throws Failure when it cannot succeed
   * @throws LeaseLost when the refresh was cancelled or taken over; nothing is changed then
   * @throws SQLException when a database fails; nothing is shown then
   * @throws InterruptedException when the process ends
   */
  Filled fill(Job job, ListQuery query) throws Failure, SQLException, InterruptedException;
}
