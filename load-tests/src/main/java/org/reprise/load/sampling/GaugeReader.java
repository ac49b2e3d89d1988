package org.reprise.load.sampling;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one gauge in a thread of its own, one reading at a time: a gauge that hangs or fails holds
 * up no other.
 */
final class GaugeReader implements AutoCloseable {
  /** A reading that takes longer is interrupted; the next look begins another one. */
  static final Duration LIMIT = Duration.ofSeconds(2);

  private final Gauge gauge;
  private final DoubleConsumer heard;
  private final Consumer<Error> broken;
  private @Nullable Thread reading;
  private long begunNanos;

  /**
   * Reads nothing yet.
   *
   * @param heard gets each value, in the reader's thread
   * @param broken hears of a gauge that will never work, in the reader's thread
   */
  GaugeReader(Gauge gauge, DoubleConsumer heard, Consumer<Error> broken) {
    this.gauge = gauge;
    this.heard = heard;
    this.broken = broken;
  }

  boolean reads(Gauge other) {
    return gauge == other;
  }

  /** Begins a reading, unless the last one still goes on. */
  synchronized void look() {
    if (reading == null || !reading.isAlive()) {
      begunNanos = System.nanoTime();
      reading = Thread.ofVirtual().name("gauge").start(this::read);
    } else if (System.nanoTime() - begunNanos > LIMIT.toNanos()) {
      reading.interrupt();
    }
  }

  private void read() {
    try {
      gauge.read().ifPresent(heard);
    } catch (Exception e) {
      // The service or database is just starting or ending, or it does not answer: a gap in the
      // series says so.
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
    } catch (Error e) {
      broken.accept(e);
    }
  }

  @Override
  public synchronized void close() {
    if (reading != null) {
      reading.interrupt();
    }
  }
}
