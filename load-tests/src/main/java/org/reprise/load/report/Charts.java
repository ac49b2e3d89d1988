package org.reprise.load.report;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Chart;
import org.reprise.load.baseline.Expression;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Stretch;
import org.reprise.load.report.Plot.Point;
import org.reprise.load.report.Plot.Series;
import org.reprise.load.run.FigureRecord;

/** The charts of a page: the report's, those of open loads, and the use of resources. */
record Charts(Baseline baseline, Comparison comparison, Measured measured) {
  private static final Map<String, String> RESOURCES =
      Map.of(
          ResourceSeries.CPU, "CPU",
          ResourceSeries.RSS, "Resident memory",
          ResourceSeries.HEAP, "Java heap in use",
          ResourceSeries.DATABASE_SIZE, "Database size");

  /** Those of the baseline, published beside measured; those without any value are left out. */
  List<Plot> published() {
    return baseline.charts().stream().map(this::plot).filter(it -> !it.series().isEmpty()).toList();
  }

  private Plot plot(Chart chart) {
    List<Series> series = new ArrayList<>();
    for (int style = 0; style < chart.series().size(); style++) {
      Chart.Series it = chart.series().get(style);
      List<Point> measured =
          chart.steps() == null
              ? points(chart, it, FigureRecord::measured)
              : steps(chart.steps(), it.of().getFirst());
      series.add(new Series(it.title(), style, true, points(chart, it, FigureRecord::published)));
      series.add(new Series(it.title(), style, false, measured));
    }
    boolean numbers = chart.at().stream().allMatch(it -> Character.isDigit(it.charAt(0)));
    return new Plot(
        chart.id(),
        chart.title(),
        chart.x(),
        chart.unit(),
        requireNonNullElse(chart.note(), ""),
        chart.logarithmic() && numbers,
        chart.logarithmic(),
        numbers ? List.of() : chart.at(),
        List.of(),
        series);
  }

  private List<Point> points(
      Chart chart, Chart.Series series, Function<FigureRecord, @Nullable Double> side) {
    if (chart.steps() != null) {
      return series.published().entrySet().stream()
          .flatMap(it -> point(chart, it.getKey(), it.getValue(), side))
          .toList();
    }
    List<String> expressions = chart.expressions(series);
    return IntStream.range(0, expressions.size())
        .filter(i -> !expressions.get(i).isEmpty())
        .boxed()
        .flatMap(i -> point(chart, place(chart, i), expressions.get(i), side))
        .toList();
  }

  private Stream<Point> point(
      Chart chart, double x, String value, Function<FigureRecord, @Nullable Double> side) {
    Double y = side.apply(comparison.cell(Expression.parse(value), chart.unit()));
    return y == null ? Stream.of() : Stream.of(new Point(x, y));
  }

  private static double place(Chart chart, int i) {
    String number = chart.at().get(i).replaceAll("^([\\d.]*).*", "$1");
    return number.isEmpty() ? i : Double.parseDouble(number);
  }

  private List<Point> steps(String experiment, String value) {
    return first()
        .filter(it -> it.experiment().equals(experiment))
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

  List<Plot> courses() {
    return first()
        .flatMap(it ->
            Stream.concat(
                Stream.of(distribution(it)),
                it.steps().size() > 1 && it.seconds().size() > 1 ? course(it) : Stream.of()))
        .filter(it -> !it.series().isEmpty())
        .toList();
  }

  private static Plot distribution(OpenLoad load) {
    List<Point> outline =
        load.distribution().stream()
            .flatMap(it ->
                Stream.of(new Point(it.fromMs(), it.count()), new Point(it.toMs(), it.count())))
            .toList();
    String id = "distribution-" + id(load);
    String title = "Response times, " + Tables.title(load);
    List<Series> flows = List.of(new Series("flows", 0, false, outline));
    return new Plot(id, title, "ms", "flows", "", true, false, List.of(), List.of(), flows);
  }

  private static Stream<Plot> course(OpenLoad load) {
    double from = load.steps().getFirst().fromSeconds();
    List<Stretch> phases = new ArrayList<>();
    List<Point> offered = new ArrayList<>();
    for (Step it : load.steps()) {
      double begin = it.fromSeconds() - from;
      double end = begin + it.seconds();
      phases.add(new Stretch(it.perSecond() + "/s", begin, end));
      offered.add(new Point(begin, it.perSecond()));
      offered.add(new Point(end, it.perSecond()));
    }
    List<Point> answered = new ArrayList<>();
    List<Point> means = new ArrayList<>();
    for (OpenLoad.Second it : load.seconds()) {
      double middle = it.second() + 0.5 - from;
      if (middle >= 0) {
        answered.add(new Point(middle, it.answered()));
        if (it.answered() > 0) {
          means.add(new Point(middle, it.meanMs()));
        }
      }
    }
    String title = Tables.title(load);
    List<Series> rates =
        List.of(
            new Series("answered", 0, false, answered), new Series("offered", 1, false, offered));
    List<Series> times = List.of(new Series("average", 0, false, means));
    return Stream.of(
        Plot.overTime("rate-" + id(load), "Flows per second, " + title, "/s", phases, rates),
        Plot.overTime("time-" + id(load), "Average response time, " + title, "ms", phases, times));
  }

  private static String id(OpenLoad load) {
    return load.experiment() + "-" + load.variant();
  }

  List<Plot> resources() {
    List<String> processes =
        measured.resources().stream().map(ResourceSeries::process).distinct().toList();
    return measured.resources().stream()
        .map(ResourceSeries::metric)
        .distinct()
        .map(metric -> {
          List<ResourceSeries> read =
              measured.resources().stream().filter(it -> it.metric().equals(metric)).toList();
          String title = RESOURCES.getOrDefault(metric, metric);
          String unit = read.getFirst().unit();
          var series = read.stream().map(it -> series(it, processes.indexOf(it.process())));
          return Plot.overTime(
              "resource-" + metric, title, unit, measured.phases(), series.toList());
        })
        .filter(it -> !it.series().isEmpty())
        .toList();
  }

  private static Series series(ResourceSeries read, int style) {
    Stream<Point> points =
        read.samples().stream().map(it -> new Point(it.secondsSinceStart(), it.value()));
    return new Series(read.process(), style, false, points.toList());
  }
}
