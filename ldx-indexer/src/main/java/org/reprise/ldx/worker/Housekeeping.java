package org.reprise.ldx.worker;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.DatabaseFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Removes what is not needed any more, piece by piece, on a thread of its own. */
final class Housekeeping implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final List<BooleanSupplier> chores;
  private final Duration every;
  private volatile boolean started;
  private @Nullable Thread thread;

  /**
   * Makes it.
   *
   * @param chores each does a piece, and returns whether there is more
   * @param every how long it rests after all are done
   */
  Housekeeping(List<BooleanSupplier> chores, Duration every) {
    this.chores = List.copyOf(chores);
    this.every = every;
  }

  @Override
  public void start() {
    started = true;
    thread = Thread.ofVirtual().name("housekeeping").start(this::work);
  }

  @Override
  public boolean isRunning() {
    return started;
  }

  private void work() {
    try {
      while (started) {
        chores.forEach(this::doAll);
        Thread.sleep(every);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void doAll(BooleanSupplier chore) {
    try {
      boolean more = true;
      while (more && started) {
        more = chore.getAsBoolean();
      }
    } catch (RuntimeException | Error e) {
      if (!started) {
        return;
      }
      if (DatabaseFault.among(e) == null) {
        LOG.error("Not tidied up", e);
      } else {
        LOG.warn("Not tidied up now: {}", e.getMessage());
      }
    }
  }

  @Override
  public void stop() {
    started = false;
    Thread worker = thread;
    if (worker != null) {
      worker.interrupt();
    }
  }
}
