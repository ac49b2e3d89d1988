package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one process used during one execution of an experiment. Of a database server all its
 * processes count as one.
 *
 * @param seconds wall time of the window that was counted
 * @param peakPercent highest use of CPU over any five seconds of it (over all of it where it is
 *     shorter), in % of one core
 * @param heapBeforeMiB Java heap in use before it, after a collection; null where it is no JVM
 * @param heapAfterMiB the same after it
 * @param rssAfterMiB resident memory after it; null where it was not read
 * @param walMiB write-ahead log written in it; null where the process writes none
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
    @Nullable Double rssAfterMiB,
    @Nullable Double walMiB) {
  /** CPU time per wall time over the whole window, in % of one core. */
  public double percent() {
    return seconds == 0 ? 0 : 100 * cpuSeconds / seconds;
  }
}
