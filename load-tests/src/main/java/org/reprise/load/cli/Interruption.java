package org.reprise.load.cli;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C (SIGINT) or SIGTERM while a run is under way: the working thread is interrupted and given
 * time to write down what it has measured. Processes are ended meanwhile by whoever started them.
 */
final class Interruption implements AutoCloseable {
  private static final AtomicBoolean REQUESTED = new AtomicBoolean();
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final Thread hook;
  private boolean finishing;

  Interruption() {
    var worker = Thread.currentThread();
    hook = Thread.ofPlatform().name("interruption").unstarted(() -> interrupt(worker));
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interrupt(Thread worker) {
    synchronized (this) {
      REQUESTED.set(true);
      if (!finishing) {
        worker.interrupt();
      }
    }
    try {
      worker.join(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * From now on a signal waits for the working thread and interrupts it no more: a channel is
   * closed under an interrupted thread that writes to it. An interruption that is pending is taken
   * away.
   */
  synchronized void finish() {
    finishing = true;
    // Only the signal that has been noted already can have set it.
    var unused = Thread.interrupted();
  }

  static boolean requested() {
    return REQUESTED.get();
  }

  @Override
  public void close() {
    if (!requested()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // A signal came just now: the hook runs, and finds this thread at its end.
      }
    }
  }
}
