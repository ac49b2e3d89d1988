package org.reprise.lists.refresh;

import java.util.List;
import java.util.UUID;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.tenant.Tenants;
import org.reprise.lists.work.Slices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Takes over refreshes whose process has ended. */
@Component
final class Recovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final int MAX_ADOPTED = 10;

  private final JdbcClient jdbc;
  private final Leases<UUID, ?> lease;
  private final Tenants tenants;
  private final RefreshTable table;
  private final Refresher refresher;
  private final int attempts;
  private final Loop loop;

  Recovery(
      JdbcClient jdbc,
      Leases<UUID, Job> lease,
      Tenants tenants,
      RefreshTable table,
      Refresher refresher,
      RefreshSettings settings,
      Loops loops) {
    this.jdbc = jdbc;
    this.lease = lease;
    this.tenants = tenants;
    this.table = table;
    this.refresher = refresher;
    this.attempts = settings.attempts();
    this.loop = Slices.start(loops, "recovery", lease.interval(), this::adoptOrphans);
  }

  private boolean adoptOrphans() {
    adopt().forEach(this::resume);
    return false;
  }

  // Some, of tenants that have room. Never its own ones: after it was stopped (SIGSTOP) it may look
  // for orphans before it renews its leases.
  private List<Job> adopt() {
    return jdbc.sql(
            """
            with orphan as (
              select tenant, id from list_refresh
              where status = 'IN_PROGRESS' and heartbeat < now() - :lease * interval '1 millisecond'
                and tenant = any (:tenants) and id <> all (:running)
              order by heartbeat limit :max
              for update skip locked
            )
            update list_refresh r
            set owner = :owner, heartbeat = now(), attempt = r.attempt + 1
            from orphan
            where r.tenant = orphan.tenant and r.id = orphan.id
            returning r.tenant, r.id, r.list_id, r.mode, r.attempt\
            """)
        .param("lease", lease.length().toMillis())
        .param(
            "tenants",
            tenants.all().stream()
                .filter(refresher::hasRoom)
                .map(Tenant::number)
                .toArray(Short[]::new))
        .param("running", lease.ids().toArray(UUID[]::new))
        .param("max", MAX_ADOPTED)
        .param("owner", lease.owner())
        .query((row, _) ->
            new Job(
                tenants.find(row.getShort(1)).orElseThrow(),
                row.getObject(2, UUID.class),
                row.getObject(3, UUID.class),
                RefreshMode.valueOf(row.getString(4)),
                row.getInt(5)))
        .list();
  }

  // What fails does not keep the others: it is taken over again when its new lease has expired.
  private void resume(Job job) {
    LOG.info("Refresh {} is taken over, attempt {}", job.refreshId(), job.attempt());
    if (job.attempt() <= attempts) {
      refresher.turns(job.mode()).add(job.tenant());
      refresher.submit(job);
      return;
    }
    try {
      table.fail(job, "refresh.failed", "Its process ended each time it was tried");
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("Cannot end refresh {}: {}", job.refreshId(), e.getMessage());
    }
  }

  @Override
  public void close() {
    loop.close();
  }
}
