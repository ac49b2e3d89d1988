package org.reprise.lists.work;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work that may take long, done in slices, each kind on a separate thread: what must be
 * on time does not wait for the rest.
 */
public final class Slices {
  private static final Logger LOG = LoggerFactory.getLogger(Slices.class);
  private static final int REST = 3;

  private Slices() {}

  /**
   * Starts a thread. After a slice it rests three times as long as that took, so that it takes a
   * quarter of a core at most; what fails is left to the next run.
   *
   * @param slice does some of the work, and returns whether there may be more
   */
  public static Loop start(Loops loops, String name, Duration interval, BooleanSupplier slice) {
    return loops.start(name, step(name, interval, slice));
  }

  static Loop.Step step(String name, Duration interval, BooleanSupplier slice) {
    return () -> {
      try {
        long begun = System.nanoTime();
        if (slice.getAsBoolean()) {
          return Duration.ofNanos(REST * (System.nanoTime() - begun));
        }
      } catch (RuntimeException | Error e) {
        if (DatabaseFault.among(e) == null) {
          LOG.error("The task '{}' failed; retrying in {} s", name, interval.toSeconds(), e);
        } else {
          LOG.warn("Cannot do the task '{}' now: {}", name, e.getMessage());
        }
      }
      return interval;
    };
  }
}
