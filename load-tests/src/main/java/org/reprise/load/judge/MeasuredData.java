package org.reprise.load.judge;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.flatMapping;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;
import org.reprise.load.engine.Profile;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Stretch;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;

/** What a run measured, in one variant where an expression names no other. */
final class MeasuredData extends Data {
  private static final double VALUES_BEYOND_PERCENTILE = 5;
  private static final double ROUNDING = 1.000_001; // a computed rate is off in its last digit

  private final Measured measured;
  private final String variant;
  private final PublishedData published;

  MeasuredData(Baseline baseline, Measured measured, String variant) {
    super(baseline);
    this.measured = measured;
    this.variant = variant;
    this.published = new PublishedData(baseline);
  }

  /**
   * Returns what claims are judged by: after warm-up if all loads are closed, else as in tables.
   */
  static MeasuredData steady(Baseline baseline, Measured measured) {
    boolean closed =
        baseline.experiments().stream().allMatch(it -> it.loadModel() instanceof LoadModel.Closed);
    return new MeasuredData(baseline, measured, closed ? Variant.STEADY : Variant.REPORT_EXACT);
  }

  @Override
  PublishedData published() {
    return published;
  }

  /** Names an experiment with its variant, and the series of its batches. */
  private String series(String experiment) {
    return experiment.contains("@") ? experiment : experiment + "@" + variant;
  }

  private List<ExperimentRun> runs(String experiment) {
    return measured.experiments().stream()
        .filter(it -> series(experiment).equals(it.experiment() + "@" + it.variant()))
        .toList();
  }

  private List<OperationSummary> operations(String experiment, Optional<String> operation) {
    return measured.operations().stream()
        .filter(it -> series(experiment).equals(it.experiment() + "@" + it.variant()))
        .filter(it -> operation.isEmpty() || operation.get().equals(it.operation()))
        .toList();
  }

  @Override
  Optional<Estimate> value(Call call) {
    String first = call.first();
    Optional<String> second = call.second();
    return switch (call.operand()) {
      case MIN -> time(call, OperationSummary::minMs);
      case AVG -> time(call, OperationSummary::meanMs);
      case P90 -> time(call, OperationSummary::p90Ms);
      case P99 -> time(call, OperationSummary::p99Ms);
      case MAX -> time(call, OperationSummary::maxMs);
      case COUNT -> count(first, second);
      case RATE ->
          second.isEmpty()
              ? rate(first)
              : with(
                  count(first, second),
                  '/',
                  each(runs(first), ExperimentRun::repetition, ExperimentRun::seconds));
      case ERROR -> errors(operations(first, second));
      case CPU -> cpu(call, second.orElseThrow());
      case CPU_PEAK -> used(call, Usage::peakPercent);
      case CPU_TIME -> used(call, it -> it.cpuSeconds() * 1000);
      case HEAP -> used(call, MeasuredData::heapGrowth);
      case HEAP_TREND -> heapTrend(first, second.orElseThrow());
      case CPU_TREND -> cpuTrend(second.orElseThrow());
      case KNEE -> knee(first);
      case STEP_MEDIAN, STEP_MAX -> upTo(call);
      case STEP_BEYOND -> each(steps(loads(first)), it -> beyond(it, limitMs(first)));
      case FLOOR -> quantity("floor." + first);
      case QUANTITY -> quantity(first);
      case FLOW, PUBLISHED, HIGHEST, LOWEST, FLATNESS, TO_REPORT -> Optional.empty();
    };
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

  private static <T> Optional<Estimate> each(
      Map<Integer, T> all, Function<T, @Nullable Double> value) {
    return each(all.entrySet(), Map.Entry::getKey, it -> value.apply(it.getValue()));
  }

  private Optional<Estimate> time(
      Call call, Function<OperationSummary, @Nullable Double> statistic) {
    List<OperationSummary> done = done(call.first(), call.second().orElseThrow());
    return each(done, OperationSummary::repetition, statistic)
        .filter(_ -> tooFew(call).isEmpty())
        .map(it -> it.withCount(done.stream().mapToLong(OperationSummary::count).sum()))
        .map(it ->
            call.operand() == Operand.AVG
                ? it.orBatches(series(call.first()), done.getLast().batchMeansMs())
                : it);
  }

  private List<OperationSummary> done(String experiment, String operation) {
    return operations(experiment, Optional.of(operation)).stream()
        .filter(it -> it.count() > 0)
        .toList();
  }

  @Override
  Optional<String> tooFew(Expression of) {
    if (!(of instanceof Call call && List.of(Operand.P90, Operand.P99).contains(call.operand()))) {
      return Optional.empty();
    }
    // Each repetition has a percentile of its own, so the one with the fewest calls counts.
    return operations(call.first(), call.second()).stream()
        .map(OperationSummary::count)
        .filter(it -> it > 0)
        .min(Long::compare)
        .flatMap(it -> tooFewFor(call.operand() == Operand.P90 ? 90 : 99, it));
  }

  static Optional<String> tooFewFor(double percentile, long values) {
    // 100 - 99.9 is a little more than 0.1: without the slack it would need one value more.
    long needed = (long) Math.ceil(VALUES_BEYOND_PERCENTILE / (1 - percentile / 100) - 1e-6);
    return values >= needed
        ? Optional.empty()
        : Optional.of(
            "%d values tell no %.0fth percentile: it needs %d"
                .formatted(values, percentile, needed));
  }

  private Optional<Estimate> count(String experiment, Optional<String> operation) {
    return each(
        operations(experiment, operation), OperationSummary::repetition, it -> (double) it.count());
  }

  private static Optional<Estimate> errors(List<OperationSummary> all) {
    double errors = all.stream().mapToLong(OperationSummary::errors).sum();
    double calls = errors + all.stream().mapToLong(OperationSummary::count).sum();
    return calls == 0 ? Optional.empty() : Optional.of(Estimate.exact(100 * errors / calls));
  }

  private Optional<Estimate> rate(String experiment) {
    List<ExperimentRun> runs = runs(experiment);
    long count =
        runs.stream().mapToLong(it -> Math.round(it.seconds() * it.flowsPerSecond())).sum();
    return each(runs, ExperimentRun::repetition, ExperimentRun::flowsPerSecond)
        .map(it -> it.withCount(count).orBatches(series(experiment), runs.getFirst().batchRates()));
  }

  /**
   * What tells the scale was set and not measured. Rounds of one execution are its batches, and no
   * repetitions: two loads that were measured one after the other are not compared round by round.
   */
  private Optional<Estimate> quantity(String name) {
    SortedMap<Integer, Double> rounds = measured.quantities().getOrDefault(name, new TreeMap<>());
    SortedMap<Integer, Double> values = Measured.repetitions(rounds);
    return Estimate.of(values)
        .map(it ->
            name.startsWith(Scale.QUANTITY)
                ? Estimate.exact(it.value())
                : values.size() > 1 || rounds.size() == 1 ? it : it.withBatches(name, rounds));
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

  private Optional<Estimate> cpu(Call call, String experiment) {
    List<Double> samples =
        phases(experiment).values().stream()
            .flatMap(it ->
                samples(call.first(), ResourceSeries.CPU, it.fromSeconds(), it.toSeconds()).boxed())
            .toList();
    return used(call, Usage::percent).map(it -> it.orBatches("samples in " + experiment, samples));
  }

  private SortedMap<Integer, Stretch> phases(String experiment) {
    Pattern name =
        Pattern.compile(
            Pattern.quote(experiment) + "(?: " + Pattern.quote(variant) + ")?(?: \\((\\d+)\\))?");
    SortedMap<Integer, Stretch> phases = new TreeMap<>();
    for (Stretch phase : measured.phases()) {
      var found = name.matcher(phase.name());
      if (found.matches()) {
        String repetition = found.group(1);
        phases.putIfAbsent(repetition == null ? 1 : Integer.parseInt(repetition), phase);
      }
    }
    return phases;
  }

  private Optional<Estimate> heapTrend(String role, String experiment) {
    return each(
        phases(experiment),
        it -> {
          double from = it.fromSeconds();
          double to = it.toSeconds();
          double third = (to - from) / 3;
          double first =
              samples(role, ResourceSeries.HEAP, from, from + third).min().orElse(Double.NaN);
          double last = samples(role, ResourceSeries.HEAP, to - third, to).min().orElse(Double.NaN);
          return first > 0 && last >= 0 ? (Double) (last / first) : null;
        });
  }

  private DoubleStream samples(String role, String metric, double from, double to) {
    return measured.resources().stream()
        .filter(it -> it.process().equals(role) && it.metric().equals(metric))
        .flatMap(it -> it.samples().stream())
        .filter(it -> it.secondsSinceStart() >= from && it.secondsSinceStart() <= to)
        .mapToDouble(Sample::value);
  }

  private List<OpenLoad> loads(String experiment) {
    return measured.openLoads().stream().filter(it -> it.experiment().equals(experiment)).toList();
  }

  private static Map<Integer, List<Step>> steps(List<OpenLoad> loads) {
    return loads.stream()
        .filter(it -> !it.steps().isEmpty())
        .collect(
            groupingBy(OpenLoad::repetition, flatMapping(it -> it.steps().stream(), toList())));
  }

  private double limitMs(String experiment) {
    return baseline()
        .experiment(experiment)
        .map(it -> it.loadModel() instanceof LoadModel.Ramp ramp ? ramp.stopAboveMs() : null)
        .orElse(Double.NaN);
  }

  private Optional<Estimate> knee(String experiment) {
    return each(steps(loads(experiment)), it -> Knee.of(it, limitMs(experiment)).perSecond());
  }

  /** The median or the highest of the steps' averages, up to a rate or else each up to its knee. */
  private Optional<Estimate> upTo(Call call) {
    return call.arguments().stream()
        .skip(1)
        .findFirst()
        .map(this::of)
        .orElseGet(() -> knee(call.first()))
        .flatMap(rate ->
            each(
                steps(loads(call.first())).entrySet(),
                Map.Entry::getKey,
                steps -> {
                  double max = rate.parts().getOrDefault(steps.getKey(), rate.value()) * ROUNDING;
                  double[] means =
                      steps.getValue().stream()
                          .filter(it -> it.perSecond() <= max && it.sent() > 0)
                          .mapToDouble(Step::meanMs)
                          .sorted()
                          .toArray();
                  int n = means.length;
                  return n == 0
                      ? null
                      : (Double)
                          (call.operand() == Operand.STEP_MAX
                              ? means[n - 1]
                              : (means[n / 2] + means[(n - 1) / 2]) / 2);
                }));
  }

  private static @Nullable Double beyond(List<Step> steps, double limitMs) {
    double from = Knee.of(steps, limitMs).beyond().map(Step::perSecond).orElse(Double.NaN);
    return steps.stream()
        .filter(it -> it.perSecond() >= from && Knee.fails(it, limitMs))
        .filter(it -> it.answered() > 0 && !Knee.isLate(it))
        .map(Step::meanMs)
        .findFirst()
        .orElse(null);
  }

  private Optional<Estimate> cpuTrend(String experiment) {
    var loads = loads(experiment).stream().filter(it -> it.variant().equals(variant)).toList();
    return each(
        steps(loads),
        steps -> {
          List<Step> known =
              steps.stream().filter(it -> it.cpuMs() != null && it.sent() > 0).toList();
          int n = known.size();
          int third = n / 3;
          return third == 0
              ? null
              : (Double) (cpuMs(known.subList(n - third, n)) / cpuMs(known.subList(0, third)));
        });
  }

  private static double cpuMs(List<Step> steps) {
    double all = steps.stream().mapToDouble(it -> requireNonNull(it.cpuMs()) * it.sent()).sum();
    return all / steps.stream().mapToDouble(Step::sent).sum();
  }

  Stream<String> roots(String id) {
    return baseline()
        .formula(id)
        .map(it -> it.names().stream().flatMap(this::roots))
        .orElseGet(() -> baseline().find(id).filter(it -> !it.isInput()).map(Figure::id).stream());
  }

  /** Why a figure is a knee that a repetition did not reach; empty where it is none. */
  Optional<String> lowerBound(String figure) {
    return baseline().measuredBy(figure).stream()
        .flatMap(Expression::calls)
        .filter(it -> it.operand() == Operand.KNEE)
        .flatMap(call ->
            steps(loads(call.first())).values().stream()
                .map(it -> Knee.of(it, limitMs(call.first()))))
        .filter(it -> it.beyond().isEmpty())
        .map(it ->
            it.generatorLimited()
                ? "a lower bound: the generator was the limit"
                : "a lower bound: the load ended before the system did")
        .findFirst();
  }

  @Override
  Optional<String> invalid(Expression expression) {
    return experiments(expression).flatMap(it -> invalid(it).stream()).findFirst();
  }

  /** A quantity of one execution bears its name, for example {@code links.ui-5}. */
  private Stream<String> experiments(Expression expression) {
    Stream<String> counted =
        expression
            .calls()
            .filter(it -> it.operand() == Operand.QUANTITY)
            .flatMap(it -> Arrays.stream(it.first().split("\\.")));
    Stream<String> named =
        expression.names().stream()
            .flatMap(id -> baseline().formula(id).or(() -> baseline().measuredBy(id)).stream())
            .flatMap(this::experiments);
    return Stream.of(expression.names().stream(), expression.experiments().stream(), counted, named)
        .flatMap(it -> it);
  }

  Optional<String> invalid(String experiment) {
    // The search goes on where the experiment's own load ended: the knee is of both.
    String search = experiment.replaceAll("@.*", "") + "@" + Variant.SEARCH;
    return Stream.concat(runs(experiment).stream(), runs(search).stream())
        .filter(it -> it.invalidReason() != null)
        .map(it -> "%s: %s".formatted(baseline().title(it.experiment()), reason(it)))
        .findFirst();
  }

  private static String reason(ExperimentRun it) {
    String place = "^" + Pattern.quote(it.experiment()) + ", [^:]*: ";
    return requireNonNull(it.invalidReason()).replaceFirst(place, "");
  }

  @Override
  boolean isLeftOut(Expression expression) {
    return Stream.concat(Stream.of(expression.toString()), experiments(expression))
        .map(it -> measured.notRun().getOrDefault(it, ""))
        .anyMatch(it -> it.startsWith(Profile.LEFT_OUT));
  }

  @Override
  Optional<String> missing(String experiment) {
    String id = experiment.replaceAll("@.*", "");
    List<String> needed = baseline().experiment(id).map(Experiment::operations).orElse(List.of());
    Predicate<String> isTimed = it -> !done(experiment, it).isEmpty();
    // Without figures nothing says of which operations it is: any of the baseline's will do.
    boolean complete =
        needed.isEmpty()
            ? baseline().operations().stream().anyMatch(it -> isTimed.test(it.id()))
            : needed.stream().allMatch(isTimed);
    String why = "not run in the variant " + series(experiment).substring(id.length() + 1);
    return !runs(experiment).isEmpty() && complete
        ? Optional.empty()
        : Optional.of(measured.notRun().getOrDefault(id, why));
  }
}
