package org.reprise.lists.refresh;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.reprise.lists.entity.EntityType;
import org.reprise.lists.entity.EntityTypes;
import org.reprise.lists.refresh.RefreshTable.Orphan;
import org.reprise.lists.tenant.Tenant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/** Takes over refreshes whose process has ended. */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final int AT_ONCE = 10;

  private final RefreshTable table;
  private final Refresher refresher;
  private final TransactionTemplate transactions;
  private final EntityTypes types;
  private final Function<Short, Optional<Tenant>> tenants;
  private final Duration lease;
  private final int attempts;

  Recovery(
      RefreshTable table,
      Refresher refresher,
      TransactionTemplate transactions,
      EntityTypes types,
      Function<Short, Optional<Tenant>> tenants,
      RefreshSettings settings) {
    this.table = table;
    this.refresher = refresher;
    this.transactions = transactions;
    this.types = types;
    this.tenants = tenants;
    this.lease = settings.lease();
    this.attempts = settings.attempts();
  }

  /** Takes over what there is; a database that does not answer now may do so next time. */
  void look() {
    if (refresher.isClosed()) {
      return;
    }
    try {
      table.adopt(lease, AT_ONCE).forEach(this::resume);
    } catch (DataAccessException e) {
      LOG.warn("No refresh was taken over: {}", e.getMessage());
    }
  }

  private void resume(Orphan orphan) {
    Optional<Tenant> tenant = tenants.apply(orphan.tenant());
    Optional<EntityType> type = types.find(orphan.entityTypeId());
    if (tenant.isEmpty() || type.isEmpty() || orphan.fqlQuery() == null) {
      LOG.warn("Refresh {} cannot be done here", orphan.refreshId());
      return;
    }
    Job job =
        new Job(
            tenant.get(),
            orphan.refreshId(),
            orphan.listId(),
            orphan.mode(),
            type.get(),
            orphan.fqlQuery(),
            orphan.attempt());
    LOG.info("Refresh {} is taken over, attempt {}", job.refreshId(), job.attempt());
    if (job.attempt() > attempts) {
      transactions.executeWithoutResult(
          _ -> table.fail(job, "refresh.failed", "Its process ended each time it was tried"));
    } else {
      refresher.submit(job);
    }
  }
}
