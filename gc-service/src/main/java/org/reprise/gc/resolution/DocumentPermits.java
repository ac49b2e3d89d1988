package org.reprise.gc.resolution;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.reprise.gc.configuration.Graph;
import org.reprise.oslc.refusal.Refusal;

/**
 * Bounds the documents that are written at once by their entries together: the statements of the
 * largest one take about 60 MB.
 */
final class DocumentPermits {
  /** Two of the largest documents, and small ones beside them. */
  static final int MAX_ENTRIES = 2 * Graph.MAX_TREE_SIZE + Graph.MAX_TREE_SIZE / 2;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Semaphore entries = new Semaphore(MAX_ENTRIES);

  /**
   * Writes a document when there is room for its entries.
   *
   * @throws Refusal 503 if there is none within 30 s
   */
  <T> T with(int count, Supplier<T> write) {
    if (!isAcquired(count)) {
      throw Refusal.unavailable(
          "Other large configurations are being written. Try again.", Duration.ofSeconds(1));
    }
    try {
      return write.get();
    } finally {
      entries.release(count);
    }
  }

  private boolean isAcquired(int count) {
    try {
      return entries.tryAcquire(count, TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
