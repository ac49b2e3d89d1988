package org.reprise.kit.work;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that repeats one step until it is closed. It survives every exception and Error. */
public final class Loop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long PAUSE_AFTER_FAILURE = Duration.ofSeconds(1).toNanos();
  private static final Duration LONGEST_END = Duration.ofSeconds(15);

  private final String name;
  private final Step step;
  private final Thread thread;
  private final Semaphore work = new Semaphore(0);
  private volatile boolean ending;

  /** The step that is repeated. */
  @FunctionalInterface
  public interface Step {
    /** Does it once, and returns how long to wait for {@link Loop#wake} before the next time. */
    Duration run() throws InterruptedException;
  }

  public Loop(String name, Step step) {
    this.name = name;
    this.step = step;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::work);
  }

  public void start() {
    thread.start();
  }

  /** Ends the wait between two steps: there is something to do. */
  public void wake() {
    work.release();
  }

  private void work() {
    while (!ending) {
      try {
        Duration pause = step.run();
        if (!pause.isZero() && work.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
          work.drainPermits();
        }
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

  /** Whether the thread runs, or was ended on purpose. */
  public boolean isHealthy() {
    return ending || thread.isAlive();
  }

  /** Lets the step that runs end, and waits for that. */
  @Override
  public void close() {
    ending = true;
    wake();
    try {
      thread.join(LONGEST_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
