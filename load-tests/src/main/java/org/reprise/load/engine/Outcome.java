package org.reprise.load.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Operation;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Throttled;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.validity.Violation;

/** What a run has measured so far; complete or not, it can be handed to the judge at any time. */
public final class Outcome {
  private final List<String> operationIds;
  private final int repetition;
  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<OperationSummary> operations = new ArrayList<>();
  private final List<Floor> floors = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final List<OpenLoad> openLoads = new ArrayList<>();
  private final List<Usage> usages = new ArrayList<>();
  private final List<Throttled> throttled = new ArrayList<>();
  private final Map<String, Double> summary = new LinkedHashMap<>();
  private final Map<String, SortedMap<Integer, Double>> quantities = new LinkedHashMap<>();
  private final List<Violation> violations = new ArrayList<>();
  private final List<String> invalid = new ArrayList<>();

  /** Of a report; operations that it does not know are not among its figures. */
  public Outcome(Baseline baseline) {
    this(baseline, 1);
  }

  /** The same of one repetition, to which its quantities belong. */
  Outcome(Baseline baseline, int repetition) {
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
    var outcome = new Outcome(report);
    for (var sample : samples) {
      var id = said == null ? sample.phase().experiment() : said;
      if (id == null) {
        throw new IllegalArgumentException(
            "which experiment of %s is it? Say --experiment ID (reprise list %s names them)"
                .formatted(report.id(), report.id()));
      }
      var beyond = report.require(id).goesBeyondTheKnee();
      var fault = beyond ? null : sample.faults().stream().findFirst().orElse(null);
      var phase = sample.phase();
      for (var variant :
          phase.variant().equals(Variant.SEARCH)
              ? List.of(Variant.SEARCH)
              : List.of(Variant.REPORT_EXACT, Variant.STEADY)) {
        var counted =
            sample.with(
                new org.reprise.load.generator.Phase(phase.name(), id, variant, phase.shape()));
        outcome.add(counted, 1, fault, null);
        var arrived = sample.arrived();
        if (arrived != null && !variant.equals(Variant.STEADY)) {
          outcome.add(
              new OpenLoad(
                  id, variant, 1, arrived.steps(), arrived.seconds(), arrived.distribution()));
        }
      }
    }
    return outcome.measured(List.of(), List.of(), List.of(), Map.of());
  }

  /**
   * Adds a phase that counts.
   *
   * @param fault why it says nothing; null where it does
   * @param othersPercent mean CPU of programs that do not belong to the run, % of one core; null
   *     where it was not counted
   */
  void add(Sample sample, int repetition, @Nullable String fault, @Nullable Double othersPercent) {
    var figures =
        sample.summaries(repetition).stream()
            .filter(it -> operationIds.contains(it.operation()))
            .toList();
    var phase = sample.phase();
    runs.add(
        new ExperimentRun(
            java.util.Objects.requireNonNull(phase.experiment()),
            phase.variant(),
            repetition,
            phase.shape().model(),
            phase.shape().mostUsers(),
            passes(sample),
            sample.seconds(),
            rate(sample, figures),
            figures.stream().mapToLong(OperationSummary::errors).sum(),
            fault,
            sample.flowBatches().isEmpty() ? null : sample.flowBatches(),
            othersPercent));
    operations.addAll(figures);
  }

  void add(OpenLoad load) {
    openLoads.add(load);
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

  private static double rate(Sample sample, List<OperationSummary> figures) {
    if (sample.phase().shape() instanceof Shape.Mixed) {
      var finished = figures.stream().mapToLong(OperationSummary::count).sum();
      return sample.seconds() == 0 ? 0 : finished / sample.seconds();
    }
    return sample.flowsPerSecond();
  }

  /** Adds what processes used, in the place of what was told of the same experiment before. */
  public void usages(List<Usage> more) {
    usages.removeIf(before ->
        more.stream()
            .anyMatch(it ->
                it.experiment().equals(before.experiment())
                    && it.repetition() == before.repetition()
                    && it.process().equals(before.process())));
    usages.addAll(more);
  }

  /** Adds what the same work costs without the system. */
  public void add(Floor floor) {
    floors.add(floor);
  }

  public void add(Check check) {
    checks.add(check);
  }

  /** Adds how much limited roles were held back. */
  void throttled(List<Throttled> more) {
    throttled.addAll(more);
  }

  /** One of the few numbers that other programs read. */
  public void summary(String name, double value) {
    summary.put(name, value);
  }

  /** Something that an explanation or a statement of the baseline names, in this repetition. */
  public void quantity(String name, double value) {
    quantity(name, repetition, value);
  }

  /** The same where it was measured in several rounds, which tell its spread. */
  public void quantity(String name, List<Double> rounds) {
    for (int i = 0; i < rounds.size(); i++) {
      quantity(name, Measured.FIRST_ROUND + i, rounds.get(i));
    }
  }

  private void quantity(String name, int number, double value) {
    quantities.computeIfAbsent(name, _ -> new TreeMap<>()).put(number, value);
  }

  /** A rule of validity that an execution broke. */
  void add(Violation violation) {
    violations.add(violation);
  }

  /** Why the run as a whole says nothing. */
  public void invalid(String reason) {
    invalid.add(reason);
  }

  /** Returns whether something beside a disturbance makes it invalid. */
  boolean isInvalid() {
    return !invalid.isEmpty();
  }

  /** Adds what was measured elsewhere, without the course of resources and phases. */
  public void add(Measured more) {
    runs.addAll(more.experiments());
    operations.addAll(more.operations());
    floors.addAll(more.floors());
    checks.addAll(more.checks());
    openLoads.addAll(more.openLoads());
    usages(more.usages());
    throttled.addAll(more.throttled());
    summary.putAll(more.summary());
    more.quantities().forEach((name, values) -> values.forEach((i, v) -> quantity(name, i, v)));
    invalid.addAll(more.invalidReasons());
    violations.addAll(more.violations());
  }

  /** Executions so far, each phase one. */
  public Stream<ExperimentRun> runs() {
    return runs.stream();
  }

  public Stream<OperationSummary> operations() {
    return operations.stream();
  }

  public Stream<OpenLoad> openLoads() {
    return openLoads.stream();
  }

  public Stream<Floor> floors() {
    return floors.stream();
  }

  /** Each quantity's mean of the repetitions so far. */
  public Map<String, Double> quantities() {
    Map<String, Double> means = new LinkedHashMap<>();
    quantities.forEach((name, values) ->
        means.put(
            name,
            values.values().stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
    return means;
  }

  Stream<Violation> violations() {
    return violations.stream();
  }

  public List<Check> checks() {
    return List.copyOf(checks);
  }

  /**
   * Everything so far.
   *
   * @param resources on the run's clock
   * @param phases on the same clock
   * @param roles what each had of the processors
   */
  Measured measured(
      List<ResourceSeries> resources,
      List<Phase> phases,
      List<RoleProcessors> roles,
      Map<String, String> notRun) {
    return new Measured(
        runs,
        operations,
        floors,
        checks,
        resources,
        phases,
        openLoads,
        usages,
        roles,
        throttled,
        summary,
        quantities,
        notRun,
        invalid,
        violations);
  }
}
