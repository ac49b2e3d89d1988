package org.reprise.lists.refresh;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.reprise.kit.work.LeaseLost;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.lists.fql.InvalidQuery;
import org.reprise.lists.split.DatabaseClient;
import org.reprise.lists.split.Feature;
import org.reprise.lists.split.Split;
import org.reprise.lists.tenant.Tenant;
import org.reprise.lists.work.Faults;
import org.reprise.lists.work.Retries;
import org.reprise.lists.work.Slices;
import org.reprise.lists.work.Turns;
import org.reprise.lists.work.Turns.Turn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Does refreshes, some at a time. A refresh belongs to the process that does it as long as that
 * renews its lease. When the process has ended, another one takes its refreshes over.
 */
@Component
@DependsOnDatabaseInitialization
final class Refresher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Refresher.class);

  private final Map<RefreshMode, Fill> fills;
  private final RefreshTable table;
  private final Loop removal;
  private final int attempts;
  private final MeterRegistry meters;
  private final Map<RefreshMode, Turns> turns = new EnumMap<>(RefreshMode.class);
  private final Leases<UUID, Job> lease;
  private volatile boolean closed;

  Refresher(
      FastFill fast,
      CompatFill compat,
      RefreshTable table,
      Leases<UUID, Job> lease,
      RefreshSettings settings,
      Split split,
      HikariDataSource pool,
      DatabaseClient database,
      MeterRegistry meters,
      Loops loops) {
    this.fills = Map.of(RefreshMode.FAST, fast, RefreshMode.COMPAT, compat);
    this.table = table;
    this.removal =
        Slices.start(loops, "leftovers", settings.lease(), new Leftovers(database)::removeSome);
    this.lease = lease;
    this.attempts = settings.attempts();
    this.meters = meters;
    RefreshBeans.maxParallel(settings, pool.getMaximumPoolSize(), split.connections(Feature.FQM))
        .forEach((mode, max) -> turns.put(mode, new Turns(max, max, settings.pending())));
  }

  boolean isClosed() {
    return closed;
  }

  /** Returns whether a tenant may have more refreshes of each mode in this process. */
  boolean hasRoom(Tenant tenant) {
    return turns.values().stream().allMatch(one -> one.hasRoom(tenant));
  }

  Turns turns(RefreshMode mode) {
    return Objects.requireNonNull(turns.get(mode));
  }

  /** Does a refresh that has begun, and is counted as pending, as soon as it is its turn. */
  void submit(Job job) {
    if (lease.hold(job.refreshId(), job)) {
      Thread.ofVirtual().name("refresh-" + job.refreshId()).start(() -> takeTurn(job));
    } else {
      turns(job.mode()).end(job.tenant());
    }
  }

  private void takeTurn(Job job) {
    Turns ofMode = turns(job.mode());
    try (Turn _ = ofMode.await(job.tenant(), false, job.work().stopped())) {
      work(job);
    } catch (CancellationException e) {
      LOG.info("Refresh {} was stopped before its turn", job.refreshId());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception | Error e) {
      // The outcome was not stored: the refresh is taken over when its lease has expired.
      LOG.error("Refresh {} is left", job.refreshId(), e);
    } finally {
      lease.end(job.refreshId());
      ofMode.end(job.tenant());
    }
    removal.wake();
  }

  private void work(Job job) throws Exception {
    try {
      long begin = System.nanoTime();
      Filled filled = fill(job);
      note(job, filled, Duration.ofNanos(System.nanoTime() - begin));
    } catch (LeaseLost e) {
      LOG.info("Refresh {} was cancelled or taken over", job.refreshId());
    } catch (Failure e) {
      table.fail(job, e.code(), String.valueOf(e.getMessage()));
    } catch (InvalidQuery e) {
      table.fail(job, "fql.query.invalid", String.valueOf(e.getMessage()));
    } catch (SQLException | DataAccessException | TransactionException e) {
      if (job.work().isStopped()) {
        LOG.info("Refresh {} was stopped", job.refreshId());
      } else {
        LOG.warn("Refresh {} failed", job.refreshId(), e);
        table.fail(job, "refresh.failed", Faults.forCallers(e));
      }
    }
  }

  private Filled fill(Job job) throws Exception {
    Fill fill = Objects.requireNonNull(fills.get(job.mode()));
    return Retries.whileTransient(
        "Refresh " + job.refreshId(),
        attempts,
        job.work()::isStopped,
        () -> {
          job.requireGoing();
          return fill.fill(job, table.query(job));
        });
  }

  private void note(Job job, Filled filled, Duration took) {
    meters
        .timer(
            "reprise.list.refresh",
            "mode",
            job.mode().name().toLowerCase(Locale.ROOT),
            "source",
            filled.source().name().toLowerCase(Locale.ROOT))
        .record(took);
    LOG.info(
        "List {} has {} records, source {}, at {}",
        job.listId(),
        filled.count(),
        filled.source(),
        filled.position());
  }

  /** Ends the work of a refresh that this process does. */
  void stop(UUID refreshId) {
    Job found = lease.find(refreshId);
    if (found != null) {
      found.work().stop();
    }
  }

  /** Stops all work at once and ends its leases, so that other processes can take it over. */
  @Override
  public void close() {
    closed = true;
    removal.close();
    Set<UUID> left = lease.ids();
    lease.all().forEach(one -> one.work().stop());
    // Work that has not stopped yet must not be renewed again.
    left.forEach(lease::end);
    try {
      table.release(left);
    } catch (DataAccessException e) {
      LOG.warn("Refreshes were not released: {}", e.getMessage());
    }
  }
}
