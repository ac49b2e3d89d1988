package org.reprise.ebms.security;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reprise.ebms.envelope.RefusedMessage;

/**
 * Memory that all partners share for payloads that must be held whole. Where none is free, a caller
 * waits a little, and the message is then refused with 503: many large payloads at once take
 * longer, and do not exhaust the heap.
 */
public final class MemoryBudget {
  private static final int UNIT = 1024;

  private final Semaphore free;
  private final int units;
  private final Duration wait;

  /**
   * A budget.
   *
   * @param bytes that may be held at once
   * @param wait how long to wait for what others hold
   */
  public MemoryBudget(long bytes, Duration wait) {
    this.units = (int) Math.clamp(bytes / UNIT, 1, Integer.MAX_VALUE);
    this.free = new Semaphore(units, true);
    this.wait = wait;
  }

  /** A part of the budget; closing gives it back. */
  public final class Share implements AutoCloseable {
    private final int held;

    private Share(int held) {
      this.held = held;
    }

    @Override
    public void close() {
      free.release(held);
    }
  }

  /**
   * Takes a part; one that is larger than the budget takes all of it.
   *
   * @throws RefusedMessage 503 where others hold too much
   */
  public Share take(long bytes) {
    int wanted = (int) Math.clamp(bytes / UNIT + 1, 1, units);
    try {
      if (free.tryAcquire(wanted, wait.toNanos(), TimeUnit.NANOSECONDS)) {
        return new Share(wanted);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw RefusedMessage.later(
        "Too many large payloads are being decrypted; send the message again", null);
  }
}
