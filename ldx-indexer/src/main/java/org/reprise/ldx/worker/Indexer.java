package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.reprise.ldx.feed.LogReader.FeedVersion;
import org.reprise.ldx.source.SourceLeases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Polls the data sources that are due, each on its own threads, so that a slow one delays no other.
 * Several instances share the data sources of a database.
 */
@Component
public final class Indexer implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Indexer.class);
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(200);
  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);

  private final SourceReading reading;
  private final Loops loops;
  private final Leases<Integer, Running> leases;
  private final ConcurrentMap<Integer, FeedVersion> feeds = new ConcurrentHashMap<>();
  private final Loop schedule = new Loop("schedule", this::startDue);
  private volatile boolean started;

  private record Running(SourceRun run, Thread thread) {}

  Indexer(SourceReading reading, LeaseRenewal renewal, Loops loops) {
    this.reading = reading;
    this.loops = loops;
    this.leases =
        reading
            .leases()
            .renewed(
                renewal,
                one -> one.run().stop("it was paused or removed, or another process reads it now"));
  }

  @Override
  public void start() {
    started = true;
    loops.start(schedule);
  }

  @Override
  public boolean isRunning() {
    return started;
  }

  /** Looks for data sources that are due at once. */
  public void wake() {
    schedule.wake();
  }

  private Duration startDue() {
    try {
      reading.leases().due().forEach(this::begin);
      return CHECK_INTERVAL;
    } catch (RuntimeException e) {
      if (DatabaseFault.among(e) == null) {
        throw e;
      }
      LOG.warn("Cannot list data sources that are due; retrying: {}", e.getMessage());
      return RETRY_DELAY;
    }
  }

  private void begin(int id) {
    if (leases.find(id) != null) {
      return;
    }
    Optional<SourceLeases.Claim> taken = reading.leases().take(id, leases.owner());
    if (taken.isEmpty()) {
      return;
    }
    SourceRun run = new SourceRun(reading, taken.get(), feeds);
    Thread work =
        Thread.ofPlatform().name("source-" + id).daemon().unstarted(() -> poll(taken.get(), run));
    leases.hold(id, taken.get().lease().epoch(), new Running(run, work));
    try {
      work.start();
    } catch (Error e) {
      // Without a thread the lease would be renewed and never released.
      leases.end(id);
      throw e;
    }
  }

  private void poll(SourceLeases.Claim taken, SourceRun run) {
    try {
      run.run();
    } catch (InterruptedException | RuntimeException | Error e) {
      // The lease ends by itself, and any process polls again.
      LOG.error("Poll of data source {} ended unexpectedly", taken.source().definition().name(), e);
    } finally {
      leases.end(taken.source().id());
      // A poll that was requested meanwhile begins at once.
      wake();
    }
  }

  /** Ends all polls; their unstored batches are read again by the next owner. */
  @Override
  public void stop() {
    started = false;
    schedule.close();
    Collection<Running> running = leases.all();
    running.forEach(one -> one.run().stop("the service ends"));
    long deadline = System.nanoTime() + STOP_TIMEOUT.toNanos();
    for (Running one : running) {
      try {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        one.thread().join(Math.max(1, left));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
