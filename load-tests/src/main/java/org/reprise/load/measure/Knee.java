package org.reprise.load.measure;

import java.util.List;
import java.util.Optional;
import org.reprise.load.measure.OpenLoad.Step;

/**
 * The highest rate that a system carries: that of the last good step before failure persists. A
 * step fails with an error, with an average above the limit, or where it was not sent to its end;
 * one that fails between good ones is a hiccup. Where the generator itself cannot keep up there is
 * no such step, and the rate is a lower bound.
 *
 * @param perSecond rate of the last good step; 0 where the first one already was none
 */
public record Knee(double perSecond, Optional<Step> beyond, boolean generatorLimited) {
  /** How late a generator may send before it is the limit, milliseconds. */
  private static final double MAX_DELAY_MS = 10;

  private static final double MAX_DELAY_SHARE = 0.1; // of the response times
  private static final double MAX_EXCUSED_MS = 100;

  /** Fewer values than this have no 99th percentile to speak of: their median counts. */
  public static final long FEW = 500;

  /** The generator is the limit after this many late steps on end: a single one is a hiccup. */
  private static final int LATE_STEPS = 2;

  public static Knee of(List<Step> steps, double limitMs) {
    double good = 0;
    int late = 0;
    Optional<Step> failed = Optional.empty();
    for (Step step : steps) {
      late = isLate(step) ? late + 1 : 0;
      boolean fails = fails(step, limitMs);
      if (fails && failed.isPresent()) {
        break;
      }
      if (late == LATE_STEPS) {
        return new Knee(good, Optional.empty(), true);
      }
      failed = fails ? Optional.of(step) : Optional.empty();
      good = fails || late > 0 ? good : step.perSecond();
    }
    // What an overloaded generator reports as an error may be its own.
    return new Knee(
        good, failed.filter(it -> !isLate(it)), failed.filter(Knee::isLate).isPresent());
  }

  /** Returns whether it was too much for the system, or for the generator. */
  public static boolean fails(Step step, double limitMs) {
    return step.errors() > 0 || step.meanMs() > limitMs || step.sent() < step.due();
  }

  /**
   * Returns whether the generator sent the step's flows too late to judge the system by it. A delay
   * that is a small part of the response times, which contain it, does not make them long: on a
   * machine that both share, a full system makes the generator late, too.
   */
  public static boolean isLate(Step step) {
    return (step.sent() < FEW ? step.delayP50Ms() : step.delayP99Ms()) > maxDelayMs(step);
  }

  /** Returns the greatest delay with which a step's flows are not sent too late. */
  public static double maxDelayMs(Step step) {
    double small = MAX_DELAY_SHARE * (step.sent() < FEW ? step.meanMs() : step.p99Ms());
    return Math.clamp(small, MAX_DELAY_MS, MAX_EXCUSED_MS);
  }
}
