package org.reprise.load.measure;

import static org.reprise.load.measure.Values.amounts;
import static org.reprise.load.measure.Values.named;

import org.jspecify.annotations.Nullable;

/**
 * How much of one phase of the run a limited role was held back.
 *
 * @param phase its name, as in the phases on the run's clock
 * @param role by its id in the baseline
 * @param cores that it might use
 * @param seconds how long the phase was
 * @param cpuSeconds CPU time that the role used in it; null where that was not read
 * @param periodShare periods in which its quota was used up, of those in which it wanted to run, 0
 *     to 1
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
    double throttledSeconds) {
  public Throttled {
    named("phase", phase);
    named("role", role);
    amounts("a value of " + role, cores, seconds, periodShare, throttledSeconds);
  }
}
