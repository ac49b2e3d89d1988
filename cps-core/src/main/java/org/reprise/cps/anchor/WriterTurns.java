package org.reprise.cps.anchor;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.reprise.cps.fault.Busy;
import org.reprise.kit.limits.ByteBudget;

/**
 * Lets few writers of one anchor go to the database at once. Only one of them can change its row;
 * the others would wait for it there, each with a connection that writers of other anchors need.
 * Two keep the database busy: while one writes, the next one is there already.
 *
 * <p>Who waits here keeps its payload in memory, and its share of the memory for request bodies. So
 * that writers of an anchor whose row is locked do not take all of it, those who wait have a budget
 * of bytes, and those of one anchor half of it. A writer that exceeds a budget is rejected at once.
 */
public final class WriterTurns {
  private static final int MAX_CONCURRENT_WRITERS = 2;

  private final WriteLimits limits;
  private final ByteBudget waiting;

  // Of the anchors that have writers, which hold the values.
  private final LoadingCache<AnchorRef, Turns> anchors;

  WriterTurns(WriteLimits limits) {
    this.limits = limits;
    this.waiting = new ByteBudget(limits.waitingBytes());
    this.anchors = Caffeine.newBuilder().weakValues().build(anchor -> new Turns(limits));
  }

  private static final class Turns {
    final Semaphore free = new Semaphore(MAX_CONCURRENT_WRITERS, true);
    final ByteBudget waiting;

    Turns(WriteLimits limits) {
      this.waiting = new ByteBudget(limits.waitingBytes() / 2);
    }
  }

  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /** Waits for a turn before a connection is taken; throws Busy for too long, or too much. */
  public Turn take(AnchorRef anchor, LongSupplier payload) {
    Turns turns = anchors.get(anchor);
    boolean taken = false;
    try {
      taken = turns.free.tryAcquire(0, TimeUnit.NANOSECONDS) || await(anchor, turns, payload);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!taken) {
      throw busy(
          "Other writers of anchor %s did not finish within %d ms (reprise.cps.write.max-wait)"
              .formatted(anchor.anchor(), limits.maxWait().toMillis()));
    }
    // Holds the turns, which a reference to the method would not.
    return () -> turns.free.release();
  }

  private boolean await(AnchorRef anchor, Turns turns, LongSupplier payload)
      throws InterruptedException {
    long bytes = payload.getAsLong();
    try (ByteBudget.Share ofAnchor = turns.waiting.share();
        ByteBudget.Share ofAll = waiting.share()) {
      if (!ofAnchor.cover(bytes) || !ofAll.cover(bytes)) {
        throw busy(
            "Other writers wait for anchor %s, with as much data as may wait (reprise.cps.write.max-waiting)"
                .formatted(anchor.anchor()));
      }
      return turns.free.tryAcquire(limits.maxWait().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private static Busy busy(String reason) {
    return new Busy("Anchor busy", reason + "; nothing was stored. Try again.");
  }
}
