package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.reprise.kit.error.DatabaseFault;
import org.reprise.kit.work.Loop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what is not needed any more, piece by piece, on a thread of its own. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final Loop loop;
  private volatile boolean closed;

  /**
   * Starts it.
   *
   * @param chores each does a piece, and returns whether there is more
   * @param every how long it rests after all are done
   */
  Housekeeping(List<BooleanSupplier> chores, Duration every) {
    this.loop =
        new Loop(
            "housekeeping",
            () -> {
              chores.forEach(this::doAll);
              return every;
            });
    loop.start();
  }

  // One that fails does not stop those behind it.
  private void doAll(BooleanSupplier chore) {
    try {
      boolean more = true;
      while (more && !closed) {
        more = chore.getAsBoolean();
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
