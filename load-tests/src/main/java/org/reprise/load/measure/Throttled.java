package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/**
 * How much of an execution a limited role was held back.
 *
 * @param experiment the baseline's experiment id
 * @param variant see {@link Variant}
 * @param repetition 1 for the first (or only) repetition
 * @param role by its id in the baseline
 * @param cores that it might use
 * @param seconds wall time of the window that was counted
 * @param cpuSeconds CPU time that it used in it; null where that was not read
 * @param periodShare periods in which its quota was used up, of those in which it wanted to run, 0
 *     to 1
 * @param throttledSeconds that its processes waited for their next period, added up over the
 *     processors
 */
public record Throttled(
    String experiment,
    String variant,
    int repetition,
    String role,
    double cores,
    double seconds,
    @Nullable Double cpuSeconds,
    double periodShare,
    double throttledSeconds) {
  public Throttled {
    Values.named("experiment", experiment);
    Values.named("variant", variant);
    Values.named("role", role);
    for (double value : new double[] {cores, seconds, periodShare, throttledSeconds}) {
      Values.notNegative(role, Values.finite(role, value));
    }
  }
}
