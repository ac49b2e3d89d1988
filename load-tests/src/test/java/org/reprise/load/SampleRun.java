package org.reprise.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Operation;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Stretch;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;

/**
 * A run as it could have been measured: the published figures, made faster or slower and disturbed
 * a little. The tests bend it where they need it bent.
 */
public final class SampleRun {
  public static final Baseline BASELINE = Baselines.load("cps-307");
  public static final String HASHED = "hash-per-request";
  private static final double HASH_MS = 55;
  private static final int CORES = 2;

  private final Random random = new Random(307);
  private final double factor;
  private UnaryOperator<OperationSummary> bendOperation = UnaryOperator.identity();
  private UnaryOperator<ExperimentRun> bendRun = UnaryOperator.identity();
  private final List<String> leftOut = new ArrayList<>();
  private final List<String> invalidReasons = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final Map<String, Double> quantities = new LinkedHashMap<>();

  private SampleRun(double factor) {
    this.factor = factor;
    checks.add(new Check("no-anchor-left", true, "0 anchors and 0 fragments after the run"));
    checks.add(
        new Check("tree-read-back", true, "20 sampled trees of 52 fragments read back equal"));
    quantities.put("bcryptMs", HASH_MS);
    quantities.put("hashingCores", (double) CORES);
  }

  /** Times are the published ones times the factor, within 0.5 %. */
  public static SampleRun published(double factor) {
    return new SampleRun(factor);
  }

  public SampleRun bend(UnaryOperator<OperationSummary> change) {
    bendOperation = change;
    return this;
  }

  public SampleRun bendRuns(UnaryOperator<ExperimentRun> change) {
    bendRun = change;
    return this;
  }

  public SampleRun without(String experiment) {
    leftOut.add(experiment);
    return this;
  }

  public SampleRun invalid(String reason) {
    invalidReasons.add(reason);
    return this;
  }

  public SampleRun check(Check check) {
    checks.add(check);
    return this;
  }

  public SampleRun quantity(String name, double value) {
    quantities.put(name, value);
    return this;
  }

  public Measured measured() {
    List<ExperimentRun> runs = new ArrayList<>();
    List<OperationSummary> operations = new ArrayList<>();
    for (Experiment experiment : BASELINE.experiments()) {
      if (!leftOut.contains(experiment.id())) {
        add(experiment, Variant.REPORT_EXACT, 0, runs, operations);
        add(experiment, Variant.STEADY, 0, runs, operations);
        if (!experiment.embedded()) {
          add(experiment, HASHED, HASH_MS, runs, operations);
        }
      }
    }
    Map<String, String> notRun = new LinkedHashMap<>();
    leftOut.forEach(id -> notRun.put(id, "left out by the quick profile"));
    return Records.with(
        Records.measured(runs, operations),
        "checks",
        checks,
        "resources",
        resources(),
        "phases",
        List.of(
            new Stretch("embedded report-exact", 5, 25),
            new Stretch("embedded steady", 25, 60),
            new Stretch("remote report-exact", 64, 100),
            new Stretch("remote steady", 100, 150),
            new Stretch("hashing", 155, 210)),
        "quantities",
        Quantities.once(quantities),
        "notRun",
        notRun,
        "invalidReasons",
        invalidReasons);
  }

  private void add(
      Experiment experiment,
      String variant,
      double extraMs,
      List<ExperimentRun> runs,
      List<OperationSummary> operations) {
    LoadModel.Closed load = (LoadModel.Closed) experiment.loadModel();
    // Beyond the cores, hashing requests wait for each other.
    double wait = extraMs * Math.max(1.0, (double) load.threads() / CORES);
    double flowMs = 0;
    for (Operation operation : BASELINE.operations()) {
      OperationSummary summary =
          bendOperation.apply(summary(experiment, variant, operation.id(), extraMs, wait));
      operations.add(summary);
      flowMs += summary.meanMs();
    }
    double rate = load.threads() * 1000 / flowMs;
    runs.add(
        bendRun.apply(
            new ExperimentRun(
                experiment.id(),
                variant,
                1,
                "closed",
                load.threads(),
                load.circles(),
                load.threads() * load.circles() / rate,
                rate,
                0,
                null,
                batches(rate),
                null)));
  }

  private OperationSummary summary(
      Experiment experiment, String variant, String operation, double extraMs, double wait) {
    double min = value(experiment, operation, "min");
    double avg = value(experiment, operation, "avg");
    double max = value(experiment, operation, "max");
    if (extraMs > 0) {
      min = min / 20 + extraMs;
      avg = avg / 20 + 1.06 * wait;
      max = max / 20 + 4 * wait;
    }
    double mean = avg * (0.995 + 0.01 * random.nextDouble());
    return new OperationSummary(
        experiment.id(),
        variant,
        1,
        operation,
        1000,
        0,
        min,
        max,
        mean,
        mean / 50,
        mean * 0.9,
        mean * 1.6,
        Math.min(mean * 2.4, max),
        null,
        batches(mean));
  }

  /** Ten parts of a window, within 0.5 % of its value. */
  private List<Double> batches(double value) {
    return random.doubles(10, 0.995 * value, 1.005 * value).boxed().toList();
  }

  private double value(Experiment experiment, String operation, String statistic) {
    return factor * Figures.of(experiment, operation, statistic, "ms").value();
  }

  private List<ResourceSeries> resources() {
    return List.of(
        series("cps-core", ResourceSeries.CPU, "%", 95, 35),
        series("postgresql", ResourceSeries.CPU, "%", 60, 25),
        series("generator", ResourceSeries.CPU, "%", 22, 9),
        series("cps-core", ResourceSeries.RSS, "MiB", 410, 12),
        series("postgresql", ResourceSeries.RSS, "MiB", 190, 8),
        series("cps-core", ResourceSeries.HEAP, "MiB", 170, 70),
        series("postgresql", ResourceSeries.DATABASE_SIZE, "MiB", 38, 3));
  }

  private ResourceSeries series(
      String process, String metric, String unit, double level, double swing) {
    List<ResourceSeries.Sample> samples = new ArrayList<>();
    for (int second = 0; second <= 214; second++) {
      double wave = Math.sin(second / 9.0) * 0.4 + random.nextDouble() - 0.5;
      samples.add(new ResourceSeries.Sample(second, Math.max(0, level + swing * wave)));
    }
    return new ResourceSeries(process, metric, unit, samples);
  }

  public static Manifest manifest(String scale) {
    return new Manifest(
        "6d2dbce0c1a2",
        42,
        scale,
        1,
        Instant.parse("2026-11-21T10:15:00Z"),
        Instant.parse("2026-11-21T10:18:34Z"),
        "reprise run cps --profile quick --seed 42",
        null,
        null);
  }

  public static Environment environment() {
    return new Environment(
        "Example CPU @ 2.60 GHz",
        CORES,
        8L << 30,
        "Linux 6.8",
        "Temurin 25.0.1",
        List.of("-Xmx512m", "-XX:+UseSerialGC"),
        "18.6",
        Map.of("fsync", "on", "synchronous_commit", "on"),
        Map.of("SERVER_ADDRESS", "127.0.0.1"),
        1234.5);
  }
}
