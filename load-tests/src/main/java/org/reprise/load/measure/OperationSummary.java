package org.reprise.load.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one operation in one experiment, one variant and one repetition.
 *
 * @param count successful calls behind the times
 * @param errors calls that failed; their times are in none of the values, save those of calls that
 *     nobody answered, which count until they were given up
 * @param batchMeansMs means of equal parts of the window, which tell the spread of a mean that was
 *     not repeated; null where they were not recorded
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
    @Nullable List<Double> batchMeansMs) {}
