package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.FigureKind;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.PageView.Drawing;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;

/**
 * What the page shows of open models: the report's drawings, every step, and the capacity.
 *
 * @param knee what the search for the knee came to, in a sentence; empty where there was none
 * @param goodput flows answered in time against flows offered, one drawing for each ramp
 * @param sharing who shared the machine
 * @param latency what stood in the place of the report's network
 * @param statements figures outside the table
 * @param distributions of response times, one for each load
 * @param courses rate and response time, second by second
 * @param steps of each load
 * @param benches capacity beside floors
 */
record OpenView(
    String knee,
    List<Drawing> goodput,
    String sharing,
    String latency,
    List<StatementRow> statements,
    List<Drawing> distributions,
    List<Drawing> courses,
    List<StepGroup> steps,
    List<BenchRow> benches) {
  private static final String DASH = "–";

  record StatementRow(
      String title, String unit, String published, String measured, String ratio, String why) {}

  record StepGroup(String title, List<StepRow> rows) {}

  /** All text; times in milliseconds. */
  record StepRow(
      String rate,
      String sent,
      String answered,
      String goodput,
      String errors,
      String mean,
      String p90,
      String p99,
      String max,
      String delay,
      String cpu) {}

  record BenchRow(
      String id,
      String connections,
      String rate,
      String errors,
      String p50,
      String p99,
      String cpu,
      String floor,
      String ratio) {}

  static OpenView of(RunRecord run) {
    return new OpenView(
        knee(run).orElse(""),
        goodput(run),
        sharing(run),
        latency(run),
        statements(run),
        distributions(run),
        courses(run),
        run.openLoads().stream().map(OpenView::group).toList(),
        run.benches().stream().map(b -> row(run, b)).toList());
  }

  /** The figures outside the report's table. */
  static List<StatementRow> statements(RunRecord run) {
    return run.statements().stream().map(OpenView::row).toList();
  }

  boolean hasBenches() {
    return !benches.isEmpty();
  }

  /** What the search for the highest rate came to. */
  static Optional<String> knee(RunRecord run) {
    Double knee = run.summary().get("knee");
    if (knee == null) {
      return Optional.empty();
    }
    String rate = Digits.of(knee);
    if (run.summary().getOrDefault("generatorLimited", 0.0) > 0) {
      return Optional.of(
          "No knee up to %s/s: beyond it the generator itself sent its Pings more than 10 ms late (99th percentile), so the generator was the limit and the knee lies at %s/s or higher."
              .formatted(rate, rate));
    }
    return Optional.of(
        run.summary().getOrDefault("kneeFound", 0.0) > 0
            ? "The knee is %s/s: the last step without an error and with the average under the limit."
                .formatted(rate)
            : "No knee up to %s/s, the last step that was sent: it lies there or higher."
                .formatted(rate));
  }

  static String sharing(RunRecord run) {
    return run.target().equals("local")
        ? "Service, partner, generator and database shared the %d cores of this machine."
            .formatted(run.environment().cores())
        : "Generator and partner shared the %d cores of this machine; what the service had is not known."
            .formatted(run.environment().cores());
  }

  /** The report's times hold its network's latency, which a loopback address has not. */
  static String latency(RunRecord run) {
    String there = run.report().environment().getOrDefault("Network", "not stated");
    double added = run.quantities().getOrDefault("networkLatencyMs", 0.0);
    return added == 0
        ? "Network latency in the report: %s; none was added here.".formatted(there)
        : "Network latency in the report: %s; here every flow waited %s ms in its place."
            .formatted(there, Digits.exact(added));
  }

  static Optional<Floor> floor(RunRecord run, Bench bench) {
    return run.floors().stream().filter(f -> f.id().equals(bench.floor())).findFirst();
  }

  private static StatementRow row(StatementRecord it) {
    Double ratio = it.ratio();
    String why = it.why();
    return new StatementRow(
        it.title(),
        it.unit(),
        Digits.exact(it.published()),
        it.kind() == FigureKind.REQUIREMENT ? "" : number(it.measured()),
        ratio == null || it.kind() == FigureKind.REQUIREMENT ? "" : Digits.times(ratio),
        why == null ? "" : why);
  }

  private static StepGroup group(OpenLoad load) {
    return new StepGroup(
        title(load) + (load.repetition() > 1 ? " (%d)".formatted(load.repetition()) : ""),
        load.steps().stream()
            .map(s ->
                new StepRow(
                    Digits.of(s.perSecond()),
                    Digits.exact((double) s.sent()),
                    Digits.of(s.answeredPerSecond()),
                    number(s.goodput()),
                    Digits.exact((double) s.errors()),
                    Digits.of(s.meanMs()),
                    Digits.of(s.p90Ms()),
                    Digits.of(s.p99Ms()),
                    Digits.of(s.maxMs()),
                    Digits.of(s.delayP99Ms()),
                    number(s.cpuMs())))
            .toList());
  }

  private static BenchRow row(RunRecord run, Bench bench) {
    Optional<Floor> floor = floor(run, bench);
    return new BenchRow(
        bench.id(),
        String.valueOf(bench.connections()),
        Digits.of(bench.perSecond()),
        Digits.exact((double) bench.errors()),
        Digits.of(bench.p50Ms()),
        Digits.of(bench.p99Ms()),
        number(bench.cpuMs()),
        floor.map(f -> Digits.of(f.value())).orElse(""),
        floor
            .filter(f -> f.value() > 0)
            .map(f -> Digits.times(bench.perSecond() / f.value()))
            .orElse(""));
  }

  private static List<Drawing> distributions(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (OpenLoad load : first(run)) {
      if (!load.distribution().isEmpty()) {
        String title = "Response times, " + title(load);
        drawings.add(
            new Drawing(
                title,
                DistributionChart.draw(
                    "distribution-" + load.experiment() + "-" + load.variant(),
                    title,
                    load.distribution())));
      }
    }
    return drawings;
  }

  /** Of each load with several rates, what goes on beyond the report's steps included. */
  private static List<Drawing> goodput(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (String experiment : first(run).stream().map(OpenLoad::experiment).distinct().toList()) {
      List<OpenLoad.Step> steps =
          first(run).stream()
              .filter(load -> load.experiment().equals(experiment))
              .filter(load -> !load.variant().equals(Variant.COLD))
              .flatMap(load -> load.steps().stream())
              .toList();
      if (steps.stream().filter(step -> step.goodput() != null).count() > 1) {
        String title = "Answered in time against offered, per second, " + experiment;
        drawings.add(new Drawing(title, GoodputChart.draw("goodput-" + experiment, title, steps)));
      }
    }
    return drawings;
  }

  /** As the report draws them: over the steps, numbered, second by second. */
  private static List<Drawing> courses(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (OpenLoad load : first(run)) {
      if (load.steps().size() > 1 && load.seconds().size() > 1) {
        List<Phase> steps = phases(load);
        String id = load.experiment() + "-" + load.variant();
        List<String> names = List.of("answered", "offered", "average");
        String rates = "Pings per second, " + title(load);
        drawings.add(
            new Drawing(rates, ResourceChart.draw("rate-" + id, rates, rates(load), names, steps)));
        String times = "Average response time, ms, " + title(load);
        drawings.add(
            new Drawing(
                times,
                ResourceChart.draw("time-" + id, times, List.of(times(load)), names, steps)));
      }
    }
    return drawings;
  }

  private static List<Phase> phases(OpenLoad load) {
    double start = start(load);
    return load.steps().stream()
        .map(s ->
            new Phase(
                Digits.of(s.perSecond()) + "/s",
                s.fromSeconds() - start,
                s.fromSeconds() + s.seconds() - start))
        .toList();
  }

  /** Steps shorter than a second are drawn as a whole: a second would mix two of them. */
  private static List<ResourceSeries> rates(OpenLoad load) {
    List<Sample> answered = new ArrayList<>();
    List<Sample> offered = new ArrayList<>();
    for (OpenLoad.Step step : load.steps()) {
      double from = step.fromSeconds() - start(load);
      double end = from + step.seconds();
      offered.add(new Sample(from, step.perSecond()));
      offered.add(new Sample(end, step.perSecond()));
      if (step.seconds() < 5) {
        answered.add(new Sample((from + end) / 2, step.answeredPerSecond()));
      }
    }
    if (answered.isEmpty()) {
      load.seconds().stream()
          .forEach(
              s -> answered.add(new Sample(s.second() + 0.5 - start(load), (double) s.answered())));
    }
    return List.of(
        new ResourceSeries("answered", "rate", "/s", answered),
        new ResourceSeries("offered", "rate", "/s", offered));
  }

  private static ResourceSeries times(OpenLoad load) {
    return new ResourceSeries(
        "average",
        "time",
        "ms",
        load.seconds().stream()
            .filter(s -> s.answered() > 0)
            .map(s -> new Sample(s.second() + 0.5 - start(load), s.meanMs()))
            .toList());
  }

  /** What goes on beyond the report's steps begins its drawing anew. */
  private static double start(OpenLoad load) {
    return load.steps().getFirst().fromSeconds();
  }

  private static List<OpenLoad> first(RunRecord run) {
    return run.openLoads().stream().filter(l -> l.repetition() == 1).toList();
  }

  private static String title(OpenLoad load) {
    return switch (load.variant()) {
      case Variant.SEARCH -> load.experiment() + ", beyond the report's steps";
      case Variant.COLD -> load.experiment() + ", first rate at a cold start";
      default -> load.experiment();
    };
  }

  private static String number(@Nullable Double value) {
    return value == null ? DASH : Digits.of(value);
  }
}
