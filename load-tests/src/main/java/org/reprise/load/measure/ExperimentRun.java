package org.reprise.load.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution of an experiment: the load that was really sent and what came of it as a whole.
 *
 * @param threads concurrent users; 0 in an open model, which has none that stay
 * @param circles flows of each user, in an open model of all together
 * @param seconds from the first call to the last answer
 * @param invalidReason why this execution says nothing; null where it is valid
 * @param batchRates flows per second of equal parts of the window, which tell the spread of a rate
 *     that was not repeated; null where they were not recorded
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
