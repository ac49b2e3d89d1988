package org.reprise.load.judge;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Usage;

/** What a run measured, in one variant where an expression names no other. */
final class MeasuredData extends Data {
  private static final double VALUES_BEYOND_PERCENTILE = 5;

  private final Measured measured;
  private final String variant;
  private final PublishedData published;
  private final StepData steps;

  MeasuredData(Baseline baseline, Measured measured, String variant) {
    super(baseline);
    this.measured = measured;
    this.variant = variant;
    this.published = new PublishedData(baseline);
    this.steps = new StepData(baseline, measured);
  }

  @Override
  PublishedData published() {
    return published;
  }

  private record Executions(
      String id, String variant, List<ExperimentRun> runs, List<OperationSummary> operations) {
    /** The series of an execution's batches: its operations slow down together. */
    String series() {
      return id + "@" + variant;
    }

    List<OperationSummary> of(Optional<String> operation) {
      return operations.stream()
          .filter(it -> operation.isEmpty() || operation.get().equals(it.operation()))
          .toList();
    }
  }

  /** Finds them by an experiment's id, with {@code @} and a variant behind it or not. */
  private Executions in(String name) {
    int at = name.indexOf('@');
    String id = at < 0 ? name : name.substring(0, at);
    String in = at < 0 ? variant : name.substring(at + 1);
    return new Executions(
        id,
        in,
        measured.experiments().stream()
            .filter(it -> it.experiment().equals(id) && it.variant().equals(in))
            .toList(),
        measured.operations().stream()
            .filter(it -> it.experiment().equals(id) && it.variant().equals(in))
            .toList());
  }

  @Override
  Optional<Estimate> value(Call call) {
    Executions in = in(call.first());
    Optional<String> second = call.second();
    return switch (call.operand()) {
      case MIN, MAX, AVG, P90, P99 -> time(call.operand(), in, second.orElseThrow());
      case COUNT -> count(in, second);
      case RATE -> second.isEmpty() ? rate(in) : callRate(in, second);
      case ERROR -> errors(in.of(second));
      case FLOW -> flow(in);
      case CPU -> cpu(call, second.orElseThrow());
      case CPU_PEAK -> used(call, Usage::peakPercent);
      case CPU_TIME -> used(call, it -> it.cpuSeconds() * 1000);
      case HEAP -> used(call, MeasuredData::heapGrowth);
      case HEAP_TREND -> heapTrend(call.first(), second.orElseThrow());
      case CPU_TREND -> steps.cpuTrend(second.orElseThrow(), variant);
      case KNEE -> steps.knee(call.first());
      case STEP_MEDIAN, STEP_MAX -> upTo(call);
      case STEP_BEYOND -> steps.beyond(call.first());
      case FLOOR -> floor(call.first());
      case QUANTITY -> quantity(call.first());
      case PUBLISHED, HIGHEST, LOWEST, FLATNESS, TO_REPORT -> Optional.empty();
    };
  }

  /** Of the steps up to the rate that the call names, or else up to the knee. */
  private Optional<Estimate> upTo(Call call) {
    return call.arguments().stream()
        .skip(1)
        .findFirst()
        .map(this::of)
        .orElseGet(() -> steps.knee(call.first()))
        .flatMap(rate -> steps.upTo(call.operand(), call.first(), rate));
  }

  /** Inputs of the report as published, results as measured, what follows from them anew. */
  @Override
  Optional<Estimate> figure(String id) {
    return baseline()
        .statement(id)
        .filter(Figure::isInput)
        .map(it -> Estimate.exact(it.value()))
        .or(() -> super.figure(id));
  }

  private static <T> Optional<Estimate> each(
      Collection<T> all, ToIntFunction<T> repetition, Function<T, @Nullable Double> value) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    for (T it : all) {
      Double one = value.apply(it);
      if (one != null) {
        values.put(repetition.applyAsInt(it), one);
      }
    }
    return Estimate.of(values);
  }

  private static Optional<Estimate> time(Operand operand, Executions in, String operation) {
    List<OperationSummary> done =
        in.of(Optional.of(operation)).stream()
            .filter(it -> it.count() > 0 && statistic(operand, it) != null)
            .toList();
    return each(done, OperationSummary::repetition, it -> statistic(operand, it))
        .map(it -> it.withCount(done.stream().mapToLong(OperationSummary::count).sum()))
        .map(it ->
            switch (operand) {
              case MIN -> it.withValue(Collections.min(it.parts().values()));
              case MAX -> it.withValue(Collections.max(it.parts().values()));
              case AVG -> it.orBatches(in.series(), done.getLast().batchMeansMs());
              default -> it;
            });
  }

  private static @Nullable Double statistic(Operand operand, OperationSummary it) {
    return switch (operand) {
      case MIN -> (Double) it.minMs();
      case MAX -> (Double) it.maxMs();
      case P90 -> it.p90Ms();
      case P99 -> (Double) it.p99Ms();
      default -> (Double) it.meanMs();
    };
  }

  /** Why an operand's value, though it is there, tells nothing: too few calls for a percentile. */
  Optional<String> tooFew(Call call) {
    if (call.operand() != Operand.P90 && call.operand() != Operand.P99) {
      return Optional.empty();
    }
    // Each repetition has a percentile of its own, so the one with the fewest calls counts.
    return in(call.first()).of(call.second()).stream()
        .map(OperationSummary::count)
        .filter(it -> it > 0)
        .min(Long::compare)
        .flatMap(it -> tooFewFor(call.operand() == Operand.P90 ? 90 : 99, it));
  }

  /** Why so many values tell no such percentile: 5 must lie beyond it; empty where they do. */
  static Optional<String> tooFewFor(double percentile, long values) {
    // 100 - 99.9 is a little more than 0.1: without the slack it would need one value more.
    long needed = (long) Math.ceil(VALUES_BEYOND_PERCENTILE / (1 - percentile / 100) - 1e-6);
    return values >= needed
        ? Optional.empty()
        : Optional.of(
            "%d values tell no %.0fth percentile: it needs %d"
                .formatted(values, percentile, needed));
  }

  /** Calls that ended well. */
  private static Optional<Estimate> count(Executions in, Optional<String> operation) {
    return Estimate.of(
        in.of(operation).stream()
            .collect(
                groupingBy(
                    OperationSummary::repetition,
                    TreeMap::new,
                    summingDouble(OperationSummary::count))));
  }

  /** Percent of all calls that failed, exact: an error is one in whatever repetition. */
  private static Optional<Estimate> errors(List<OperationSummary> all) {
    double errors = all.stream().mapToLong(OperationSummary::errors).sum();
    double calls = errors + all.stream().mapToLong(OperationSummary::count).sum();
    return calls == 0 ? Optional.empty() : Optional.of(Estimate.exact(100 * errors / calls));
  }

  /**
   * The operations of a flow slow down together: they are added repetition by repetition, or batch
   * by batch.
   */
  private Optional<Estimate> flow(Executions in) {
    Optional<Estimate> sum = Optional.of(Estimate.exact(0));
    for (Operation operation : baseline().operations()) {
      sum = with(sum, '+', time(Operand.AVG, in, operation.id()));
    }
    return sum;
  }

  private static Optional<Estimate> rate(Executions in) {
    long count =
        in.runs().stream().mapToLong(it -> Math.round(it.seconds() * it.flowsPerSecond())).sum();
    return each(in.runs(), ExperimentRun::repetition, ExperimentRun::flowsPerSecond)
        .map(it -> it.withCount(count).orBatches(in.series(), in.runs().getFirst().batchRates()));
  }

  private static Optional<Estimate> callRate(Executions in, Optional<String> operation) {
    Optional<Estimate> time = each(in.runs(), ExperimentRun::repetition, ExperimentRun::seconds);
    return with(count(in, operation), '/', time);
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

  /** It belongs to no repetition, so it stands beside each of them. */
  private Optional<Estimate> floor(String experiment) {
    List<Double> floors =
        measured.floors().stream()
            .filter(it -> experiment.equals(it.experiment()))
            .map(Floor::value)
            .toList();
    return mean(floors).map(it -> Estimate.once(it).orBatches("floors of " + experiment, floors));
  }

  private static Optional<Double> mean(List<Double> values) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(values.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
  }

  private Optional<Estimate> used(Call call, Function<Usage, @Nullable Double> value) {
    List<Usage> usages =
        measured.usages().stream()
            .filter(it -> it.process().equals(call.first()))
            .filter(it -> call.second().filter(it.experiment()::equals).isPresent())
            .toList();
    return each(usages, Usage::repetition, value);
  }

  private static @Nullable Double heapGrowth(Usage usage) {
    Double before = usage.heapBeforeMiB();
    Double after = usage.heapAfterMiB();
    return before == null || after == null || before == 0 ? null : (Double) (after / before);
  }

  /**
   * Where use was not counted for each execution it is that of the samples in its window; of a
   * single execution these also tell how far it may be off.
   */
  private Optional<Estimate> cpu(Call call, String experiment) {
    SortedMap<Integer, Double> means = new TreeMap<>();
    List<Double> all = new ArrayList<>();
    phases(experiment)
        .forEach((repetition, it) -> {
          List<Double> samples =
              samples(call.first(), ResourceSeries.CPU, it.fromSeconds(), it.toSeconds());
          mean(samples).ifPresent(mean -> means.put(repetition, mean));
          all.addAll(samples);
        });
    return used(call, Usage::percent)
        .or(() -> Estimate.of(means))
        .map(it -> it.orBatches("samples in " + experiment, all));
  }

  /**
   * The phases that bear the experiment's name, with its variant behind it or not, by the
   * repetition that stands in brackets behind both.
   */
  private SortedMap<Integer, Phase> phases(String experiment) {
    Pattern name =
        Pattern.compile(
            Pattern.quote(experiment) + "(?: " + Pattern.quote(variant) + ")?(?: \\((\\d+)\\))?");
    SortedMap<Integer, Phase> phases = new TreeMap<>();
    for (Phase phase : measured.phases()) {
      var found = name.matcher(phase.name());
      if (found.matches()) {
        String repetition = found.group(1);
        phases.putIfAbsent(repetition == null ? 1 : Integer.parseInt(repetition), phase);
      }
    }
    return phases;
  }

  /** The lowest heap in the last third of an experiment to that in the first. */
  private Optional<Estimate> heapTrend(String role, String experiment) {
    return each(
        phases(experiment).entrySet(),
        it -> it.getKey(),
        it -> {
          double from = it.getValue().fromSeconds();
          double to = it.getValue().toSeconds();
          double third = (to - from) / 3;
          OptionalDouble first = lowestHeap(role, from, from + third);
          OptionalDouble last = lowestHeap(role, to - third, to);
          return first.isPresent() && last.isPresent() && first.getAsDouble() > 0
              ? (Double) (last.getAsDouble() / first.getAsDouble())
              : null;
        });
  }

  private OptionalDouble lowestHeap(String role, double from, double to) {
    return samples(role, ResourceSeries.HEAP, from, to).stream()
        .mapToDouble(Double::doubleValue)
        .min();
  }

  private List<Double> samples(String role, String metric, double from, double to) {
    return measured.resources().stream()
        .filter(it -> it.process().equals(role) && it.metric().equals(metric))
        .flatMap(it -> it.samples().stream())
        .filter(it -> it.secondsSinceStart() >= from && it.secondsSinceStart() <= to)
        .map(Sample::value)
        .toList();
  }

  /** The measured figures that one rests on in the end; none where these are inputs. */
  Stream<String> roots(String id) {
    return baseline()
        .formula(id)
        .map(it -> it.names().stream().flatMap(this::roots))
        .orElseGet(() -> baseline().find(id).filter(it -> !it.isInput()).map(Figure::id).stream());
  }

  /** Whether the load ended before it was too much, so that the knee is a lower bound. */
  boolean isLowerBound(String figure) {
    return baseline().measuredBy(figure).stream()
        .flatMap(Expression::calls)
        .anyMatch(it -> it.operand() == Operand.KNEE && steps.isLowerBound(it.first()));
  }

  @Override
  Optional<String> invalid(String experiment) {
    Executions in = in(experiment);
    return in.runs().stream()
        .map(ExperimentRun::invalidReason)
        .filter(Objects::nonNull)
        .map(why -> in.id() + ": " + why)
        .findFirst();
  }

  @Override
  Optional<String> missing(String experiment) {
    Executions in = in(experiment);
    List<String> needed =
        baseline().experiment(in.id()).map(Experiment::operations).orElse(List.of());
    // Without figures nothing says of which operations it is: any of the baseline's will do.
    boolean complete =
        needed.isEmpty()
            ? baseline().operations().stream().anyMatch(it -> isTimed(in, it.id()))
            : needed.stream().allMatch(it -> isTimed(in, it));
    return !in.runs().isEmpty() && complete
        ? Optional.empty()
        : Optional.of(
            measured
                .notRun()
                .getOrDefault(in.id(), "not run in the variant %s".formatted(in.variant())));
  }

  private static boolean isTimed(Executions in, String operation) {
    return time(Operand.AVG, in, operation).isPresent();
  }
}
