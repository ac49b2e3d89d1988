package org.reprise.kit.limits;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A limit on the bytes that requests hold in memory together. No request waits: what does not fit
 * is rejected. A share larger than the whole budget is allowed while there is no other.
 */
public final class ByteBudget {
  // Smaller shares are not counted: the limit on connections limits them, too.
  private static final long SMALL = 16 * 1024;

  private static final long STEP = 64 * 1024;

  private final long bytes;
  private final AtomicLong held = new AtomicLong();

  public ByteBudget(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a budget needs at least 1 byte, was " + bytes);
    }
    this.bytes = bytes;
  }

  /** Returns the share of a new request, to be closed with it. */
  public Share share() {
    return new Share();
  }

  /** The share of one request. Not safe for several threads. */
  public final class Share implements AutoCloseable {
    private long needed;
    private long taken;

    private Share() {}

    /**
     * Raises the share to so many bytes.
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

    /** Raises the share by so many bytes, as {@link #cover} does. */
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

  public long size() {
    return bytes;
  }

  public long held() {
    return held.get();
  }
}
