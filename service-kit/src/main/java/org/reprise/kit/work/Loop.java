package org.reprise.kit.work;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that repeats a step until it is closed, and survives every exception and Error. */
public final class Loop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long PAUSE_AFTER_FAILURE = Duration.ofSeconds(1).toNanos();
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  private final String name;
  private final Step step;
  private final Thread thread;
  private final Semaphore work = new Semaphore(0);
  private volatile boolean ending;

  @FunctionalInterface
  public interface Step {
    /** Runs once, and returns how long to wait for {@link Loop#wake} before the next run. */
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

  // Logging may fail as well, for example where memory is short.
  private void failed(Throwable e) {
    try {
      LOG.error("The thread '{}' failed; it continues after a pause", name, e);
    } catch (Throwable again) {
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
    }
    LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
  }

  /** Returns whether the thread runs, or was closed. */
  public boolean isHealthy() {
    return ending || thread.isAlive();
  }

  /** Waits until the current step ends. */
  @Override
  public void close() {
    ending = true;
    wake();
    try {
      thread.join(CLOSE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
