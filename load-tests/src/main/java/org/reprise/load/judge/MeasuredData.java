package org.reprise.load.judge;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.validity.Rule;
import org.reprise.load.validity.Thresholds;

/**
 * What a run measured in one variant. The spread of a value comes from its repetitions where there
 * are several, else from the means of the parts of its window, else from the deviation of the
 * single calls where these do not wait for other workflows.
 */
final class MeasuredData extends Data {
  private final Measured measured;
  private final String variant;
  private final StepData steps;
  private final UsageData usages;

  MeasuredData(Baseline baseline, Measured measured, String variant) {
    super(baseline);
    this.measured = measured;
    this.variant = variant;
    this.steps = new StepData(baseline, measured);
    this.usages = new UsageData(measured, variant);
  }

  /** The executions of the experiment in this variant. */
  List<ExperimentRun> runs(String experiment) {
    return measured.experiments().stream()
        .filter(it -> it.experiment().equals(experiment) && it.variant().equals(variant))
        .toList();
  }

  /** The operation's summaries; all of them where none is named. */
  private List<OperationSummary> summaries(String experiment, Optional<String> operation) {
    return measured.operations().stream()
        .filter(it -> it.experiment().equals(experiment) && it.variant().equals(variant))
        .filter(it -> operation.isEmpty() || operation.get().equals(it.operation()))
        .toList();
  }

  @Override
  Optional<Reading> value(Call call) {
    String first = call.argument(0).orElseThrow();
    int at = first.indexOf('@');
    if (at > 0) {
      return new MeasuredData(baseline(), measured, first.substring(at + 1))
          .value(call, first.substring(0, at));
    }
    return value(call, first);
  }

  private Optional<Reading> value(Call call, String first) {
    Operand operand = call.operand();
    Optional<String> operation = call.argument(1);
    return switch (operand) {
      case MIN, MAX, AVG, P50, P75, P90, P95, P99 -> time(operand, first, operation.orElseThrow());
      case COUNT -> counted(first, operation, OperationSummary::count);
      case RATE -> operation.isEmpty() ? rate(first) : callRate(first, operation.get());
      case SHARE -> share(first, operation.orElseThrow());
      case ERROR -> errors(first, operation);
      case FLOW -> flow(first);
      case CPU, CPU_PEAK, CPU_TIME, HEAP, RSS, WAL ->
          usages.value(operand, first, operation.orElseThrow());
      case HEAP_TREND, RSS_TREND -> usages.trend(operand, first, operation.orElseThrow());
      case CPU_TREND -> steps.cpuTrend(operation.orElseThrow(), variant);
      case KNEE -> steps.knee(first);
      case STEP_MEDIAN, STEP_MAX, STEP_ERRORS ->
          upTo(call).flatMap(rate -> steps.upTo(operand, first, rate));
      case STEP_BEYOND -> steps.beyond(first);
      case FLOOR -> floor(first);
      case BENCH ->
          measured.benches().stream()
              .filter(it -> it.id().equals(first))
              .map(Bench::perSecond)
              .map(it -> Reading.once(1, it, Reading.UNKNOWN, Long.MAX_VALUE))
              .findFirst();
      case QUANTITY, BYTES, BYTES_RATE ->
          Optional.ofNullable(measured.quantities().get(first)).map(Reading::exact);
      case PUBLISHED, HIGHEST -> Optional.empty();
    };
  }

  private Optional<Reading> time(Operand operand, String experiment, String operation) {
    List<OperationSummary> all =
        summaries(experiment, Optional.of(operation)).stream()
            .filter(it -> it.count() > 0 && statistic(operand, it) != null)
            .toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(time(operand, experiment, all));
  }

  private Reading time(Operand operand, String experiment, List<OperationSummary> all) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    SortedMap<Integer, Double> weights = new TreeMap<>();
    for (OperationSummary it : all) {
      double value = Objects.requireNonNull(statistic(operand, it));
      double weight =
          values.containsKey(it.repetition())
              ? Objects.requireNonNull(weights.get(it.repetition()))
              : 0;
      double before = values.getOrDefault(it.repetition(), 0.0);
      weights.put(it.repetition(), weight + it.count());
      values.put(it.repetition(), (before * weight + value * it.count()) / (weight + it.count()));
    }
    long count = all.stream().mapToLong(OperationSummary::count).sum();
    double single = operand == Operand.AVG ? ofOne(experiment, all.getFirst()) : Reading.UNKNOWN;
    Reading mean = Reading.of(values, single, count);
    return switch (operand) {
      case MIN -> with(mean, values.values().stream().min(Double::compare).orElseThrow());
      case MAX -> with(mean, values.values().stream().max(Double::compare).orElseThrow());
      default -> mean;
    };
  }

  /** The lowest of all is no mean. */
  private static Reading with(Reading reading, double value) {
    return new Reading(value, reading.spread(), reading.repetitions(), reading.count());
  }

  private double ofOne(String experiment, OperationSummary it) {
    List<Double> batches = it.batchMeansMs();
    if (batches != null && batches.size() > 1) {
      return Reading.spread(batches);
    }
    boolean waits =
        baseline()
            .experiment(experiment)
            .filter(e -> e.loadModel() instanceof LoadModel.Workflows)
            .isPresent();
    return waits ? Reading.UNKNOWN : Reading.ofMean(it.stdDevMs(), it.count());
  }

  private static @Nullable Double statistic(Operand operand, OperationSummary it) {
    return switch (operand) {
      case MIN -> (Double) it.minMs();
      case MAX -> (Double) it.maxMs();
      case P50 -> (Double) it.p50Ms();
      case P75 -> it.p75Ms();
      case P90 -> it.p90Ms();
      case P95 -> (Double) it.p95Ms();
      case P99 -> (Double) it.p99Ms();
      default -> (Double) it.meanMs();
    };
  }

  /** Why an operand's value, though it is there, tells nothing: too few calls for a percentile. */
  Optional<String> tooFew(Call call) {
    double percentile =
        switch (call.operand()) {
          case P50 -> 50;
          case P75 -> 75;
          case P90 -> 90;
          case P95 -> 95;
          case P99 -> 99;
          default -> 0;
        };
    return percentile == 0
        ? Optional.empty()
        : value(call).flatMap(it -> Rule.tooFewFor(percentile, it.count(), Thresholds.STANDARD));
  }

  private Optional<Reading> counted(
      String experiment, Optional<String> operation, Function<OperationSummary, Long> number) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    summaries(experiment, operation)
        .forEach(it -> values.merge(it.repetition(), (double) number.apply(it), Double::sum));
    return values.isEmpty() ? Optional.empty() : Optional.of(Reading.of(values, 0, Long.MAX_VALUE));
  }

  private Optional<Reading> errors(String experiment, Optional<String> operation) {
    double errors =
        summaries(experiment, operation).stream().mapToLong(OperationSummary::errors).sum();
    double calls =
        errors + summaries(experiment, operation).stream().mapToLong(OperationSummary::count).sum();
    return calls == 0 ? Optional.empty() : Optional.of(Reading.exact(100 * errors / calls));
  }

  private Optional<Reading> share(String experiment, String operation) {
    return counted(experiment, Optional.of(operation), OperationSummary::count)
        .flatMap(part ->
            counted(experiment, Optional.empty(), OperationSummary::count)
                .map(all -> part.with(all, true, (one, whole) -> 100 * one / whole)));
  }

  private Optional<Reading> rate(String experiment) {
    List<ExperimentRun> all = runs(experiment);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    SortedMap<Integer, Double> rates = new TreeMap<>();
    all.forEach(it -> rates.put(it.repetition(), it.flowsPerSecond()));
    List<Double> batches = all.getFirst().batchRates();
    double mean = Reading.mean(List.copyOf(rates.values()));
    double single =
        batches != null && batches.size() > 1
            ? Reading.spread(batches)
            : mean * flow(experiment).map(Reading::share).orElse(0.0);
    long count = all.stream().mapToLong(it -> Math.round(it.seconds() * it.flowsPerSecond())).sum();
    return Optional.of(Reading.of(rates, single, count));
  }

  private Optional<Reading> callRate(String experiment, String operation) {
    SortedMap<Integer, Double> seconds = new TreeMap<>();
    runs(experiment).forEach(it -> seconds.put(it.repetition(), it.seconds()));
    return counted(experiment, Optional.of(operation), OperationSummary::count)
        .filter(_ -> !seconds.isEmpty())
        .map(it -> it.dividedBy(Reading.of(seconds, 0, Long.MAX_VALUE)));
  }

  private Optional<Reading> flow(String experiment) {
    Optional<Reading> sum = Optional.of(Reading.exact(0));
    for (Operation operation : baseline().operations()) {
      Optional<Reading> average = time(Operand.AVG, experiment, operation.id());
      sum = sum.flatMap(it -> average.map(one -> it.with(one, false, Double::sum)));
    }
    return sum;
  }

  private Optional<Reading> floor(String experiment) {
    List<Double> values =
        measured.floors().stream()
            .filter(it -> experiment.equals(it.experiment()))
            .map(Floor::value)
            .toList();
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Reading.once(
                1,
                Reading.mean(values),
                values.size() > 1 ? Reading.spread(values) : Reading.UNKNOWN,
                Long.MAX_VALUE));
  }

  @Override
  Optional<String> invalid(String experiment) {
    return runs(experiment).stream()
        .map(ExperimentRun::invalidReason)
        .filter(Objects::nonNull)
        .map(why -> experiment + ": " + why)
        .findFirst();
  }

  @Override
  Optional<String> missing(String experiment) {
    Stream<String> flow = baseline().operations().stream().map(Operation::id);
    List<String> needed =
        baseline()
            .experiment(experiment)
            .map(Experiment::operations)
            .filter(operations -> !operations.isEmpty())
            .orElseGet(flow::toList);
    if (!runs(experiment).isEmpty()
        && needed.stream().allMatch(it -> time(Operand.AVG, experiment, it).isPresent())) {
      return Optional.empty();
    }
    String why = measured.notRun().get(experiment);
    return Optional.of(why == null ? "not run in the variant %s".formatted(variant) : why);
  }
}
