package org.reprise.load.judge;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Statement;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;

/** What a run measured in one variant. */
final class MeasuredData extends Data {
  private final Measured measured;
  private final String variant;
  private final OperationData operations;
  private final StepData steps;
  private final UsageData usages;

  MeasuredData(Baseline baseline, Measured measured, String variant) {
    super(baseline);
    this.measured = measured;
    this.variant = variant;
    this.operations = new OperationData(baseline, measured, variant);
    this.steps = new StepData(baseline, measured);
    this.usages = new UsageData(measured, variant);
  }

  /** The series of an execution's batches: its operations slow down together. */
  static String execution(String experiment, String variant) {
    return experiment + "@" + variant;
  }

  /** Why an operand's value, though it is there, tells nothing. */
  Optional<String> tooFew(Call call) {
    return operations.tooFew(call);
  }

  private List<ExperimentRun> runs(String experiment) {
    return measured.experiments().stream()
        .filter(it -> it.experiment().equals(experiment) && it.variant().equals(variant))
        .toList();
  }

  private MeasuredData in(String other) {
    return other.equals(variant) ? this : new MeasuredData(baseline(), measured, other);
  }

  @Override
  Optional<Estimate> value(Call call) {
    String first = call.argument(0).orElseThrow();
    int at = first.indexOf('@');
    return at > 0
        ? in(first.substring(at + 1)).value(call, first.substring(0, at))
        : value(call, first);
  }

  private Optional<Estimate> value(Call call, String first) {
    Operand operand = call.operand();
    Optional<String> operation = call.argument(1);
    return switch (operand) {
      case MIN, MAX, AVG, P90, P99 -> operations.time(operand, first, operation.orElseThrow());
      case COUNT -> operations.count(first, operation);
      case RATE -> operation.isEmpty() ? rate(first) : callRate(first, operation.get());
      case ERROR -> operations.errors(first, operation);
      case FLOW -> operations.flow(first);
      case CPU, CPU_PEAK, CPU_TIME, HEAP -> usages.value(operand, first, operation.orElseThrow());
      case HEAP_TREND -> usages.heapTrend(first, operation.orElseThrow());
      case CPU_TREND -> steps.cpuTrend(operation.orElseThrow(), variant);
      case KNEE -> steps.knee(first);
      case STEP_MEDIAN, STEP_MAX -> upTo(call).flatMap(rate -> steps.upTo(operand, first, rate));
      case STEP_BEYOND -> steps.beyond(first);
      case FLOOR -> floor(first);
      case QUANTITY -> quantity(first);
      case PUBLISHED, HIGHEST, LOWEST -> Optional.empty();
    };
  }

  /** Inputs of the report as published, results as measured, what follows from them anew. */
  @Override
  Optional<Estimate> figure(String id) {
    return baseline()
        .statement(id)
        .filter(Statement::isInput)
        .map(it -> Estimate.exact(it.value()))
        .or(() -> super.figure(id));
  }

  /**
   * What tells the scale was set and not measured. Rounds of one execution are its batches, and no
   * repetitions: two loads that were measured one after the other are not compared round by round.
   */
  private Optional<Estimate> quantity(String name) {
    SortedMap<Integer, Double> values =
        measured.quantities().getOrDefault(name, Collections.emptySortedMap());
    int repetitions =
        measured.experiments().stream().mapToInt(ExperimentRun::repetition).max().orElse(1);
    return Estimate.of(values)
        .map(it ->
            name.startsWith(Scale.QUANTITY)
                ? Estimate.exact(it.value())
                : values.lastKey() > repetitions ? it.withBatches(name, values) : it);
  }

  private Optional<Estimate> rate(String experiment) {
    List<ExperimentRun> all = runs(experiment);
    SortedMap<Integer, Double> rates = new TreeMap<>();
    all.forEach(it -> rates.put(it.repetition(), it.flowsPerSecond()));
    long count = all.stream().mapToLong(it -> Math.round(it.seconds() * it.flowsPerSecond())).sum();
    List<Double> batches = all.size() == 1 ? all.getFirst().batchRates() : null;
    return Estimate.of(rates)
        .map(it -> it.withCount(count))
        .map(it -> batches == null ? it : it.withBatches(execution(experiment, variant), batches));
  }

  private Optional<Estimate> callRate(String experiment, String operation) {
    SortedMap<Integer, Double> seconds = new TreeMap<>();
    runs(experiment).forEach(it -> seconds.put(it.repetition(), it.seconds()));
    return operations
        .count(experiment, Optional.of(operation))
        .flatMap(it -> Estimate.of(seconds).map(time -> it.with('/', time)));
  }

  /** It belongs to no repetition, so it stands beside each of them. */
  private Optional<Estimate> floor(String experiment) {
    List<Double> floors =
        measured.floors().stream()
            .filter(it -> experiment.equals(it.experiment()))
            .map(Floor::value)
            .toList();
    double mean = floors.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    return floors.isEmpty()
        ? Optional.empty()
        : Optional.of(Estimate.once(mean).withBatches("floors of " + experiment, floors));
  }

  @Override
  Optional<String> invalid(String experiment) {
    int at = experiment.indexOf('@');
    if (at > 0) {
      return in(experiment.substring(at + 1)).invalid(experiment.substring(0, at));
    }
    return runs(experiment).stream()
        .map(ExperimentRun::invalidReason)
        .filter(Objects::nonNull)
        .map(why -> experiment + ": " + why)
        .findFirst();
  }

  @Override
  Optional<String> missing(String experiment) {
    int at = experiment.indexOf('@');
    if (at > 0) {
      return in(experiment.substring(at + 1)).missing(experiment.substring(0, at));
    }
    List<String> needed =
        baseline().experiment(experiment).map(Experiment::operations).orElse(List.of());
    // Without figures nothing says of which operations it is: any of the baseline's will do.
    boolean complete =
        needed.isEmpty()
            ? baseline().operations().stream().anyMatch(it -> isTimed(experiment, it.id()))
            : needed.stream().allMatch(it -> isTimed(experiment, it));
    if (!runs(experiment).isEmpty() && complete) {
      return Optional.empty();
    }
    String why = measured.notRun().get(experiment);
    return Optional.of(why == null ? "not run in the variant %s".formatted(variant) : why);
  }

  private boolean isTimed(String experiment, String operation) {
    return operations.time(Operand.AVG, experiment, operation).isPresent();
  }
}
