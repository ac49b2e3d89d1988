package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Mode;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.report.Plot.Drawing;
import org.reprise.load.report.Plot.Frame;
import org.reprise.load.report.Plot.Point;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/**
 * Values against threads, published and measured, both axes logarithmic: where the lines run
 * parallel the measured system scales as the report's did, whatever the machine. Published points
 * are hollow squares on a dashed line, measured ones filled circles on a solid line, so that colour
 * is not needed to tell them apart.
 */
final class ThreadCharts {
  private ThreadCharts() {}

  /** Both lines of a chart. */
  private record Lines(String id, String title, List<Point> published, List<Point> measured) {
    Stream<Point> points() {
      return Stream.concat(published.stream(), measured.stream());
    }
  }

  /** One chart for each mode and operation: averages, those of a mode on one scale. */
  static List<Drawing> averages(RunRecord run) {
    List<Drawing> drawings = new ArrayList<>();
    for (Mode mode : modes(run)) {
      List<Lines> all = new ArrayList<>();
      run.report()
          .operations()
          .forEach((id, title) ->
              all.add(
                  new Lines(
                      "average-%s-%s".formatted(word(mode), id),
                      "%s, %s".formatted(title, word(mode)),
                      points(run, mode, it -> published(it, id)),
                      points(run, mode, it -> steady(it, id)))));
      drawings.addAll(drawn(Frame.SMALL, "ms", all));
    }
    return drawings;
  }

  /** One chart for each mode: flows per second. */
  static List<Drawing> throughput(RunRecord run) {
    return modes(run).stream()
        .map(mode ->
            new Lines(
                "throughput-" + word(mode),
                "Throughput, " + word(mode),
                points(run, mode, ExperimentRecord::publishedFlowsPerSecond),
                points(run, mode, ThreadCharts::steadyRate)))
        .flatMap(it -> drawn(Frame.MIDDLE, "flows/s", List.of(it)).stream())
        .toList();
  }

  /** Charts that share their vertical scale. */
  private static List<Drawing> drawn(Frame frame, String unit, List<Lines> charts) {
    List<Point> all = charts.stream().flatMap(Lines::points).toList();
    Axis y =
        frame.upLogarithmic(
            values(all, Point::y).min().orElse(1) * 0.5,
            values(all, Point::y).max().orElse(10) * 1.1);
    return charts.stream().map(it -> drawn(frame, unit, y, it)).toList();
  }

  private static Drawing drawn(Frame frame, String unit, Axis y, Lines lines) {
    List<Point> all = lines.points().toList();
    if (all.isEmpty()) {
      return frame.empty(lines.id(), lines.title());
    }
    Axis x =
        frame.acrossExactly(
            values(all, Point::x).min().orElseThrow() * 0.85,
            values(all, Point::x).max().orElseThrow() * 1.05,
            true);
    String description =
        "%s by threads. Report: %s. Here: %s."
            .formatted(unit, told(lines.published()), told(lines.measured()));
    Plot plot = new Plot(frame, x, y, lines.id(), lines.title(), description);
    plot.grid(y.ticks())
        .base(values(all, Point::x).distinct().boxed().toList(), Digits::exact)
        .units("threads", unit)
        .line("line published", lines.published())
        .line("line measured", lines.measured());
    lines.published().forEach(plot::square);
    lines.measured().forEach(plot::circle);
    ends(plot, "published", lines.published(), lines.measured());
    ends(plot, "measured", lines.measured(), lines.published());
    return plot.drawn(lines.title());
  }

  /** The values at both ends of a line, below it where the other one runs above. */
  private static void ends(Plot plot, String classes, List<Point> line, List<Point> other) {
    for (int i = 0; i < line.size(); i += Math.max(1, line.size() - 1)) {
      Point at = line.get(i);
      boolean below = other.stream().anyMatch(it -> it.x() == at.x() && it.y() > at.y());
      String end = i == 0 ? "value " : "value end ";
      plot.text(end + classes, at, i == 0 ? -3 : 5, below ? 16 : -8, Digits.of(at.y()));
    }
  }

  private static DoubleStream values(List<Point> points, ToDoubleFunction<Point> value) {
    return points.stream().mapToDouble(value);
  }

  private static String told(List<Point> points) {
    return points.isEmpty()
        ? "not measured"
        : points.stream()
            .map(it -> "%.0f threads %s".formatted(it.x(), Digits.of(it.y())))
            .collect(Collectors.joining(", "));
  }

  private static List<Mode> modes(RunRecord run) {
    return run.experiments().stream()
        .filter(it -> it.loadModel() instanceof LoadModel.Closed)
        .map(ExperimentRecord::mode)
        .distinct()
        .toList();
  }

  private static String word(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  /** A logarithmic axis has no place for 0. */
  private static List<Point> points(
      RunRecord run, Mode mode, Function<ExperimentRecord, @Nullable Double> value) {
    List<Point> points = new ArrayList<>();
    for (ExperimentRecord experiment : run.experiments()) {
      Double at = value.apply(experiment);
      if (experiment.mode() == mode
          && at != null
          && at > 0
          && experiment.loadModel() instanceof LoadModel.Closed load) {
        points.add(new Point(load.threads(), at));
      }
    }
    return points;
  }

  private static @Nullable Double published(ExperimentRecord experiment, String operation) {
    return experiment.figures().stream()
        .filter(f -> operation.equals(f.operation()) && f.unit().equals("ms"))
        .filter(f -> f.statistic().equals("avg"))
        .map(FigureRecord::published)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Double steadyRate(ExperimentRecord experiment) {
    OptionalDouble rate =
        experiment.runs().stream()
            .filter(it -> it.variant().equals(Variant.STEADY))
            .mapToDouble(ExperimentRun::flowsPerSecond)
            .average();
    return rate.isPresent() ? (Double) rate.getAsDouble() : null;
  }

  private static @Nullable Double steady(ExperimentRecord experiment, String operation) {
    double sum = 0;
    long calls = 0;
    for (OperationSummary it : experiment.operations()) {
      if (it.variant().equals(Variant.STEADY) && it.operation().equals(operation)) {
        sum += it.meanMs() * it.count();
        calls += it.count();
      }
    }
    return calls == 0 ? null : sum / calls;
  }
}
