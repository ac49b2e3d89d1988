package org.reprise.load.engine;

import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Operation;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;

/** Collects what a run measures; complete or not, it can be handed to the judge at any time. */
public final class Outcome {
  private final List<String> operationIds;
  private final int repetition;
  private final Measured measured = Measured.empty();

  /** Of a report; operations that it does not know are not among its figures. */
  public Outcome(Baseline baseline, int repetition) {
    this.repetition = repetition;
    this.operationIds = baseline.operations().stream().map(Operation::id).toList();
  }

  /**
   * Returns what somebody measured by a simulation of ours, for one experiment of a report. It
   * counts as report-exact and, since there is nothing else to judge by, as steady too.
   *
   * @param said the experiment; null if the simulation was run with {@code -Dexperiment}
   * @throws IllegalArgumentException if it is not known which experiment it is
   */
  public static Measured byHand(Baseline report, List<Sample> samples, @Nullable String said) {
    var outcome = new Outcome(report, 1);
    for (var sample : samples) {
      var id = said == null ? sample.phase().experiment() : said;
      if (id == null) {
        throw new IllegalArgumentException(
            "which experiment of %s is it? Say --experiment ID (reprise list %s names them)"
                .formatted(report.id(), report.id()));
      }
      var beyond = report.require(id).saturating();
      var fault = beyond ? null : sample.faults().stream().findFirst().orElse(null);
      var phase = sample.phase();
      for (var variant :
          phase.variant().equals(Variant.SEARCH)
              ? List.of(Variant.SEARCH)
              : List.of(Variant.REPORT_EXACT, Variant.STEADY)) {
        outcome.add(
            sample,
            new Phase(phase.name(), id, variant, phase.shape()),
            1,
            fault,
            null,
            UnaryOperator.identity());
      }
    }
    return outcome.measured;
  }

  /**
   * Adds a phase that counts, by the number of its repetition or of its round.
   *
   * @param fault why it says nothing; null where it does
   * @param othersPercent mean CPU of programs that do not belong to the run, % of one core; null
   *     where it was not counted
   * @param withCpu adds the CPU time of the services to a step of arrivals
   */
  void add(
      Sample sample,
      Phase phase,
      int number,
      @Nullable String fault,
      @Nullable Double othersPercent,
      UnaryOperator<OpenLoad.Step> withCpu) {
    var figures =
        sample.summaries(phase, number).stream()
            .filter(it -> operationIds.contains(it.operation()))
            .toList();
    var finished = figures.stream().mapToLong(OperationSummary::count).sum();
    var experiment = Objects.requireNonNull(phase.experiment());
    measured
        .experiments()
        .add(
            new ExperimentRun(
                experiment,
                phase.variant(),
                number,
                phase.shape().model(),
                phase.shape().users(),
                passes(sample),
                sample.seconds(),
                phase.shape() instanceof Shape.Mixed && sample.seconds() > 0
                    ? finished / sample.seconds()
                    : sample.flowsPerSecond(),
                figures.stream().mapToLong(OperationSummary::errors).sum(),
                fault,
                sample.flowBatches().isEmpty() ? null : sample.flowBatches(),
                othersPercent));
    measured.operations().addAll(figures);
    var arrived = sample.arrived();
    if (arrived != null && !phase.variant().equals(Variant.STEADY)) {
      measured
          .openLoads()
          .add(
              new OpenLoad(
                  experiment,
                  phase.variant(),
                  number,
                  arrived.steps().stream().map(withCpu).toList(),
                  arrived.seconds(),
                  arrived.distribution()));
    }
  }

  private static int passes(Sample sample) {
    return switch (sample.phase().shape()) {
      case Shape.Circles(int _, int count) -> count;
      case Shape.Window window -> (int) (sample.flows() / window.users());
      case Shape.Mixed _ -> 1;
      case Shape.Arrivals _ ->
          sample.arrived() == null
              ? 0
              : (int) sample.arrived().steps().stream().mapToLong(OpenLoad.Step::sent).sum();
    };
  }

  /** Adds what processes used, in the place of what was told of the same experiment before. */
  void usages(List<Usage> more) {
    measured
        .usages()
        .removeIf(before ->
            more.stream()
                .anyMatch(it ->
                    it.experiment().equals(before.experiment())
                        && Measured.repetition(it.repetition())
                            == Measured.repetition(before.repetition())
                        && it.process().equals(before.process())));
    measured.usages().addAll(more);
  }

  public void add(Check check) {
    measured.checks().add(check);
  }

  /** Adds what an explanation or a statement of the baseline names, in this repetition. */
  public void quantity(String name, double value) {
    quantity(name, repetition, value);
  }

  public void quantity(String name, List<Double> rounds) {
    for (int i = 0; i < rounds.size(); i++) {
      quantity(name, repetition * Measured.ROUNDS + 1 + i, rounds.get(i));
    }
  }

  private void quantity(String name, int number, double value) {
    measured.quantities().computeIfAbsent(name, _ -> new TreeMap<>()).put(number, value);
  }

  public void invalid(String reason) {
    measured.invalidReasons().add(reason);
  }

  /** Adds what was measured elsewhere, without the course of resources and phases. */
  public void add(Measured more) {
    measured.experiments().addAll(more.experiments());
    measured.operations().addAll(more.operations());
    measured.checks().addAll(more.checks());
    measured.openLoads().addAll(more.openLoads());
    usages(more.usages());
    measured.throttled().addAll(more.throttled());
    more.quantities().forEach((name, values) -> values.forEach((i, v) -> quantity(name, i, v)));
    measured.invalidReasons().addAll(more.invalidReasons());
    measured.violations().addAll(more.violations());
  }

  public Measured measured() {
    return measured;
  }
}
