package org.reprise.load.measure;

import static org.reprise.load.measure.Values.amounts;
import static org.reprise.load.measure.Values.execution;
import static org.reprise.load.measure.Values.named;

import org.jspecify.annotations.Nullable;

/**
 * What one process used during one execution of an experiment. Of a database server all its
 * processes count as one.
 *
 * @param experiment the baseline's experiment id, for example {@code parallel-on}
 * @param repetition 1 for the first (or only) repetition
 * @param process for example {@code primary}
 * @param seconds wall time of the window that was counted
 * @param cpuSeconds CPU time used in it
 * @param peakPercent highest use of CPU over any five seconds of it (over all of it where it is
 *     shorter), in % of one core
 * @param heapBeforeMiB Java heap in use before it, after a collection; null where it is no JVM
 * @param heapAfterMiB the same after it
 * @param rssBeforeMiB resident memory before it; null where it was not read
 * @param rssAfterMiB the same after it
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
    @Nullable Double rssBeforeMiB,
    @Nullable Double rssAfterMiB,
    @Nullable Double walMiB) {
  public Usage {
    execution(experiment, repetition);
    named("process", process);
    String what = "a value of %s in %s".formatted(process, experiment);
    amounts(what, seconds, cpuSeconds, peakPercent);
    amounts(what, heapBeforeMiB, heapAfterMiB, rssBeforeMiB, rssAfterMiB, walMiB);
  }

  /** CPU time per wall time over the whole window, in % of one core. */
  public double percent() {
    return seconds == 0 ? 0 : 100 * cpuSeconds / seconds;
  }
}
