package org.reprise.load.measure;

import org.jspecify.annotations.Nullable;

/**
 * How much of one phase of the run a limited role was held back.
 *
 * @param cpuSeconds that the role used in it; null where that was not read
 * @param periodShare periods in which its quota was used up, of those in which it wanted to run
 * @param throttledSeconds that its processes waited for their next period, added up over the
 *     processors
 */
public record Throttled(
    String phase,
    String role,
    double cores,
    double seconds,
    @Nullable Double cpuSeconds,
    double periodShare,
    double throttledSeconds) {}
