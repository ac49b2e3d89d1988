package org.reprise.load.judge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Operand;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;

/**
 * What a run measured in one variant. How far a value may be off comes from the repetitions of all
 * experiments where there are several, else from the means of the parts of its window, else from
 * the deviation of the single calls where these do not wait for other workflows.
 */
final class MeasuredData extends Data {
  /** A role that uses less than this share of what it uses elsewhere has nothing to do. */
  private static final double IDLE = 0.25;

  private final Measured measured;
  private final String variant;
  private final OperationData operations;
  private final StepData steps;
  private final UsageData usages;
  private final Map<String, Optional<Pool>> pools = new HashMap<>();

  MeasuredData(Baseline baseline, Measured measured, String variant) {
    super(baseline);
    this.measured = measured;
    this.variant = variant;
    this.operations = new OperationData(baseline, measured, variant);
    this.steps = new StepData(baseline, measured);
    this.usages = new UsageData(measured, variant);
  }

  /** Why an operand's value, though it is there, tells nothing. */
  Optional<String> tooFew(Call call) {
    return operations.tooFew(call);
  }

  /** The executions of the experiment in this variant. */
  List<ExperimentRun> runs(String experiment) {
    return measured.experiments().stream()
        .filter(it -> it.experiment().equals(experiment) && it.variant().equals(variant))
        .toList();
  }

  @Override
  Optional<Reading> value(Call call) {
    return plain(call)
        .map(it -> it.isRepeated() ? pool(call).map(pool -> pool.with(it)).orElse(it) : it);
  }

  /** The same operand of all experiments; empty where it is of none. */
  private Optional<Pool> pool(Call call) {
    return call.experiments().stream()
        .findFirst()
        .flatMap(here -> {
          String measure = in("*", here, call).toString();
          Optional<Pool> pool = pools.get(measure);
          if (pool == null) {
            pool = pool(measure, here, call);
            pools.put(measure, pool);
          }
          return pool;
        });
  }

  private Optional<Pool> pool(String measure, String here, Call call) {
    List<Reading> all =
        baseline().experiments().stream()
            .map(Experiment::id)
            .filter(it -> invalid(it).isEmpty())
            .flatMap(it -> plain(in(it, here, call)).stream())
            .toList();
    // What a role uses while it has nothing to do varies by a multiple and tells nothing of its
    // work.
    double least =
        call.operand().isOfRole()
            ? IDLE * all.stream().mapToDouble(Reading::value).max().orElse(0)
            : 0;
    return Pool.of(
        measure, all.stream().filter(it -> it.value() >= least).map(Reading::repetitions).toList());
  }

  /** The call with another experiment in the place of one, in its variant. */
  private static Call in(String other, String here, Call call) {
    return new Call(
        call.operand(),
        call.arguments().stream()
            .map(it ->
                it.toString().equals(here) || it.toString().startsWith(here + "@")
                    ? new Expression.Name(other + it.toString().substring(here.length()))
                    : it)
            .toList());
  }

  private Optional<Reading> plain(Call call) {
    String first = call.argument(0).orElseThrow();
    int at = first.indexOf('@');
    if (at > 0) {
      return new MeasuredData(baseline(), measured, first.substring(at + 1))
          .plain(call, first.substring(0, at));
    }
    return plain(call, first);
  }

  private Optional<Reading> plain(Call call, String first) {
    Operand operand = call.operand();
    Optional<String> operation = call.argument(1);
    return switch (operand) {
      case MIN, MAX, AVG, P50, P75, P90, P95, P99 ->
          operations.time(operand, first, operation.orElseThrow());
      case COUNT -> operations.count(first, operation);
      case RATE -> operation.isEmpty() ? rate(first) : callRate(first, operation.get());
      case SHARE -> operations.share(first, operation.orElseThrow());
      case ERROR -> operations.errors(first, operation);
      case FLOW -> operations.flow(first);
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
          measuredBeside(
              measured.benches().stream()
                  .filter(it -> it.id().equals(first))
                  .map(Bench::perSecond)
                  .toList(),
              "benches");
      case QUANTITY, BYTES, BYTES_RATE ->
          Optional.ofNullable(measured.quantities().get(first))
              .map(Reading::exact)
              .or(() -> measuredBeside(measured.rounds(first), "rounds"));
      case PUBLISHED, HIGHEST, LOWEST -> Optional.empty();
    };
  }

  private Optional<Reading> rate(String experiment) {
    List<ExperimentRun> all = runs(experiment);
    SortedMap<Integer, Double> rates = new TreeMap<>();
    all.forEach(it -> rates.put(it.repetition(), it.flowsPerSecond()));
    long count = all.stream().mapToLong(it -> Math.round(it.seconds() * it.flowsPerSecond())).sum();
    List<Deviation> within =
        all.size() == 1
            ? List.of(deviation(experiment, all.getFirst()))
            : all.stream().map(ExperimentRun::batchRates).map(Deviation::ofBatches).toList();
    return Reading.of(rates, within, count);
  }

  /** A rate without parts is off as much as the time of a flow, by Little's law. */
  private Deviation deviation(String experiment, ExperimentRun run) {
    Deviation batches = Deviation.ofBatches(run.batchRates());
    return batches.isUnknown()
        ? operations
            .flow(experiment)
            .filter(it -> it.value() > 0)
            .map(it -> it.deviation().times(run.flowsPerSecond() / it.value()))
            .orElse(batches)
        : batches;
  }

  private Optional<Reading> callRate(String experiment, String operation) {
    SortedMap<Integer, Double> seconds = new TreeMap<>();
    runs(experiment).forEach(it -> seconds.put(it.repetition(), it.seconds()));
    return operations
        .count(experiment, Optional.of(operation))
        .flatMap(it -> Reading.counted(seconds).map(time -> it.with('/', time)));
  }

  private Optional<Reading> floor(String experiment) {
    return measuredBeside(
        measured.floors().stream()
            .filter(it -> experiment.equals(it.experiment()))
            .map(Floor::value)
            .toList(),
        "floors");
  }

  /** It belongs to no repetition, so it stands beside each of them. */
  private static Optional<Reading> measuredBeside(List<Double> values, String what) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Reading.exact(Reading.mean(values))
                .withDeviation(Deviation.of(values, "%d %s".formatted(values.size(), what))));
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
