package org.reprise.lists.refresh;

import org.reprise.lists.refresh.Orphans.Orphan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Takes over refreshes whose process has ended. */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final int AT_ONCE = 10;

  private final Orphans orphans;
  private final RefreshTable table;
  private final Refresher refresher;
  private final int attempts;

  Recovery(Orphans orphans, RefreshTable table, Refresher refresher, RefreshSettings settings) {
    this.orphans = orphans;
    this.table = table;
    this.refresher = refresher;
    this.attempts = settings.attempts();
  }

  /** Takes over what there is; where the database does not answer, the next look does. */
  void look() {
    if (refresher.isClosed()) {
      return;
    }
    try {
      orphans.adopt(AT_ONCE).forEach(this::resume);
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("No refresh was taken over: {}", e.getMessage());
    }
  }

  private void resume(Orphan orphan) {
    LOG.info("Refresh {} is taken over, attempt {}", orphan.refreshId(), orphan.attempt());
    if (orphan.type() == null) {
      table.fail(orphan, "entity.type.not.found", "The list's entity type is gone");
    } else if (orphan.fqlQuery() == null) {
      table.fail(orphan, "list.missing.query", "The list has no query");
    } else if (orphan.attempt() > attempts) {
      table.fail(orphan, "refresh.failed", "Its process ended each time it was tried");
    } else {
      refresher.submit(
          new Job(
              orphan.tenant(),
              orphan.refreshId(),
              orphan.listId(),
              orphan.mode(),
              orphan.type(),
              orphan.fqlQuery(),
              orphan.attempt()));
    }
  }
}
