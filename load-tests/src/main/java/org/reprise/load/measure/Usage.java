package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one process used during one execution of an experiment. Of a database server all its
 * processes count as one. What was not read or does not exist is null.
 *
 * @param peakPercent highest use of CPU over any five seconds of it, in % of one core
 * @param heapBeforeMiB Java heap in use before it, after a collection
 */
public record Usage(
    String experiment,
    int repetition,
    String process,
    double seconds,
    double cpuSeconds,
    double peakPercent,
    @Nullable Double heapBeforeMiB,
    @Nullable Double heapAfterMiB,
    @Nullable Double rssAfterMiB) {
  /** CPU time per wall time over the whole window, in % of one core. */
  public double percent() {
    return seconds == 0 ? 0 : 100 * cpuSeconds / seconds;
  }
}
