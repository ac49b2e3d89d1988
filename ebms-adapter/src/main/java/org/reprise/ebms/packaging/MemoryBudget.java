package org.reprise.ebms.packaging;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reprise.ebms.envelope.RefusedMessage;

/**
 * Memory that all messages share for what must be held whole while one is handled: a large envelope
 * with what is made of it, a payload that is being decrypted. Where none is free, a caller waits a
 * little, and the message is then refused with 503: many large messages at once take longer, and do
 * not exhaust the heap. Memory is taken only for what has arrived: nobody waits for a sender.
 */
public final class MemoryBudget {
  private static final int UNIT = 1024;

  private final Semaphore free;
  private final int units;
  private final Duration wait;

  /** Takes the bytes that may be held at once, and how long to wait for what others hold. */
  public MemoryBudget(long bytes, Duration wait) {
    this.units = (int) Math.clamp(bytes / UNIT, 1, Integer.MAX_VALUE);
    this.free = new Semaphore(units, true);
    this.wait = wait;
  }

  /** A part of the budget; closing gives it back. Its thread's own. */
  public final class Share implements AutoCloseable {
    private int held;

    private Share(int held) {
      this.held = held;
    }

    /** Takes more; waits only where this share holds nothing; throws RefusedMessage (503). */
    public Share takeMore(long bytes) {
      return held == 0 ? take(bytes) : take(bytes, units - held, Duration.ZERO);
    }

    @Override
    public void close() {
      free.release(held);
      held = 0;
    }
  }

  public Share nothing() {
    return new Share(0);
  }

  /** Takes a part, all of it at most; throws RefusedMessage (503) where others hold too much. */
  public Share take(long bytes) {
    return take(bytes, units, wait);
  }

  private Share take(long bytes, int max, Duration longest) {
    int wanted = (int) Math.clamp(bytes / UNIT + 1, 0, max);
    try {
      if (free.tryAcquire(wanted, longest.toNanos(), TimeUnit.NANOSECONDS)) {
        return new Share(wanted);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw RefusedMessage.later(
        "Other large messages fill the memory that there is for them; send the message again");
  }
}
