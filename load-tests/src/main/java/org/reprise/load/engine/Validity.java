package org.reprise.load.engine;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Violation;
import org.reprise.load.measure.Violation.Rule;
import org.reprise.load.run.Digits;

/**
 * Decides by rules whether a phase of an execution says anything about the system under test.
 *
 * @param judged whether its figures are judged: else what a busy machine does to them is only noted
 * @param saturating whether the experiment goes beyond what the system carries on purpose: errors
 *     and delays are data then, unless they are there from its first stretch on
 * @param generatorPercent mean CPU of the generator, % of one core; null where it was not counted,
 *     or where generator and system are one process
 * @param othersPercent mean CPU of all programs that do not belong to the run, % of one core; null
 *     where it was not counted
 * @param busiest of these programs; empty where it is not known
 * @param reads null where the setting has but one server
 */
record Validity(
    Sample sample,
    int repetition,
    boolean judged,
    boolean saturating,
    @Nullable Double generatorPercent,
    @Nullable Double othersPercent,
    String busiest,
    int cores,
    Execution.@Nullable Reads reads) {
  private static final double NANOS_PER_MS = 1e6;

  /** Of all cores that the generator may use. */
  private static final double GENERATOR_SHARE = 0.7;

  /** Of the flows that were due, which must have been sent. */
  private static final double SENT_SHARE = 0.98;

  /** CPU of other programs from which on it is noted, in % of one core. */
  private static final double NEIGHBOUR_NOTED = 30;

  /** Of all cores, from which on what other programs used decides the figures. */
  private static final double NEIGHBOUR_SHARE = 0.25;

  /** Of all reads that may come from another server than the setting says. */
  private static final double ELSEWHERE_SHARE = 0.01;

  /**
   * A time with one load: a step of arrivals, or all of any other load.
   *
   * @param name of several
   * @param due flows that should have been begun; 0 where no number was fixed
   * @param finished flows that ended well
   * @param errors flows that did not
   * @param delayMs how late the generator sent; null where unknown
   * @param median whether half of the flows were sent so late or later; else one in 100
   */
  private record Stretch(
      String name,
      long due,
      long sent,
      long finished,
      long errors,
      @Nullable Double delayMs,
      boolean median) {
    String place() {
      return name.isEmpty() ? "" : " at " + name;
    }
  }

  private List<Stretch> stretches() {
    var arrived = sample.arrived();
    if (arrived != null) {
      return arrived.steps().stream()
          .map(step -> {
            var median = step.sent() < Knee.FEW;
            return new Stretch(
                Digits.exact(step.perSecond()) + "/s",
                step.due(),
                step.sent(),
                step.answered(),
                step.errors(),
                median ? step.delayP50Ms() : step.delayP99Ms(),
                median);
          })
          .toList();
    }
    var planned = sample.phase().shape().plannedFlows();
    var done = planned > 0 ? sample.flows() : sample.calls();
    var lag = sample.lag();
    return List.of(
        new Stretch(
            "",
            planned,
            done,
            done,
            sample.allErrors(),
            // In a closed model single delays are the scheduler's, on a machine that is full.
            lag.getTotalCount() > 0 ? lag.getValueAtPercentile(50) / NANOS_PER_MS : null,
            true));
  }

  /** Returns those whose errors and delays are no data: of a saturating experiment the first. */
  private Stream<Stretch> accountable() {
    return stretches().stream().limit(saturating ? 1 : Long.MAX_VALUE);
  }

  /** Returns every rule that the phase broke. */
  List<Violation> violations() {
    if (stretches().stream().allMatch(it -> it.finished() == 0)) {
      return List.of(violation(Rule.NOTHING_DONE, true, "nothing was done%s", errors()));
    }
    return Stream.of(generatorBusy(), generatorLate(), rate(), failed(), neighbour(), elsewhere())
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Violation> generatorBusy() {
    return Optional.ofNullable(generatorPercent)
        .filter(percent -> percent > 100 * cores * GENERATOR_SHARE)
        .map(percent ->
            violation(
                Rule.GENERATOR_SATURATED,
                judged,
                "generator saturated: it used %.0f %% of a core, more than %.0f %% of the"
                    + " machine's %d",
                percent,
                100 * GENERATOR_SHARE,
                cores));
  }

  private Optional<Violation> generatorLate() {
    return accountable()
        .filter(it -> it.delayMs() != null && it.delayMs() > Knee.MAX_DELAY_MS)
        .findFirst()
        .map(it ->
            violation(
                Rule.GENERATOR_SATURATED,
                judged,
                "generator saturated%s: %s of its flows were sent %.1f ms late or more, %.0f"
                    + " are allowed",
                it.place(),
                it.median() ? "half" : "one in 100",
                it.delayMs(),
                Knee.MAX_DELAY_MS));
  }

  private Optional<Violation> rate() {
    var arrived = sample.arrived();
    var stopped = arrived == null || arrived.stopped().isEmpty() ? "" : ": " + arrived.stopped();
    return (stopped.isEmpty() ? accountable() : stretches().stream())
        .filter(it -> it.sent() < SENT_SHARE * it.due())
        .findFirst()
        .map(it ->
            violation(
                Rule.RATE_MISSED,
                accountable().anyMatch(it::equals),
                "%s%s: %d of %d flows were sent%s",
                arrived == null ? "load not sent" : "offered rate missed",
                it.place(),
                it.sent(),
                it.due(),
                stopped));
  }

  private Optional<Violation> failed() {
    return accountable()
        .filter(it -> it.errors() > 0)
        .findFirst()
        .map(it ->
            violation(
                Rule.TARGET_ERRORS,
                true,
                "%d of %d flows failed%s%s",
                it.errors(),
                it.errors() + it.finished(),
                it.place(),
                errors()));
  }

  private Optional<Violation> neighbour() {
    if (othersPercent == null || othersPercent < NEIGHBOUR_NOTED) {
      return Optional.empty();
    }
    var decides = othersPercent >= 100 * cores * NEIGHBOUR_SHARE;
    return Optional.of(
        violation(
            Rule.NEIGHBOUR,
            decides && judged,
            "other programs used %.0f %% of a core%s%s",
            othersPercent,
            busiest.isEmpty() ? "" : " (most of it " + busiest + ")",
            decides
                ? ", more than %.0f %% of the machine's %d".formatted(100 * NEIGHBOUR_SHARE, cores)
                : ""));
  }

  private Optional<Violation> elsewhere() {
    if (reads == null || (reads.all() > 0 && reads.elsewhere() <= ELSEWHERE_SHARE * reads.all())) {
      return Optional.empty();
    }
    return Optional.of(
        violation(
            Rule.WRONG_SOURCE,
            true,
            "reads are to come from the %s, but %s",
            reads.expected(),
            reads.all() == 0
                ? "none was counted"
                : "%d of %d came from elsewhere".formatted(reads.elsewhere(), reads.all())));
  }

  private String errors() {
    var errors = sample.firstErrors();
    return errors.isEmpty() ? "" : ": " + String.join("; ", errors);
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
