package org.reprise.kit.work;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that repeats a step until it is closed, and survives every exception and Error. {@link
 * Loops} starts it and reports where it ended or is blocked.
 */
public final class Loop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final long PAUSE_AFTER_FAILURE = Duration.ofSeconds(1).toNanos();
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);
  // Of some statements one after the other, each of which the database answers or ends in time.
  private static final Duration MAX_STEP = Duration.ofMinutes(2);

  private final String name;
  private final Duration maxStep;
  private final Step step;
  private final Thread thread;
  private final Semaphore work = new Semaphore(0);
  private volatile boolean ending;
  private volatile long due = System.nanoTime();
  private Class<?> lastFailure = Void.class;

  @FunctionalInterface
  public interface Step {
    /** Runs once, and returns how long to wait for {@link Loop#wake} before the next run. */
    Duration run() throws InterruptedException;
  }

  /** Creates a thread whose steps take two minutes at most. */
  public Loop(String name, Step step) {
    this(name, MAX_STEP, step);
  }

  /**
   * Creates a thread.
   *
   * @param maxStep after which a step counts as blocked
   */
  public Loop(String name, Duration maxStep, Step step) {
    this.name = name;
    this.maxStep = maxStep;
    this.step = step;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::work);
  }

  public void start() {
    setDue(Duration.ZERO);
    thread.start();
  }

  public void wake() {
    work.release();
  }

  private void setDue(Duration pause) {
    due = System.nanoTime() + pause.plus(maxStep).toNanos();
  }

  private void work() {
    while (!ending) {
      try {
        setDue(Duration.ZERO);
        Duration pause = step.run();
        lastFailure = Void.class;
        setDue(pause);
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
      if (e.getClass().equals(lastFailure)) {
        // A stack each second would fill the disk while a database is down for hours.
        LOG.error("The thread '{}' failed again: {}", name, e.toString());
      } else {
        LOG.error("The thread '{}' failed; it continues after a pause", name, e);
      }
      lastFailure = e.getClass();
    } catch (Throwable again) {
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
    }
    LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
  }

  String name() {
    return name;
  }

  /** Returns why the thread does not work; empty where it does, or was closed. */
  Optional<String> fault() {
    long late = System.nanoTime() - due;
    if (ending || thread.isAlive() && late < 0) {
      return Optional.empty();
    }
    return Optional.of(
        thread.isAlive()
            ? "blocked: a step takes longer than %s, since %s"
                .formatted(maxStep, Duration.ofNanos(late).truncatedTo(ChronoUnit.SECONDS))
            : "ended");
  }

  /** Waits until the current step ends; interrupts it where that takes longer than 15 seconds. */
  @Override
  public void close() {
    ending = true;
    wake();
    try {
      if (!thread.join(CLOSE_TIMEOUT)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
