package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Chart;
import org.reprise.load.baseline.Expression;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.Plot.Drawing;
import org.reprise.load.report.Plot.Point;
import org.reprise.load.run.FigureRecord;

/** The charts of a page: the report's, those of open loads, and the use of resources. */
record Charts(Comparison comparison, Measured measured) {
  private static final Map<String, String> RESOURCES = new LinkedHashMap<>();

  /** Shorter steps are drawn as a whole: a second would mix two of them. */
  private static final double SHORTEST_STEP = 5;

  static {
    RESOURCES.put(ResourceSeries.CPU, "CPU");
    RESOURCES.put(ResourceSeries.RSS, "Resident memory");
    RESOURCES.put(ResourceSeries.HEAP, "Java heap in use");
    RESOURCES.put(ResourceSeries.DATABASE_SIZE, "Database size");
  }

  /** Those of the baseline, published beside measured; those without any value are left out. */
  List<Drawing> published(Baseline baseline) {
    return baseline.charts().stream().flatMap(it -> drawn(it).stream()).toList();
  }

  private List<Drawing> drawn(Chart chart) {
    boolean numbers = chart.places().stream().allMatch(it -> Character.isDigit(it.charAt(0)));
    var plot =
        new Plot(
                chart.id(),
                chart.title(),
                chart.x(),
                chart.unit(),
                Boolean.TRUE.equals(chart.logarithmic()),
                numbers ? List.of() : chart.places())
            .note(chart.note());
    for (int style = 0; style < chart.series().size(); style++) {
      Chart.Series series = chart.series().get(style);
      if (chart.steps() == null) {
        plot.line(series.title(), style, true, points(chart, series, FigureRecord::published));
        plot.line(series.title(), style, false, points(chart, series, FigureRecord::measured));
      } else {
        plot.line(series.title(), style, false, steps(chart.steps(), series.of().getFirst()));
      }
    }
    return plot.isEmpty() ? List.of() : List.of(plot.drawn());
  }

  private List<Point> points(
      Chart chart, Chart.Series series, Function<FigureRecord, @Nullable Double> side) {
    List<String> expressions = chart.expressions(series);
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      if (!expressions.get(i).isEmpty()) {
        var cell = comparison.cell(Expression.parse(expressions.get(i)), chart.unit());
        Double value = side.apply(cell);
        if (value != null) {
          points.add(new Point(place(chart, i), value));
        }
      }
    }
    return points;
  }

  private static double place(Chart chart, int i) {
    String text = chart.places().get(i).replaceAll("^([\\d.]*).*", "$1");
    return text.isEmpty() ? i : Double.parseDouble(text);
  }

  /** What the steps of the report and those beyond them came to in their first repetition. */
  private List<Point> steps(String experiment, String value) {
    return first()
        .filter(it -> it.experiment().equals(experiment) && !it.variant().equals(Variant.COLD))
        .flatMap(it -> it.steps().stream())
        .flatMap(it -> Stream.ofNullable(value(it, value)).map(y -> new Point(it.perSecond(), y)))
        .toList();
  }

  private static @Nullable Double value(Step step, String value) {
    return switch (value) {
      case "offered" -> step.perSecond();
      case "answered" -> step.answeredPerSecond();
      case "in-time" -> step.goodput();
      case "average" -> step.meanMs();
      case "p90" -> step.p90Ms();
      case "p99" -> step.p99Ms();
      default -> throw new IllegalArgumentException(value);
    };
  }

  private Stream<OpenLoad> first() {
    return measured.openLoads().stream().filter(it -> it.repetition() == 1);
  }

  /** How many flows of an open load took how long. */
  List<Drawing> distributions() {
    return first()
        .filter(it -> !it.distribution().isEmpty())
        .map(it ->
            plot(
                    "distribution-" + id(it),
                    "Response times, " + MeasuredTables.title(it),
                    "ms",
                    "flows")
                .bars(it.distribution())
                .drawn())
        .toList();
  }

  /** The open loads with several steps, second by second. */
  List<Drawing> courses() {
    List<Drawing> drawings = new ArrayList<>();
    first()
        .filter(it -> it.steps().size() > 1 && it.seconds().size() > 1)
        .forEach(it -> {
          double from = it.steps().getFirst().fromSeconds();
          List<Phase> phases = it.steps().stream().map(step -> phase(step, from)).toList();
          drawings.add(
              plot("rate-" + id(it), "Flows per second, " + MeasuredTables.title(it), "s", "/s")
                  .phases(phases)
                  .line("answered", 0, false, answered(it, from))
                  .line("offered", 1, false, offered(it, from))
                  .drawn());
          drawings.add(
              plot(
                      "time-" + id(it),
                      "Average response time, " + MeasuredTables.title(it),
                      "s",
                      "ms")
                  .phases(phases)
                  .line(
                      "average",
                      0,
                      false,
                      seconds(it, second -> second.answered() > 0 ? second.meanMs() : null))
                  .drawn());
        });
    return drawings;
  }

  private static Phase phase(Step step, double from) {
    double begin = step.fromSeconds() - from;
    return new Phase(step.perSecond() + "/s", begin, begin + step.seconds());
  }

  private static List<Point> answered(OpenLoad load, double from) {
    boolean isShort = load.steps().stream().anyMatch(it -> it.seconds() < SHORTEST_STEP);
    return isShort
        ? load.steps().stream()
            .map(
                it -> new Point(it.fromSeconds() - from + it.seconds() / 2, it.answeredPerSecond()))
            .toList()
        : seconds(load, it -> (double) it.answered());
  }

  private static List<Point> offered(OpenLoad load, double from) {
    return load.steps().stream()
        .flatMap(it ->
            Stream.of(
                new Point(it.fromSeconds() - from, it.perSecond()),
                new Point(it.fromSeconds() - from + it.seconds(), it.perSecond())))
        .toList();
  }

  private static List<Point> seconds(
      OpenLoad load, Function<OpenLoad.Second, @Nullable Double> value) {
    double from = load.steps().getFirst().fromSeconds();
    return load.seconds().stream()
        .filter(it -> it.second() + 0.5 >= from)
        .flatMap(it ->
            Stream.ofNullable(value.apply(it)).map(y -> new Point(it.second() + 0.5 - from, y)))
        .toList();
  }

  /** One chart for each resource that was sampled; a process keeps its style in all of them. */
  List<Drawing> resources() {
    List<String> processes =
        measured.resources().stream().map(ResourceSeries::process).distinct().toList();
    List<Drawing> drawings = new ArrayList<>();
    RESOURCES.forEach((metric, name) -> {
      List<ResourceSeries> read =
          measured.resources().stream()
              .filter(it -> it.metric().equals(metric) && !it.samples().isEmpty())
              .toList();
      if (!read.isEmpty()) {
        Plot plot =
            plot("resource-" + metric, name, "s", read.getFirst().unit()).phases(measured.phases());
        read.forEach(it ->
            plot.line(
                it.process(),
                processes.indexOf(it.process()),
                false,
                it.samples().stream()
                    .map(one -> new Point(one.secondsSinceStart(), one.value()))
                    .toList()));
        drawings.add(plot.drawn());
      }
    });
    return drawings;
  }

  private static Plot plot(String id, String title, String across, String unit) {
    return new Plot(id, title, across, unit, false, List.of());
  }

  private static String id(OpenLoad load) {
    return load.experiment() + "-" + load.variant();
  }
}
