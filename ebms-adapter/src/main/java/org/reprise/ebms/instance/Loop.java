package org.reprise.ebms.instance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that repeats one step until {@link #end} is called. It survives every exception and
 * Error: without it the service would accept messages and not send them.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long PAUSE_AFTER_FAILURE = Duration.ofSeconds(1).toNanos();

  private final String name;
  private final Step step;
  private final Thread thread;
  private volatile boolean ending;

  /** The step that is repeated; it pauses by itself where there is nothing to do. */
  @FunctionalInterface
  public interface Step {
    /** Does it once. */
    void run() throws InterruptedException;
  }

  Loop(String name, Step step) {
    this.name = name;
    this.step = step;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::work);
  }

  void start() {
    thread.start();
  }

  private void work() {
    while (!ending) {
      try {
        step.run();
      } catch (InterruptedException e) {
        return;
      } catch (Throwable e) {
        failed(e);
      }
    }
  }

  // To write the line may fail as well: where memory is short, for example.
  private void failed(Throwable e) {
    try {
      LOG.error("The thread '{}' failed and goes on", name, e);
    } catch (Throwable again) {
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
    }
    LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
  }

  String name() {
    return name;
  }

  /** Whether the thread runs, or was ended on purpose. */
  boolean isHealthy() {
    return ending || thread.isAlive();
  }

  /** Does nothing more after what it is doing now. */
  public void end() {
    ending = true;
  }

  /** Ends it, and waits until it has. */
  public void join(Duration most) {
    end();
    try {
      thread.join(most);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
