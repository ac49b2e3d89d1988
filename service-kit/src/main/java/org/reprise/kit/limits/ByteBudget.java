package org.reprise.kit.limits;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes requests hold in memory at once, of bodies or of what they read. No request waits:
 * what does not fit is refused. A share that is larger than the whole budget is taken while there
 * is no other.
 */
public final class ByteBudget {
  /** Smaller shares are not counted: the bound on connections bounds them, too. */
  private static final long SMALL = 16 * 1024;

  private static final long STEP = 64 * 1024;

  private final long bytes;
  private final AtomicLong held = new AtomicLong();

  /**
   * Makes a budget that nothing is taken of yet.
   *
   * @param bytes the most that is held at once, but for a single larger share
   */
  public ByteBudget(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a budget of at least 1 byte, not " + bytes);
    }
    this.bytes = bytes;
  }

  /** The share of a new request, to be closed with it. */
  public Share share() {
    return new Share();
  }

  /** The share of one request. Its thread's own. */
  public final class Share implements AutoCloseable {
    private long needed;
    private long taken;

    private Share() {}

    /**
     * Makes sure that so many bytes in all are in the budget.
     *
     * @return false where they do not fit; what was taken before stays until the end
     */
    public boolean cover(long length) {
      needed = Math.max(needed, length);
      if (length <= SMALL || length <= taken) {
        return true;
      }
      // A body of unknown length grows in steps.
      long more = Math.max(length - taken, taken == 0 ? 0 : STEP);
      long before = held.getAndAdd(more);
      if (before - taken > 0 && before + more > bytes) {
        held.addAndGet(-more);
        return false;
      }
      taken += more;
      return true;
    }

    /**
     * Makes sure that so many bytes more are in the budget.
     *
     * @return as {@link #cover}
     */
    public boolean add(long more) {
      return cover(needed + more);
    }

    @Override
    public void close() {
      held.addAndGet(-taken);
      needed = 0;
      taken = 0;
    }
  }

  /** The most bytes that are held at once, but for a single larger share. */
  public long size() {
    return bytes;
  }

  /** How many bytes are held now. */
  public long held() {
    return held.get();
  }
}
