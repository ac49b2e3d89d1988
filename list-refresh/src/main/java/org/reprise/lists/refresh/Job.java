package org.reprise.lists.refresh;

import java.util.UUID;
import org.reprise.kit.work.LeaseLost;
import org.reprise.lists.split.StoppableWork;
import org.reprise.lists.tenant.Tenant;

/**
 * A refresh that this process does. It holds no query while it waits: thousands of them, of a
 * megabyte each, would fill the memory.
 *
 * @param attempt the one that begins, from 1
 */
record Job(
    Tenant tenant, UUID refreshId, UUID listId, RefreshMode mode, int attempt, StoppableWork work) {
  Job(Tenant tenant, UUID refreshId, UUID listId, RefreshMode mode, int attempt) {
    this(tenant, refreshId, listId, mode, attempt, new StoppableWork());
  }

  /** Throws LeaseLost when the work was stopped. */
  void requireGoing() {
    if (work.isStopped()) {
      throw lost();
    }
  }

  LeaseLost lost() {
    return new LeaseLost("refresh " + refreshId);
  }
}
