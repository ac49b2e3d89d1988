package org.reprise.load.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.reprise.localstack.testing.Signals;

/** Two writers beside faults, and the search for what was acknowledged to them. */
public final class Chaos implements AutoCloseable {
  /** Acknowledged before each fault and after it. */
  private static final int MIN_WRITES = 20;

  private static final int WRITERS = 2;
  private static final Duration STOP_DURATION = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final int MAX_LOST = 5;

  private final AcknowledgedWrites writes;
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<Thread> writers = new ArrayList<>();
  private final List<String> acknowledged = new ArrayList<>();
  private String lastRefusal = "none";
  private int refused;
  private long lastTime = System.nanoTime();
  private long longestGap;
  private volatile boolean ended;

  public enum Fault {
    KILLED,
    STOPPED
  }

  /** Starts what was killed, and returns when it serves. */
  public interface Restart {
    void run() throws IOException, InterruptedException;
  }

  /**
   * The effect of a fault on the writers.
   *
   * @param outage the longest time without an acknowledgement, until there were enough again
   * @param refused writes that failed meanwhile
   */
  public record Effect(String victim, Fault fault, Duration outage, int refused) {
    /** Returns it as a line for people. */
    public String text() {
      return "%-14s %-8s %6.1f s without an acknowledgement, %,d writes failed"
          .formatted(
              victim, fault.name().toLowerCase(Locale.ROOT), outage.toMillis() / 1e3, refused);
    }
  }

  /** Starts the writers, who go on until {@link #close}. */
  public Chaos(AcknowledgedWrites writes) {
    this.writes = writes;
    for (int i = 0; i < WRITERS; i++) {
      writers.add(Thread.ofVirtual().start(this::write));
    }
  }

  private void write() {
    while (!ended) {
      try {
        var key = writes.write(numbers.incrementAndGet());
        synchronized (this) {
          acknowledged.add(key);
          longestGap = Math.max(longestGap, System.nanoTime() - lastTime);
          lastTime = System.nanoTime();
        }
      } catch (IOException | RuntimeException e) {
        synchronized (this) {
          refused++;
          lastRefusal = e.toString();
        }
      } catch (InterruptedException e) {
        return;
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /**
   * Kills a process and restarts it, or stops it for five seconds.
   *
   * @throws IOException where nothing is acknowledged any more
   */
  public Effect strike(String victim, long pid, Fault fault, Restart restart)
      throws IOException, InterruptedException {
    awaitEnough("before " + victim);
    int before;
    synchronized (this) {
      before = refused;
      longestGap = 0;
    }
    var process = ProcessHandle.of(pid).orElseThrow(() -> new IOException(victim + " has died"));
    if (fault == Fault.KILLED) {
      process.destroyForcibly();
      process.onExit().join();
      restart.run();
    } else {
      try {
        Signals.stop(pid);
        Thread.sleep(STOP_DURATION);
      } finally {
        Signals.resume(pid);
      }
    }
    awaitEnough("after " + victim);
    synchronized (this) {
      return new Effect(victim, fault, Duration.ofNanos(longestGap), refused - before);
    }
  }

  private void awaitEnough(String when) throws IOException, InterruptedException {
    var wanted = count() + MIN_WRITES;
    var end = System.nanoTime() + TIMEOUT.toNanos();
    while (count() < wanted) {
      if (System.nanoTime() - end > 0) {
        throw new IOException(
            "%s fewer than %d writes were acknowledged in %d minutes; the last failure: %s"
                .formatted(when, MIN_WRITES, TIMEOUT.toMinutes(), lastRefusal()));
      }
      Thread.sleep(PAUSE);
    }
  }

  private synchronized String lastRefusal() {
    return lastRefusal;
  }

  /** Returns how many writes were acknowledged. */
  public synchronized int count() {
    return acknowledged.size();
  }

  /** Returns what was acknowledged and is not there, with the reason; the first ones of it. */
  public List<String> lost() throws InterruptedException {
    close();
    var lost = new ArrayList<String>();
    for (var key : acknowledged) {
      try {
        writes.require(key);
      } catch (IOException e) {
        lost.add(key + ": " + e.getMessage());
        if (lost.size() == MAX_LOST) {
          break;
        }
      }
    }
    return lost;
  }

  @Override
  public void close() throws InterruptedException {
    ended = true;
    for (var writer : writers) {
      // What is not acknowledged by now does not count.
      writer.interrupt();
      writer.join();
    }
  }
}
