package org.reprise.load.lists;

import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import org.reprise.load.engine.Role;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.RunningTarget;
import org.reprise.localstack.Database;

/**
 * The report's environment, wherever it runs: a primary with a streaming standby, a broker, and the
 * service in processes by role, the one with the lists with the split and once more without it.
 */
interface ListsDeployment extends RunningTarget {
  /** Of the service's users. */
  Credentials credentials();

  /** The service's database on the primary. */
  Database database();

  /** The servers of the broker, as this process reaches them. */
  String brokers();

  /** How the compatible refresh is scaled. */
  CompatRefresh compatRefresh();

  /**
   * The address of the process with the lists.
   *
   * @param split whether its queries read from the standby
   */
  URI lists(boolean split);

  /** The address of the process with the desks. */
  URI circulation();

  /** The address of the process that imports. */
  URI imports();

  /** Processes that are watched as long as the run lasts. */
  List<Role> roles();

  /** The processes with the lists, in a cell that uses one of them. */
  List<Role> listsRoles(boolean split);

  /** Waits until the standby shows all that was committed before. */
  void awaitCaughtUp() throws SQLException;

  /** A client of one of the processes. */
  default ListsApi api(URI process) {
    return new ListsApi(process, credentials(), ListsService.TENANT);
  }
}
