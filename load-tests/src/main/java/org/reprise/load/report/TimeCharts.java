package org.reprise.load.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Bar;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.Plot.Drawing;
import org.reprise.load.report.Plot.Frame;
import org.reprise.load.report.Plot.Label;
import org.reprise.load.report.Plot.Point;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;

/**
 * What was used over the run's clock, and how the loads of open models went: over their steps,
 * against what was offered, and how their times are distributed.
 */
final class TimeCharts {
  private static final Map<String, String> METRICS = new LinkedHashMap<>();

  /** More points than this are drawn as averages of neighbours. */
  private static final int POINTS = 400;

  /** Dashes and colours of lines. */
  private static final int STYLES = 5;

  /** Shorter steps are drawn as a whole: a second would mix two of them. */
  private static final double SHORTEST_STEP = 5;

  /** A logarithmic axis has no 0. */
  private static final double SHORTEST_MS = 0.001;

  static {
    METRICS.put(ResourceSeries.CPU, "CPU");
    METRICS.put(ResourceSeries.RSS, "Resident memory");
    METRICS.put(ResourceSeries.HEAP, "Java heap in use");
    METRICS.put(ResourceSeries.DATABASE_SIZE, "Database size");
  }

  private TimeCharts() {}

  /** One chart for each resource that was sampled; a process keeps its style in all of them. */
  static List<Drawing> resources(RunRecord run) {
    List<String> processes =
        run.resources().stream().map(ResourceSeries::process).distinct().toList();
    List<Drawing> drawings = new ArrayList<>();
    METRICS.forEach((metric, name) -> {
      List<ResourceSeries> series =
          run.resources().stream()
              .filter(it -> it.metric().equals(metric) && !it.samples().isEmpty())
              .toList();
      if (!series.isEmpty()) {
        String title = "%s, %s".formatted(name, series.getFirst().unit());
        drawings.add(course("resource-" + metric, title, series, processes, run.phases()));
      }
    });
    return drawings;
  }

  /** How many flows took how long, one chart for each load. */
  static List<Drawing> distributions(RunRecord run) {
    return first(run)
        .filter(load -> !load.distribution().isEmpty())
        .map(load ->
            distribution(
                "distribution-" + id(load),
                "Response times, " + MeasuredTables.title(load),
                load.distribution()))
        .toList();
  }

  /**
   * What is answered in time against what is offered, of each load with several rates, what goes on
   * beyond the report's steps included. Up to the knee the points lie on the dashed line, where
   * everything is answered; how far they fall beyond it is what an overload costs.
   */
  static List<Drawing> goodput(RunRecord run) {
    Map<String, List<Point>> offered = new LinkedHashMap<>();
    first(run)
        .filter(load -> !load.variant().equals(Variant.COLD))
        .forEach(load -> {
          for (Step step : load.steps()) {
            Double inTime = step.goodput();
            if (inTime != null) {
              offered
                  .computeIfAbsent(load.experiment(), _ -> new ArrayList<>())
                  .add(new Point(step.perSecond(), inTime));
            }
          }
        });
    return offered.entrySet().stream()
        .filter(it -> it.getValue().size() > 1)
        .map(it -> goodput(it.getKey(), it.getValue()))
        .toList();
  }

  private static Drawing goodput(String experiment, List<Point> points) {
    String title = "Answered in time against offered, per second, " + experiment;
    String told =
        points.stream()
            .map(it -> "%s at %s".formatted(Digits.of(it.y()), Digits.of(it.x())))
            .collect(
                Collectors.joining(", ", "Answered in time by offered rate, per second: ", ""));
    Axis x = Frame.WIDE.across(points.stream().mapToDouble(Point::x).max().orElseThrow());
    Axis y = Frame.WIDE.up(points.stream().mapToDouble(Point::y).max().orElseThrow() * 1.1);
    double most = Math.min(x.to(), y.to());
    Plot plot = new Plot(Frame.WIDE, x, y, "goodput-" + experiment, title, told);
    plot.grid(y.ticks())
        .base(x.ticks(), Digits::exact)
        .units("offered /s", "in time /s")
        .line("process p1", List.of(new Point(0, 0), new Point(most, most)))
        .line("process p0", points);
    points.forEach(plot::circle);
    return plot.drawn(title);
  }

  /** As reports draw them: over the steps, numbered, second by second. */
  static List<Drawing> courses(RunRecord run) {
    List<String> names = List.of("answered", "offered", "average");
    List<Drawing> drawings = new ArrayList<>();
    first(run)
        .filter(load -> load.steps().size() > 1 && load.seconds().size() > 1)
        .forEach(load -> {
          String rates = "Flows per second, " + MeasuredTables.title(load);
          drawings.add(course("rate-" + id(load), rates, rates(load), names, phases(load)));
          List<Sample> samples = times(load);
          if (!samples.isEmpty()) {
            var times = new ResourceSeries("average", "time", "ms", samples);
            String title = "Average response time, ms, " + MeasuredTables.title(load);
            drawings.add(course("time-" + id(load), title, List.of(times), names, phases(load)));
          }
        });
    return drawings;
  }

  private static Stream<OpenLoad> first(RunRecord run) {
    return run.openLoads().stream().filter(it -> it.repetition() == 1);
  }

  private static String id(OpenLoad load) {
    return load.experiment() + "-" + load.variant();
  }

  private static List<Phase> phases(OpenLoad load) {
    return load.steps().stream()
        .map(it -> new Phase(Digits.of(it.perSecond()) + "/s", from(load, it), to(load, it)))
        .toList();
  }

  private static List<ResourceSeries> rates(OpenLoad load) {
    List<Sample> answered = new ArrayList<>();
    List<Sample> offered = new ArrayList<>();
    for (Step step : load.steps()) {
      double from = from(load, step);
      double to = to(load, step);
      offered.add(new Sample(from, step.perSecond()));
      offered.add(new Sample(to, step.perSecond()));
      if (step.seconds() < SHORTEST_STEP) {
        answered.add(new Sample((from + to) / 2, step.answeredPerSecond()));
      }
    }
    if (answered.isEmpty()) {
      load.seconds()
          .forEach(it -> answered.add(new Sample(middle(load, it), (double) it.answered())));
    }
    return List.of(
        new ResourceSeries("answered", "rate", "/s", answered),
        new ResourceSeries("offered", "rate", "/s", offered));
  }

  private static List<Sample> times(OpenLoad load) {
    return load.seconds().stream()
        .filter(it -> it.answered() > 0)
        .map(it -> new Sample(middle(load, it), it.meanMs()))
        .toList();
  }

  /** What goes on beyond the report's steps begins its drawing anew. */
  private static double from(OpenLoad load, Step step) {
    return step.fromSeconds() - load.steps().getFirst().fromSeconds();
  }

  private static double to(OpenLoad load, Step step) {
    return from(load, step) + step.seconds();
  }

  private static double middle(OpenLoad load, OpenLoad.Second second) {
    return second.second() + 0.5 - load.steps().getFirst().fromSeconds();
  }

  /**
   * Series over a clock, phases shaded and numbered. Each has a dash of its own and its name at the
   * end of its line.
   *
   * @param series of one metric; those without a reading are left out
   * @param names of all charts, so that each keeps its style from one chart to the next
   */
  static Drawing course(
      String id,
      String title,
      List<ResourceSeries> series,
      List<String> names,
      List<Phase> phases) {
    List<ResourceSeries> read = series.stream().filter(it -> !it.samples().isEmpty()).toList();
    if (read.isEmpty()) {
      return Frame.WIDE.empty(id, title);
    }
    double last =
        DoubleStream.concat(
                read.stream()
                    .flatMap(it -> it.samples().stream())
                    .mapToDouble(Sample::secondsSinceStart),
                phases.stream().mapToDouble(Phase::toSeconds))
            .max()
            .orElse(0);
    Axis x = Frame.WIDE.acrossExactly(0, Math.max(1, last), false);
    Axis y = Frame.WIDE.up(read.stream().mapToDouble(TimeCharts::highest).max().orElse(0));
    List<Double> seconds =
        Frame.WIDE.across(x.to()).ticks().stream().filter(it -> it <= x.to()).toList();
    String told = read.stream().map(TimeCharts::told).collect(Collectors.joining("; "));
    Plot plot = new Plot(Frame.WIDE, x, y, id, title, told);
    plot.phases(phases).grid(y.ticks()).base(seconds, it -> Digits.exact(it) + " s");
    List<Label> labels = new ArrayList<>();
    for (ResourceSeries it : read) {
      String style = "p" + names.indexOf(it.process()) % STYLES;
      plot.line("process " + style, thinned(it.samples()));
      labels.add(new Label(it.process(), style, it.samples().getLast().value()));
    }
    return plot.labels(labels).drawn(title);
  }

  private static double highest(ResourceSeries series) {
    return series.samples().stream().mapToDouble(Sample::value).max().orElse(0);
  }

  private static String told(ResourceSeries it) {
    return "%s: average %s, highest %s %s"
        .formatted(
            it.process(),
            Digits.of(it.samples().stream().mapToDouble(Sample::value).average().orElse(0)),
            Digits.of(highest(it)),
            it.unit());
  }

  private static List<Point> thinned(List<Sample> samples) {
    int bucket = Math.max(1, (samples.size() + POINTS - 1) / POINTS);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < samples.size(); i += bucket) {
      List<Sample> some = samples.subList(i, Math.min(samples.size(), i + bucket));
      points.add(
          new Point(
              some.stream().mapToDouble(Sample::secondsSinceStart).average().orElseThrow(),
              some.stream().mapToDouble(Sample::value).average().orElseThrow()));
    }
    return points;
  }

  /**
   * Bars over a logarithmic axis of response times, whose heights are numbers of flows.
   *
   * @param bars from the shortest time on; none where nothing was read
   */
  static Drawing distribution(String id, String title, List<Bar> bars) {
    List<Bar> read = bars.stream().filter(it -> it.count() > 0).toList();
    if (read.isEmpty()) {
      return Frame.MIDDLE.empty(id, title);
    }
    Bar highest = read.stream().max(Comparator.comparingLong(Bar::count)).orElseThrow();
    double from = bars.getFirst().fromMs();
    double to = bars.getLast().toMs();
    String told =
        String.format(
            Locale.ROOT,
            "%,d flows between %s and %s ms; most of them around %s ms",
            read.stream().mapToLong(Bar::count).sum(),
            Digits.of(from),
            Digits.of(to),
            Digits.of(highest.fromMs()));
    double shortest = Math.max(SHORTEST_MS, from);
    Axis x = Frame.MIDDLE.acrossLogarithmic(shortest, to);
    Axis y = Frame.MIDDLE.up((double) highest.count());
    Plot plot = new Plot(Frame.MIDDLE, x, y, id, title, told);
    plot.grid(y.ticks().stream().filter(it -> it == Math.rint(it)).toList());
    read.forEach(it -> plot.bar(Math.max(shortest, it.fromMs()), it.toMs(), (double) it.count()));
    return plot.base(x.ticks(), Digits::exact).units("ms", "flows").drawn(title);
  }
}
