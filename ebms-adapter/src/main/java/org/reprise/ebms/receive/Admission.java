package org.reprise.ebms.receive;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Decides which requests get their answer, by the time that each has waited for its thread. A bound
 * on that time needs no knowledge of how long a message takes or how many processors there are, and
 * does nothing while threads are there at once.
 *
 * <p>After Nichols and Jacobson, "Controlling Queue Delay" (ACM Queue 10:5, 2012), in the form for
 * requests of Maurer, "Fail at Scale" (ACM Queue 13:8, 2015): a queue that is empty now and then
 * only levels out a burst, and may be long; one that never is only makes all answers late, and is
 * kept short.
 */
final class Admission {
  private final long maxWait;
  private final long overloadWait;
  private final LongSupplier clock;
  private final AtomicInteger waiting = new AtomicInteger();
  // When a request last came while no other waited.
  private volatile long busySince;
  private volatile int maxWaiting = Integer.MAX_VALUE;

  /**
   * With these limits.
   *
   * @param clock nanoseconds, as {@link System#nanoTime}
   */
  Admission(AdmissionSettings settings, LongSupplier clock) {
    this.maxWait = settings.maxWait().toNanos();
    this.overloadWait = settings.overloadWait().toNanos();
    this.clock = clock;
    this.busySince = clock.getAsLong();
  }

  /**
   * Keeps the queue short, too, while more requests wait than this. Each of them has a connection,
   * and who gets none waits where nobody can refuse it.
   */
  void maxWaiting(int requests) {
    maxWaiting = requests;
  }

  /**
   * A request begins to wait for its thread.
   *
   * @return the time
   */
  long arrived() {
    long now = clock.getAsLong();
    if (waiting.getAndIncrement() == 0) {
      busySince = now;
    }
    return now;
  }

  /**
   * Whether a request that waits has done so for too long. It may get its answer after all where
   * fewer wait when its turn comes.
   */
  boolean isLate(long arrived) {
    return isLate(arrived, clock.getAsLong());
  }

  private boolean isLate(long arrived, long now) {
    return now - arrived > limit(now);
  }

  Turn begun(long arrived) {
    long now = clock.getAsLong();
    boolean isAdmitted = !isLate(arrived, now);
    waiting.decrementAndGet();
    return new Turn(now - arrived, isAdmitted);
  }

  /** A request that waited gets no thread. */
  void left() {
    waiting.decrementAndGet();
  }

  /** How long a request may wait now, nanoseconds. */
  long limit() {
    return limit(clock.getAsLong());
  }

  private long limit(long now) {
    int requests = waiting.get();
    boolean isBusyForLong = requests > 0 && now - busySince > maxWait;
    return isBusyForLong || requests > maxWaiting ? overloadWait : maxWait;
  }

  /**
   * A request that has its thread.
   *
   * @param waited how long it waited for it, nanoseconds
   * @param isAdmitted whether it is to be answered; if not, it came at a time when too many did
   */
  record Turn(long waited, boolean isAdmitted) {
    static final Turn AT_ONCE = new Turn(0, true);
  }
}
