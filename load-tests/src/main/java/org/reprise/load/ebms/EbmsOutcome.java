package org.reprise.load.ebms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.sampling.ResourceSampler;

/** What a run has measured so far; complete or not, it can be handed to the judge at any time. */
final class EbmsOutcome {
  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<OperationSummary> operations = new ArrayList<>();
  private final List<OpenLoad> loads = new ArrayList<>();
  private final List<Bench> benches = new ArrayList<>();
  private final List<Floor> floors = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final List<String> invalid = new ArrayList<>();
  private @Nullable PongTally pongs;
  private Duration latency = Duration.ZERO;

  /** Adds what one load came to. */
  void add(OpenLoad load, OperationSummary summary, int repetition, @Nullable String fault) {
    var seconds = load.steps().stream().mapToDouble(OpenLoad.Step::seconds).sum();
    var sent = load.steps().stream().mapToLong(OpenLoad.Step::sent).sum();
    runs.add(
        new ExperimentRun(
            load.experiment(),
            load.variant(),
            repetition,
            "open",
            0,
            (int) sent,
            seconds,
            seconds == 0 ? 0 : summary.count() / seconds,
            summary.errors(),
            fault));
    operations.add(
        new OperationSummary(
            summary.experiment(),
            summary.variant(),
            repetition,
            summary.operation(),
            summary.count(),
            summary.errors(),
            summary.minMs(),
            summary.maxMs(),
            summary.meanMs(),
            summary.stdDevMs(),
            summary.p50Ms(),
            summary.p95Ms(),
            summary.p99Ms(),
            summary.p90Ms()));
    loads.add(load);
  }

  void add(Bench bench) {
    benches.add(bench);
  }

  void add(Floor floor) {
    floors.add(floor);
  }

  void add(Check check) {
    checks.add(check);
  }

  /** What every Ping waited in addition, in the place of a network's latency. */
  void latency(Duration added) {
    latency = added;
  }

  /** What became of the Pongs. */
  void pongs(PongTally tally) {
    pongs = tally;
    tally.checks().forEach(this::add);
  }

  void invalid(String reason) {
    invalid.add(reason);
  }

  Measured measured(ResourceSampler sampler, Map<String, String> notRun) {
    var quantities = new LinkedHashMap<String, Double>();
    var summary = new LinkedHashMap<String, Double>();
    knee(quantities, summary);
    operations.stream()
        .filter(one -> isRamp(one.experiment()) && one.variant().equals(Variant.REPORT_EXACT))
        .findFirst()
        .ifPresent(one -> summary.put("rampP99Ms", one.p99Ms()));
    quantities.put("networkLatencyMs", (double) latency.toMillis());
    for (var bench : benches) {
      summary.put("pingsPerSecond." + bench.id(), bench.perSecond());
      var cpu = bench.cpuMs();
      if (cpu != null) {
        summary.put("cpuMsPerPing." + bench.id(), cpu);
      }
      floors.stream()
          .filter(floor -> floor.id().equals(bench.floor()) && floor.value() > 0)
          .findFirst()
          .ifPresent(
              floor -> summary.put("toFloor." + bench.id(), bench.perSecond() / floor.value()));
    }
    var tally = pongs;
    if (tally != null) {
      quantities.put("pingsAccepted", (double) tally.accepted());
      quantities.put("pongsMatched", (double) tally.matched());
      summary.put("pongsMissing", (double) (tally.accepted() - tally.matched()));
    }
    return new Measured(
        runs,
        operations,
        floors,
        checks,
        sampler.series(),
        sampler.marks(),
        loads,
        benches,
        List.of(),
        summary,
        quantities,
        notRun,
        invalid);
  }

  private void knee(Map<String, Double> quantities, Map<String, Double> summary) {
    var steps =
        loads.stream()
            .filter(load -> load.repetition() == 1 && isRamp(load.experiment()))
            .filter(load -> !load.variant().equals(Variant.COLD))
            .flatMap(load -> load.steps().stream())
            .toList();
    if (steps.isEmpty()) {
      return;
    }
    var knee = Knee.of(steps, EbmsPlan.limitMs());
    summary.put("knee", knee.perSecond());
    summary.put("kneeFound", knee.beyond().isPresent() ? 1.0 : 0.0);
    summary.put("generatorLimited", knee.generatorLimited() ? 1.0 : 0.0);
    quantities.put("knee", knee.perSecond());
    quantities.put("kneeIsLowerBound", knee.beyond().isPresent() ? 0.0 : 1.0);
    OptionalDouble highest =
        steps.stream()
            .filter(step -> step.perSecond() <= knee.perSecond())
            .mapToDouble(OpenLoad.Step::meanMs)
            .max();
    highest.ifPresent(ms -> quantities.put("below-knee-average", ms));
  }

  private static boolean isRamp(String experiment) {
    return EbmsExperiments.require(experiment).loadModel() instanceof LoadModel.Ramp;
  }
}
