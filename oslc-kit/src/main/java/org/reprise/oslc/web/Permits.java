package org.reprise.oslc.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.reprise.oslc.refusal.Refusal;

/**
 * Bounds concurrent work that takes much memory. The request that waits longest is served first.
 */
public final class Permits {
  /** The wait of a client before it tries again. */
  public static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Semaphore permits;
  private final String busy;

  /**
   * Creates permits.
   *
   * @param busy the reason that requests are rejected with
   */
  public Permits(int max, String busy) {
    this.permits = new Semaphore(max, true);
    this.busy = busy;
  }

  /**
   * Does work when there are permits for it.
   *
   * @throws Refusal 503 if there are not enough within the time
   */
  public <T> T with(int count, Duration timeout, Supplier<T> work) {
    boolean isAcquired = false;
    try {
      isAcquired = permits.tryAcquire(count, timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!isAcquired) {
      throw Refusal.unavailable(busy + " Try again.", RETRY_AFTER);
    }
    try {
      return work.get();
    } finally {
      permits.release(count);
    }
  }
}
