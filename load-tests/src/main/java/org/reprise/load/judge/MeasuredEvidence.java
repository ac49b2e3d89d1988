package org.reprise.load.judge;

import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operation;
import org.reprise.load.baseline.UsageOf;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Repeats;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Variant;

/**
 * What a run measured in one variant. The spread of a value comes from its repetitions where there
 * are several (half the distance between the highest and the lowest), else from the deviation of
 * the single calls.
 */
final class MeasuredEvidence implements Evidence {
  /** Standard errors to either side that hold 95 % of a normal distribution. */
  private static final double CONFIDENCE = 1.96;

  private final List<String> flow;
  private final Baseline baseline;
  private final String variant;
  private final Map<String, String> notRun;
  private final Measured measured;
  private final Map<String, List<ExperimentRun>> runs;
  private final Map<String, List<OperationSummary>> operations;

  MeasuredEvidence(Baseline baseline, Measured measured, String variant) {
    this.flow = baseline.operations().stream().map(Operation::id).toList();
    this.baseline = baseline;
    this.variant = variant;
    this.measured = measured;
    this.notRun = measured.notRun();
    this.runs =
        measured.experiments().stream()
            .filter(r -> r.variant().equals(variant))
            .collect(groupingBy(ExperimentRun::experiment));
    this.operations =
        measured.operations().stream()
            .filter(o -> o.variant().equals(variant) && o.count() > 0)
            .collect(groupingBy(OperationSummary::experiment));
  }

  /** The executions of the experiment in this variant. */
  List<ExperimentRun> runs(String experiment) {
    return runs.getOrDefault(experiment, List.of());
  }

  /** The operation's summaries, one for each repetition; none where no call succeeded. */
  List<OperationSummary> summaries(String experiment, String operation) {
    return operations.getOrDefault(experiment, List.of()).stream()
        .filter(o -> o.operation().equals(operation))
        .toList();
  }

  /** The operation's shortest call in all repetitions, milliseconds. */
  Optional<Double> minimum(String experiment, String operation) {
    return summaries(experiment, operation).stream()
        .map(OperationSummary::minMs)
        .min(Double::compare);
  }

  /** The operation's longest call in all repetitions, milliseconds. */
  Optional<Double> maximum(String experiment, String operation) {
    return summaries(experiment, operation).stream()
        .map(OperationSummary::maxMs)
        .max(Double::compare);
  }

  @Override
  public Optional<Reading> average(String experiment, String operation) {
    List<OperationSummary> all = summaries(experiment, operation);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    if (isOfWorkflows(experiment)) {
      Repeats averages = averages(experiment, operation);
      return Optional.of(new Reading(averages.median(), averages.spread().orElse(Finding.UNKNOWN)));
    }
    double calls = all.stream().mapToDouble(o -> (double) o.count()).sum();
    double mean = all.stream().mapToDouble(o -> o.meanMs() * o.count()).sum() / calls;
    OperationSummary first = all.getFirst();
    return Optional.of(
        new Reading(
            mean,
            all.size() > 1
                ? halfRange(all, OperationSummary::meanMs)
                : CONFIDENCE * first.stdDevMs() / Math.sqrt((double) first.count())));
  }

  /** One workflow waits for another there, so the calls of one repetition tell no spread. */
  private boolean isOfWorkflows(String experiment) {
    return baseline
        .experiment(experiment)
        .filter(e -> e.loadModel() instanceof LoadModel.Workflows)
        .isPresent();
  }

  @Override
  public Repeats averages(String experiment, String operation) {
    return Repeats.averages(operations.getOrDefault(experiment, List.of()), variant, operation);
  }

  @Override
  public Repeats usage(UsageOf meant) {
    return Usages.of(measured.usages(), meant);
  }

  @Override
  public Optional<Reading> throughput(String experiment) {
    List<ExperimentRun> all = runs(experiment);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    double mean = all.stream().mapToDouble(ExperimentRun::flowsPerSecond).average().orElseThrow();
    double spread =
        all.size() > 1
            ? halfRange(all, ExperimentRun::flowsPerSecond)
            : mean * flow(experiment).map(Reading::share).orElse(0.0);
    return Optional.of(new Reading(mean, spread));
  }

  @Override
  public Optional<Reading> flow(String experiment) {
    double sum = 0;
    double spread = 0;
    for (String operation : flow) {
      Optional<Reading> average = average(experiment, operation);
      if (average.isEmpty()) {
        return Optional.empty();
      }
      sum += average.get().value();
      spread = Reading.together(spread, average.get().spread());
    }
    return Optional.of(new Reading(sum, spread));
  }

  /** The operation's 90th percentile, the mean of its repetitions, milliseconds. */
  Optional<Double> p90(String experiment, String operation) {
    OptionalDouble mean =
        summaries(experiment, operation).stream()
            .map(OperationSummary::p90Ms)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .average();
    return mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
  }

  @Override
  public List<Step> steps(String experiment) {
    return measured.openLoads().stream()
        .filter(l -> l.experiment().equals(experiment) && l.repetition() == 1)
        .filter(l -> !l.variant().equals(Variant.COLD))
        .flatMap(l -> l.steps().stream())
        .toList();
  }

  @Override
  public Optional<Step> beyondKnee(String experiment) {
    Optional<Double> knee = quantity(OpenFindings.KNEE);
    return steps(experiment).stream()
        .filter(s -> knee.isPresent() && s.perSecond() > knee.get() * 1.000_001)
        .filter(s -> s.answered() > 0 && !Knee.isLate(s))
        .findFirst();
  }

  @Override
  public Optional<Double> errorShare(String experiment) {
    List<OperationSummary> all =
        measured.operations().stream()
            .filter(o -> o.experiment().equals(experiment) && o.variant().equals(variant))
            .toList();
    double errors = all.stream().mapToDouble(o -> (double) o.errors()).sum();
    double calls = errors + all.stream().mapToDouble(o -> (double) o.count()).sum();
    return calls == 0 ? Optional.empty() : Optional.of(errors / calls);
  }

  @Override
  public Optional<Double> quantity(String name) {
    return Optional.ofNullable(measured.quantities().get(name));
  }

  @Override
  public Optional<Course> course(String experiment, String process, String metric) {
    return metric.equals(ResourceSeries.CPU)
        ? Courses.ofCpu(exactSteps(experiment))
        : Courses.ofMemory(measured, experiment, process, metric);
  }

  private List<Step> exactSteps(String experiment) {
    return measured.openLoads().stream()
        .filter(l -> l.experiment().equals(experiment) && l.variant().equals(variant))
        .filter(l -> l.repetition() == 1)
        .flatMap(l -> l.steps().stream())
        .toList();
  }

  @Override
  public Optional<String> invalid(String experiment) {
    return runs(experiment).stream()
        .map(ExperimentRun::invalidReason)
        .filter(Objects::nonNull)
        .map(why -> experiment + ": " + why)
        .findFirst();
  }

  @Override
  public Optional<String> missing(String experiment) {
    List<String> needed =
        baseline
            .experiment(experiment)
            .map(Experiment::operations)
            .filter(operations -> !operations.isEmpty())
            .orElse(flow);
    if (!runs(experiment).isEmpty()
        && needed.stream().noneMatch(o -> summaries(experiment, o).isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        notRun.getOrDefault(experiment, "not run in the variant %s".formatted(variant)));
  }

  private static <T> double halfRange(List<T> all, ToDoubleFunction<T> value) {
    double highest = all.stream().mapToDouble(value).max().orElseThrow();
    double lowest = all.stream().mapToDouble(value).min().orElseThrow();
    return (highest - lowest) / 2;
  }
}
