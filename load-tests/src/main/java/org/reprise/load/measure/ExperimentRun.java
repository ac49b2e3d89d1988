package org.reprise.load.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution of an experiment: the load that was really sent and what came of it as a whole.
 *
 * @param loadModel {@code closed} (users wait for their answers) or {@code open} (arrivals do not
 *     wait)
 * @param threads concurrent users; 0 in an open model, which has none that stay
 * @param circles flows that each user did (in an open model all flows); a smaller number than the
 *     report's is the run's scale
 * @param seconds wall time from the first call to the last answer
 * @param flowsPerSecond finished flows divided by {@code seconds}
 * @param errors flows that did not finish
 * @param invalidReason why this execution says nothing, null where it is valid
 * @param batchRates flows per second of each of some equal parts of the window, in their order; the
 *     spread of a rate that was not repeated comes from them; null where they were not recorded
 * @param othersPercent mean CPU of programs that do not belong to the run, % of one core; null
 *     where it was not counted
 */
public record ExperimentRun(
    String experiment,
    String variant,
    int repetition,
    String loadModel,
    int threads,
    int circles,
    double seconds,
    double flowsPerSecond,
    long errors,
    @Nullable String invalidReason,
    @Nullable List<Double> batchRates,
    @Nullable Double othersPercent) {}
