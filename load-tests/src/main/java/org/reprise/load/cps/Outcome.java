package org.reprise.load.cps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.sampling.ResourceSampler;

/** What a run has measured so far; complete or not, it can be handed to the judge at any time. */
final class Outcome {
  private static final double NANOS_PER_MS = 1e6;

  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<OperationSummary> operations = new ArrayList<>();
  private final List<Floor> floors = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final Map<String, Double> quantities = new LinkedHashMap<>();
  private final List<String> invalid = new ArrayList<>();

  /** Adds what one phase of one experiment measured. */
  void add(
      String experiment,
      String variant,
      int repetition,
      PhaseSample sample,
      @Nullable String fault) {
    var threads = sample.phase().threads();
    var circles =
        switch (sample.phase().extent()) {
          case LoadPhase.Circles planned -> planned.count();
          case LoadPhase.Window _ -> (int) (sample.flows() / threads);
        };
    runs.add(
        new ExperimentRun(
            experiment,
            variant,
            repetition,
            "closed",
            threads,
            circles,
            sample.length().toNanos() / 1e9,
            sample.flowsPerSecond(),
            sample.allErrors(),
            fault));
    for (var operation : CpsOperation.values()) {
      operations.add(summary(experiment, variant, repetition, operation, sample));
    }
  }

  private static OperationSummary summary(
      String experiment,
      String variant,
      int repetition,
      CpsOperation operation,
      PhaseSample sample) {
    Histogram times = sample.of(operation);
    var count = times.getTotalCount();
    var errors = sample.errorsOf(operation);
    if (count == 0) {
      return new OperationSummary(
          experiment, variant, repetition, operation.id(), 0, errors, 0, 0, 0, 0, 0, 0, 0);
    }
    return new OperationSummary(
        experiment,
        variant,
        repetition,
        operation.id(),
        count,
        errors,
        times.getMinNonZeroValue() / NANOS_PER_MS,
        times.getMaxValue() / NANOS_PER_MS,
        times.getMean() / NANOS_PER_MS,
        times.getStdDeviation() / NANOS_PER_MS,
        times.getValueAtPercentile(50) / NANOS_PER_MS,
        times.getValueAtPercentile(95) / NANOS_PER_MS,
        times.getValueAtPercentile(99) / NANOS_PER_MS);
  }

  void add(Floor floor) {
    floors.add(floor);
  }

  void add(Check check) {
    checks.add(check);
  }

  void quantity(String name, double value) {
    quantities.put(name, value);
  }

  void invalid(String reason) {
    invalid.add(reason);
  }

  /** Mean steady flows by second over the repetitions. */
  OptionalDouble steadyFlowsPerSecond(String experiment) {
    return runs.stream()
        .filter(run -> run.experiment().equals(experiment) && run.variant().equals(Variant.STEADY))
        .mapToDouble(ExperimentRun::flowsPerSecond)
        .average();
  }

  Measured measured(ResourceSampler sampler, Map<String, String> notRun) {
    return new Measured(
        runs,
        operations,
        floors,
        checks,
        sampler.series(),
        sampler.marks(),
        List.of(),
        List.of(),
        List.of(),
        summary(),
        quantities,
        notRun,
        invalid);
  }

  private Map<String, Double> summary() {
    var summary = new LinkedHashMap<String, Double>();
    var embedded = steadyFlowsPerSecond("embedded-10x100");
    embedded.ifPresent(rate -> summary.put("embeddedFlowsPerSecond", rate));
    floors.stream()
        .mapToDouble(Floor::value)
        .average()
        .ifPresent(floor -> {
          summary.put("floorFlowsPerSecond", floor);
          embedded.ifPresent(rate -> summary.put("embeddedToFloor", rate / floor));
        });
    steadyFlowsPerSecond("remote-10x100")
        .ifPresent(rate -> summary.put("remoteFlowsPerSecond", rate));
    return summary;
  }
}
