package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes rows that are no longer needed, piece by piece, in the background. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final Loop loop;
  private volatile boolean closed;

  /**
   * Starts the thread.
   *
   * @param tasks each removes a piece, and returns whether there is more
   * @param interval between two runs of all tasks
   */
  Housekeeping(List<BooleanSupplier> tasks, Duration interval) {
    this.loop =
        new Loop(
            "housekeeping",
            () -> {
              tasks.forEach(this::doAll);
              return interval;
            });
    loop.start();
  }

  // One that fails does not stop those behind it.
  private void doAll(BooleanSupplier task) {
    try {
      boolean more = true;
      while (more && !closed) {
        more = task.getAsBoolean();
      }
    } catch (RuntimeException | Error e) {
      if (DatabaseFault.among(e) == null) {
        LOG.error("Cannot clean up", e);
      } else {
        LOG.warn("Cannot clean up now: {}", e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    loop.close();
  }
}
