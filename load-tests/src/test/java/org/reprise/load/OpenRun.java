package org.reprise.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Stretch;
import org.reprise.load.measure.Variant;

/** A run of the Digikoppeling report as it could have been measured, to be bent by the tests. */
public final class OpenRun {
  public static final Baseline BASELINE = Baselines.load("digikoppeling-2018");

  private final Map<String, Double> quantities = new LinkedHashMap<>();
  private final Map<String, Double> rates = new LinkedHashMap<>();
  private UnaryOperator<Step> bend = UnaryOperator.identity();
  private final Map<String, Long> errors = new LinkedHashMap<>();
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private double nominalMs = 6.9;
  private double heapGrowth = 1;

  private OpenRun() {
    quantities.put("pingsAccepted", 4500.0);
    quantities.put("pongsMatched", 4500.0);
    pings("asynchronous", 8_000);
    pings("floor-forward", 13_000);
    pings("synchronous", 12_000);
    pings("floor-plain", 25_000);
    pings("asynchronous-persistent", 6_000);
  }

  /** Everything as one would wish it, with a knee at 1,000/s. */
  public static OpenRun good() {
    return new OpenRun();
  }

  public OpenRun bend(UnaryOperator<Step> change) {
    bend = change;
    return this;
  }

  public OpenRun errors(String experiment, long count) {
    errors.put(experiment, count);
    return this;
  }

  /** So many answered Pings behind the experiment's times. */
  public OpenRun counted(String experiment, long count) {
    counts.put(experiment, count);
    return this;
  }

  public OpenRun nominal(double ms) {
    nominalMs = ms;
    return this;
  }

  public OpenRun heapGrowth(double factor) {
    heapGrowth = factor;
    return this;
  }

  /** The capacity of one kind of Pings, or of a floor. */
  public OpenRun pings(String id, double perSecond) {
    quantities.put("pings-cpu." + id, 0.2);
    quantities.put("pings-errors." + id, 0.0);
    quantities.put("pings-p99." + id, 9.0);
    rates.put("pings-rate." + id, perSecond);
    return this;
  }

  public OpenRun quantity(String name, double value) {
    quantities.put(name, value);
    return this;
  }

  public Measured measured() {
    List<Step> ramp = new ArrayList<>();
    LoadModel.Ramp model =
        (LoadModel.Ramp) BASELINE.experiment("maximum").orElseThrow().loadModel();
    for (int i = 1; i <= model.steps(); i++) {
      ramp.add(bend.apply(step(i * model.increment(), ramp.size() * 2.0, 2, 2)));
    }
    List<Step> search = List.of(bend.apply(step(500, 40, 2, 2)), bend.apply(step(1000, 42, 2, 3)));
    Step beyond = bend.apply(step(1500, 44, 2, 2500));
    List<OperationSummary> operations =
        List.of(
            summary("nominal", nominalMs, 96), summary("peak", 9, 96), summary("maximum", 2, 4200));
    return Records.with(
        Records.measured(operations.stream().map(OpenRun::run).toList(), operations),
        "checks",
        List.of(new Check("every-ping-one-pong", true, "each of 4,500 has one")),
        "resources",
        List.of(heap()),
        "phases",
        List.of(new Stretch("maximum", 20, 60)),
        "openLoads",
        List.of(
            load("nominal", Variant.REPORT_EXACT, List.of(step(0.16, 0, 600, nominalMs))),
            load("peak", Variant.REPORT_EXACT, List.of(step(0.32, 0, 300, 9))),
            load("maximum", Variant.REPORT_EXACT, ramp),
            load("maximum", Variant.SEARCH, List.of(search.get(0), search.get(1), beyond))),
        "quantities",
        quantities());
  }

  private Map<String, SortedMap<Integer, Double>> quantities() {
    Map<String, SortedMap<Integer, Double>> all = Quantities.once(quantities);
    rates.forEach((name, rate) ->
        all.put(name, Quantities.repeated(List.of(0.99 * rate, rate, 1.01 * rate))));
    return all;
  }

  private static OpenLoad load(String experiment, String variant, List<Step> steps) {
    List<OpenLoad.Second> seconds = new ArrayList<>();
    for (Step step : steps) {
      int from = (int) step.fromSeconds();
      for (int second = from; second < from + Math.min(30, step.seconds()); second++) {
        seconds.add(new OpenLoad.Second(second, 1 + second % 3, 0, step.meanMs()));
      }
    }
    return new OpenLoad(
        experiment,
        variant,
        1,
        steps,
        seconds,
        List.of(new OpenLoad.Bar(1, 1.26, 40), new OpenLoad.Bar(1.26, 1.58, 7)));
  }

  private static Step step(double rate, double from, double seconds, double meanMs) {
    long sent = Math.max(1, Math.round(rate * seconds));
    return new Step(
        rate,
        from,
        seconds,
        sent,
        sent,
        sent,
        0,
        meanMs,
        meanMs * 1.2,
        meanMs * 2,
        meanMs * 3,
        0.1,
        0.9,
        0.3);
  }

  /** The same step with other values. */
  public static Step with(Step step, long failed, double meanMs, double delayMs, double cpuMs) {
    return new Step(
        step.perSecond(),
        step.fromSeconds(),
        step.seconds(),
        step.sent(),
        step.sent() - failed,
        step.sent() - failed,
        failed,
        meanMs,
        meanMs,
        meanMs,
        meanMs,
        delayMs,
        delayMs,
        cpuMs);
  }

  private OperationSummary summary(String experiment, double meanMs, long count) {
    return new OperationSummary(
        experiment,
        Variant.REPORT_EXACT,
        1,
        "ping",
        counts.getOrDefault(experiment, count),
        errors.getOrDefault(experiment, 0L),
        meanMs / 2,
        meanMs * 9,
        meanMs,
        meanMs / 50,
        meanMs,
        meanMs * 2,
        meanMs * 3,
        meanMs * 1.3,
        null);
  }

  private static ExperimentRun run(OperationSummary o) {
    return new ExperimentRun(
        o.experiment(),
        o.variant(),
        1,
        "open",
        0,
        (int) o.count(),
        40,
        o.count() / 40.0,
        o.errors(),
        null,
        null,
        null);
  }

  private ResourceSeries heap() {
    List<ResourceSeries.Sample> samples = new ArrayList<>();
    for (int second = 0; second <= 60; second++) {
      double level = 40 * (second > 40 ? heapGrowth : 1);
      samples.add(new ResourceSeries.Sample(second, level + second % 7 * 10));
    }
    return new ResourceSeries("ebms-adapter", ResourceSeries.HEAP, "MiB", samples);
  }
}
