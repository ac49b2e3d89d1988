package org.reprise.load.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Violation;
import org.reprise.load.measure.Violation.Rule;
import org.reprise.load.run.Digits;

/**
 * Decides by rules whether a phase of an execution says anything about the system under test.
 *
 * @param judged whether its figures are judged: else what a busy machine does to them is only noted
 * @param saturating whether the experiment goes beyond what the system carries on purpose: errors
 *     and delays are data then, unless they are there from its first step on
 * @param work of the services, from before the load to its end
 * @param generatorPercent mean CPU of the generator, % of one core; null where it was not counted,
 *     or where generator and system are one process
 * @param othersPercent mean CPU of all programs that do not belong to the run, % of one core; null
 *     where it was not counted
 * @param busiest of these programs; empty where it is not known
 */
record Validity(
    Sample sample,
    int repetition,
    boolean judged,
    boolean saturating,
    Watch.Work work,
    @Nullable Double generatorPercent,
    @Nullable Double othersPercent,
    String busiest,
    int cores) {
  private static final double GENERATOR_SHARE = 0.7;
  private static final double SENT_SHARE = 0.98;

  /** CPU of other programs from which on it is noted, in % of one core. */
  private static final double NEIGHBOUR_NOTED = 30;

  /** Of all cores, from which on what other programs used decides the figures. */
  private static final double NEIGHBOUR_SHARE = 0.25;

  private List<Step> steps() {
    var arrived = sample.arrived();
    if (arrived != null) {
      return arrived.steps();
    }
    var planned = sample.phase().shape().plannedFlows();
    var done = planned > 0 ? sample.flows() : sample.calls();
    var lag = sample.lag();
    // In a closed model single delays are the scheduler's, on a machine that is full.
    var late = lag.getTotalCount() > 0 ? lag.getValueAtPercentile(50) / 1e6 : 0;
    var seconds = sample.seconds();
    var times = new Histogram(3);
    sample.times().values().forEach(times::add);
    var mean = done == 0 ? 0 : times.getMean() / 1e6;
    var p99 = times.getValueAtPercentile(99) / 1e6;
    var rate = planned / seconds;
    var errors = sample.allErrors();
    return List.of(
        new Step(rate, 0, seconds, done, done, null, errors, mean, 0, p99, 0, late, late, null));
  }

  List<Violation> violations() {
    var arrived = sample.arrived();
    var all = steps();
    var errors =
        sample.firstErrors().isEmpty() ? "" : ": " + String.join("; ", sample.firstErrors());
    if (all.stream().allMatch(it -> it.answered() == 0)) {
      return List.of(violation(Rule.NOTHING_DONE, true, "nothing was done%s", errors));
    }
    // Of a saturating experiment errors and delays are data from the second step on.
    var accountable = saturating ? all.subList(0, 1) : all;
    var broken = new ArrayList<Violation>();
    if (generatorPercent != null && generatorPercent > 100 * cores * GENERATOR_SHARE) {
      broken.add(
          violation(
              Rule.GENERATOR_SATURATED,
              judged,
              "generator saturated: it used %.0f %% of a core, more than %.0f %% of the machine's"
                  + " %d",
              generatorPercent,
              100 * GENERATOR_SHARE,
              cores));
    }
    accountable.stream()
        .filter(Knee::isLate)
        .limit(1)
        .map(it ->
            violation(
                Rule.GENERATOR_SATURATED,
                judged,
                "generator saturated%s: %s of its flows were sent %.1f ms late or more, %.0f are"
                    + " allowed",
                place(it),
                arrived == null || it.sent() < Knee.FEW ? "half" : "one in 100",
                it.sent() < Knee.FEW ? it.delayP50Ms() : it.delayP99Ms(),
                Knee.maxDelayMs(it)))
        .forEach(broken::add);
    var stopped = arrived == null || arrived.stopped().isEmpty() ? "" : ": " + arrived.stopped();
    (stopped.isEmpty() ? accountable : all)
        .stream()
            .filter(it -> it.sent() < SENT_SHARE * it.due())
            .limit(1)
            .map(it ->
                violation(
                    Rule.RATE_MISSED,
                    accountable.contains(it),
                    "%s%s: %d of %d flows were sent%s",
                    arrived == null ? "load not sent" : "offered rate missed",
                    place(it),
                    it.sent(),
                    it.due(),
                    stopped))
            .forEach(broken::add);
    accountable.stream()
        .filter(it -> it.errors() > 0)
        .limit(1)
        .map(it ->
            violation(
                Rule.TARGET_ERRORS,
                true,
                "%d of %d flows failed%s%s",
                it.errors(),
                it.errors() + it.answered(),
                place(it),
                errors))
        .forEach(broken::add);
    if (judged && work.isCold()) {
      broken.add(
          violation(
              Rule.COLD,
              false,
              "the services still compiled: %.1f of their %.1f s of CPU",
              work.compilers(),
              work.cpu()));
    }
    if (othersPercent != null && othersPercent >= NEIGHBOUR_NOTED) {
      var decides = othersPercent >= 100 * cores * NEIGHBOUR_SHARE;
      broken.add(
          violation(
              Rule.NEIGHBOUR,
              decides && judged,
              "other programs used %.0f %% of a core%s%s",
              othersPercent,
              busiest.isEmpty() ? "" : " (the busiest: " + busiest + ")",
              decides
                  ? ", more than %.0f %% of the machine's %d"
                      .formatted(100 * NEIGHBOUR_SHARE, cores)
                  : ""));
    }
    return broken;
  }

  private String place(Step step) {
    return sample.arrived() == null ? "" : " at " + Digits.exact(step.perSecond()) + "/s";
  }

  private Violation violation(Rule rule, boolean fatal, String why, @Nullable Object... values) {
    var phase = sample.phase();
    return new Violation(
        rule,
        String.valueOf(phase.experiment()),
        phase.variant(),
        repetition,
        String.format(Locale.ROOT, why, values),
        fatal);
  }
}
