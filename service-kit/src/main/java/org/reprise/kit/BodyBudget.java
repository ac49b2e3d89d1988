package org.reprise.kit;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of request bodies are held in memory at once. Nobody waits: what does not fit is
 * refused. A body that is longer than the whole budget is taken while there is no other.
 */
final class BodyBudget {
  /** Shorter bodies are not counted: the bound on connections bounds them, too. */
  private static final long SMALL = 16 * 1024;

  private static final long STEP = 64 * 1024;

  private final long bytes;
  private final AtomicLong held = new AtomicLong();

  BodyBudget(long bytes) {
    this.bytes = bytes;
  }

  /** Other bodies fill the budget. */
  static final class Exceeded extends IOException {
    private static final long serialVersionUID = 1;

    Exceeded() {
      super("The bodies of other requests fill the memory that there is for them. Try again.");
    }
  }

  /** The share of a new request, to be closed with it. */
  Share share() {
    return new Share();
  }

  /** The share of one request. Its thread's own. */
  final class Share implements AutoCloseable {
    private long taken;

    /**
     * Makes sure that so many bytes of the body are in the budget.
     *
     * @throws Exceeded where they do not fit; what was taken before stays until the end
     */
    void cover(long length) throws Exceeded {
      if (length <= SMALL || length <= taken) {
        return;
      }
      // A body of unknown length grows in steps.
      long more = Math.max(length - taken, taken == 0 ? 0 : STEP);
      long before = held.getAndAdd(more);
      if (before - taken > 0 && before + more > bytes) {
        held.addAndGet(-more);
        throw new Exceeded();
      }
      taken += more;
    }

    @Override
    public void close() {
      held.addAndGet(-taken);
      taken = 0;
    }
  }

  /** How many bytes are held now. */
  long held() {
    return held.get();
  }
}
