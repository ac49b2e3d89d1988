package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A background task that runs at most once in an interval. */
final class ThrottledTask implements BooleanSupplier {
  private final BooleanSupplier task;
  private final Duration interval;
  private long next;

  ThrottledTask(BooleanSupplier task, Duration interval) {
    this.task = task;
    this.interval = interval;
    this.next = System.nanoTime() + interval.toNanos();
  }

  @Override
  public boolean getAsBoolean() {
    if (System.nanoTime() - next < 0) {
      return false;
    }
    boolean more = task.getAsBoolean();
    if (!more) {
      next = System.nanoTime() + interval.toNanos();
    }
    return more;
  }
}
