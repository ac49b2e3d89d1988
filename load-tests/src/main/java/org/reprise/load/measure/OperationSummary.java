package org.reprise.load.measure;

import static org.reprise.load.measure.Values.amounts;
import static org.reprise.load.measure.Values.execution;
import static org.reprise.load.measure.Values.named;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one operation in one experiment, one variant and one repetition.
 *
 * @param experiment the baseline's experiment id, for example {@code remote-10x100}
 * @param variant {@link Variant#REPORT_EXACT}, {@link Variant#STEADY} or a variant that an
 *     explanation names
 * @param repetition 1 for the first (or only) repetition of a run that repeats its experiments
 * @param operation the baseline's operation id, for example {@code create-node}
 * @param count successful calls behind the times
 * @param errors calls that failed; their times are in none of the values, save those of calls that
 *     nobody answered, which count until they were given up
 * @param minMs shortest call, milliseconds
 * @param maxMs longest call, milliseconds
 * @param meanMs arithmetic mean, milliseconds
 * @param stdDevMs standard deviation, milliseconds: with the count it gives the spread of the mean
 * @param p50Ms median, milliseconds
 * @param p95Ms 95th percentile, milliseconds
 * @param p99Ms 99th percentile, milliseconds
 * @param p90Ms 90th percentile, milliseconds; null where what measured it does not tell
 * @param p75Ms 75th percentile, milliseconds; null where what measured it does not tell
 * @param batchMeansMs arithmetic means of each of some equal parts of the window, in their order,
 *     milliseconds; the spread of a mean that was not repeated comes from them; null where they
 *     were not recorded
 */
public record OperationSummary(
    String experiment,
    String variant,
    int repetition,
    String operation,
    long count,
    long errors,
    double minMs,
    double maxMs,
    double meanMs,
    double stdDevMs,
    double p50Ms,
    double p95Ms,
    double p99Ms,
    @Nullable Double p90Ms,
    @Nullable Double p75Ms,
    @Nullable List<Double> batchMeansMs) {
  public OperationSummary {
    batchMeansMs = batchMeansMs == null ? null : List.copyOf(batchMeansMs);
    execution(experiment, repetition);
    named("variant", variant);
    named("operation", operation);
    String what = "a value of %s in %s".formatted(operation, experiment);
    amounts(what, count, errors, minMs, maxMs, meanMs, stdDevMs, p50Ms, p95Ms, p99Ms);
    if (count > 0 && (minMs > meanMs * 1.000_001 + 0.001 || meanMs > maxMs * 1.000_001 + 0.001)) {
      throw new IllegalArgumentException(
          "%s of %s: mean %s lies outside %s to %s"
              .formatted(operation, experiment, meanMs, minMs, maxMs));
    }
  }
}
