package org.reprise.gc.commit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reprise.gc.commit.ActivityRows.LeasedActivity;
import org.reprise.gc.configuration.Configurations;
import org.reprise.gc.configuration.Edit;
import org.reprise.gc.configuration.GlobalConfiguration;
import org.reprise.gc.revision.Revisions;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.LeaseLost;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.kit.work.OwnConnections;
import org.reprise.oslc.refusal.Refusal;
import org.reprise.oslc.web.IdempotencyKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Creates baselines. Each creation is an activity in the database, on which one process works at a
 * time; where that ends without having finished, another one goes on when the lease is over.
 */
@Component
public final class Commits implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Commits.class);
  private static final int MAX_CLAIMS = 20;
  private static final int ATTEMPTS = 3;
  private static final int BATCH_SIZE = 1_000;
  private static final int MAX_ACKNOWLEDGED = 10_000;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  // How often the state of another process's activity is read.
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  // OSLC Configuration Management 1.1: an activity that has ended can be read for 24 hours.
  private static final Duration KEEP = Duration.ofHours(24);

  private final ActivityRows rows;
  private final Configurations configurations;
  private final Work work;
  private final CommitSettings settings;
  private final Revisions revisions;
  private final Semaphore permits;
  // Complete activities whose baselines all instances have acknowledged.
  private final Cache<Long, Boolean> acknowledged =
      Caffeine.newBuilder().maximumSize(MAX_ACKNOWLEDGED).build();
  private final LeaseRenewal renewal;
  private final Leases<Long, Running> leases;
  private final Loop recovery;
  private volatile boolean closing;

  Commits(
      ActivityRows rows,
      Configurations configurations,
      Work work,
      CommitSettings settings,
      Revisions revisions,
      OwnConnections connections,
      Loops loops) {
    this.rows = rows;
    this.configurations = configurations;
    this.work = work;
    this.settings = settings;
    this.revisions = revisions;
    this.permits = new Semaphore(settings.atOnce());
    this.renewal = new LeaseRenewal("gc-leases", connections, loops);
    // No work is stopped: each of its writes compares the claim.
    this.leases =
        renewal.of(ActivityRows.leases(settings.lease()), settings.lease(), running -> {});
    this.recovery = loops.start("commits", this::recoverAndPurge);
  }

  private record Running(LeasedActivity activity, CompletableFuture<Void> end) {}

  /**
   * Begins to create a baseline of a stream, and of all streams that contribute to it.
   *
   * @param edit properties of the baseline; its title is made of the stream's where it has none
   * @param creator the name of the account
   * @param key recognizes a repeated request for the stream, which gets the activity of the first
   *     one unless that has failed or was deleted; null for none
   * @return the new activity, or the present state of the first one
   * @throws Refusal 404 if there is no such configuration, 409 if it is a baseline, 422 where a
   *     request with the same key said something else, 503 if too many are being created
   */
  public Activity begin(long stream, Edit edit, String creator, @Nullable String key) {
    GlobalConfiguration configuration = configurations.get(stream);
    if (!configuration.isStream()) {
      throw Refusal.conflict("Configuration " + stream + " is a baseline.");
    }
    Optional<Activity> before = existing(stream, edit, key);
    if (before.isPresent()) {
      return before.get();
    }
    if (!permits.tryAcquire()) {
      throw Refusal.unavailable(
          "%,d baselines are being created, which is the limit. Nothing was stored; try again."
              .formatted(settings.atOnce()),
          RETRY_AFTER);
    }
    Optional<LeasedActivity> claimed = Optional.empty();
    try {
      claimed = rows.add(stream, edit, creator, key, settings.lease());
    } finally {
      if (claimed.isEmpty()) {
        permits.release();
      }
    }
    if (claimed.isEmpty()) {
      // The same request at the same time was faster; where it has failed since, it may be sent
      // again.
      return existing(stream, edit, key)
          .orElseThrow(() ->
              Refusal.unavailable("The same request failed just now; try again.", RETRY_AFTER));
    }
    run(claimed.get());
    return get(claimed.get().id());
  }

  private Optional<Activity> existing(long stream, Edit edit, @Nullable String key) {
    Optional<ActivityRows.StoredActivity> one =
        key == null ? Optional.empty() : rows.keyed(stream, key);
    if (one.isPresent() && !one.get().edit().equals(edit)) {
      throw IdempotencyKey.taken();
    }
    return one.flatMap(found -> rows.find(found.id()));
  }

  /** Returns an activity; throws Refusal 404 for an unknown or deleted id. */
  public Activity get(long id) {
    Activity activity =
        rows.find(id)
            .orElseThrow(
                () -> Refusal.notFound("There is no activity " + id + ", or it was deleted."));
    // Another process that made the baseline may still wait for acknowledgements.
    if (activity.state() == Activity.State.COMPLETE && acknowledged.getIfPresent(id) == null) {
      revisions.awaitAcknowledgements();
      acknowledged.put(id, true);
    }
    return activity;
  }

  public Duration maxWait() {
    return settings.maxWait();
  }

  /**
   * Waits until an activity has ended, whichever process works on it.
   *
   * @return its last state
   * @throws Refusal 404 for an unknown or deleted id
   */
  public Activity await(long id, Duration longest) {
    long end = System.nanoTime() + longest.toNanos();
    Activity activity = get(id);
    while (!activity.isEnded()) {
      long left = end - System.nanoTime();
      Running one = leases.find(id);
      if (left <= 0 || !pause(one, left)) {
        return activity;
      }
      activity = get(id);
    }
    return activity;
  }

  // False where this thread is to end.
  private static boolean pause(@Nullable Running one, long longest) {
    try {
      if (one == null) {
        TimeUnit.NANOSECONDS.sleep(Math.min(longest, POLL_INTERVAL.toNanos()));
      } else {
        one.end().get(longest, TimeUnit.NANOSECONDS);
      }
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  // With a permit, which is given back at the end.
  private void run(LeasedActivity claimed) {
    Running one = new Running(claimed, new CompletableFuture<>());
    leases.hold(claimed.id(), claimed.claim(), one);
    Thread.ofVirtual()
        .name("commit-" + claimed.id())
        .start(() -> {
          try {
            if (finish(claimed)) {
              acknowledged.put(claimed.id(), true);
            }
          } finally {
            leases.end(claimed.id());
            permits.release();
            one.end().complete(null);
          }
        });
  }

  private boolean finish(LeasedActivity claimed) {
    try {
      return make(claimed);
    } catch (LeaseLost e) {
      LOG.info("Another process works on activity {}, or it has ended", claimed.id());
    } catch (RuntimeException e) {
      // The database, most likely: who takes the activity over when the lease ends goes on.
      LOG.warn("Cannot continue activity {}; its lease expires: {}", claimed.id(), e.toString());
    }
    return false;
  }

  // A transaction that waited too long for another one is tried again here, not when the lease
  // ends.
  private void withRetries(LeasedActivity claimed) {
    for (int attempt = 1; ; attempt++) {
      try {
        work.run(claimed);
        return;
      } catch (DataAccessException | TransactionException e) {
        if (attempt == ATTEMPTS || DatabaseFault.among(e) != DatabaseFault.NOTHING_DONE) {
          throw e;
        }
        LOG.info("Retrying activity {}: {}", claimed.id(), e.getMessage());
      }
    }
  }

  private boolean make(LeasedActivity claimed) {
    try {
      if (claimed.claim() > MAX_CLAIMS) {
        throw new IllegalStateException("it was started " + claimed.claim() + " times");
      }
      withRetries(claimed);
      return true;
    } catch (RuntimeException | Error e) {
      // The end of the service fails calls of applications: another process goes on.
      if (closing
          || e instanceof LeaseLost
          || (DatabaseFault.among(e) != null && claimed.claim() <= MAX_CLAIMS)) {
        throw e;
      }
      if (e instanceof Refusal refusal) {
        rows.fail(claimed, refusal.status().value(), refusal.reason());
        return false;
      }
      LOG.error("Activity {} failed", claimed.id(), e);
      rows.fail(
          claimed,
          HttpStatus.INTERNAL_SERVER_ERROR.value(),
          "The service failed; its log says more under activity " + claimed.id() + ".");
    }
    return false;
  }

  // At most as many permits as expired activities, so that the others are left for new requests.
  private List<LeasedActivity> takeExpired() {
    Set<Long> held = leases.ids();
    int left = rows.countExpired(held);
    int free = 0;
    while (free < left && permits.tryAcquire()) {
      free++;
    }
    List<LeasedActivity> taken = List.of();
    try {
      if (free > 0) {
        taken = rows.takeExpired(held, settings.lease(), free);
      }
      return taken;
    } finally {
      permits.release(free - taken.size());
    }
  }

  private Duration recoverAndPurge() {
    for (LeasedActivity one : takeExpired()) {
      LOG.info("Took over activity {} of another process", one.id());
      run(one);
    }
    // Short transactions, one after the other.
    if (rows.removeEnded(KEEP, BATCH_SIZE) == BATCH_SIZE) {
      return Duration.ZERO;
    }
    Duration pause = settings.lease().dividedBy(2);
    return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
  }

  @Override
  public void close() {
    closing = true;
    recovery.close();
    renewal.close();
    rows.release(leases.all().stream().map(Running::activity).toList());
  }
}
