package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.reprise.load.measure.Stretch;
import org.reprise.load.run.Digits;

/**
 * A chart's values and their places on a drawing, in pixels; {@code chart.mustache} draws it. A
 * series has one style in a chart: its published values are hollow marks on a dashed line, its
 * measured ones full marks on a solid line, and the form of its marks differs like its colour, so
 * that neither is needed to tell two series apart.
 *
 * @param names of the places 0, 1, 2 … on the horizontal axis; empty where these are numbers
 * @param phases shaded and numbered
 * @param series those without a value are left out
 */
record Plot(
    String id,
    String title,
    String across,
    String unit,
    String note,
    boolean logarithmicX,
    boolean logarithmicY,
    List<String> names,
    List<Stretch> phases,
    List<Series> series) {
  private static final double LEFT = 58;
  private static final double RIGHT = 590;
  private static final double TOP = 22;
  private static final double BOTTOM = 252;
  private static final int COLOURS = 10; // of the page's style, each in two forms
  private static final int FORMS = 10; // of marks
  private static final int MARKED = 40; // points: longer lines have no marks
  private static final int POINTS = 400; // more are drawn as averages of neighbours
  private static final int NAMED = 9; // places: more are not all named at the axis
  private static final double TICK_WIDTH = 32;
  private static final double NUMBERED = 12; // narrower phases have no room for their number

  Plot {
    // What a logarithmic axis has no place for is left out.
    Predicate<Point> shown = it -> (!logarithmicX || it.x() > 0) && (!logarithmicY || it.y() > 0);
    series =
        series.stream()
            .map(it -> {
              List<Point> points = it.points().stream().filter(shown).toList();
              return new Series(it.title(), it.style(), it.published(), points);
            })
            .filter(it -> !it.points().isEmpty())
            .toList();
  }

  static Plot overTime(
      String id, String title, String unit, List<Stretch> phases, List<Series> series) {
    return new Plot(id, title, "s", unit, "", false, false, List.of(), phases, series);
  }

  record Point(double x, double y) {}

  record Series(String title, int style, boolean published, List<Point> points) {
    String name() {
      return published ? title + ", report" : title;
    }

    int form() {
      return (style + style / COLOURS) % FORMS;
    }

    String classes() {
      String second = style / COLOURS % 2 == 1 ? " second" : "";
      return "c" + style % COLOURS + second + (published ? " published" : "");
    }
  }

  record Tick(float at, List<String> lines) {}

  record Area(float x, float width, float middle, String label) {}

  record Line(Series series, List<Place> places, boolean marked) {}

  record Place(float x, float y, String tip) {}

  List<Series> keys() {
    return series.size() > 1 ? series : List.of();
  }

  List<Tick> ticksAcross() {
    Axis x = x();
    if (!names.isEmpty()) {
      return IntStream.range(0, names.size())
          .mapToObj(i -> new Tick((float) x.at(i), List.of(names.get(i).split(", ", 2))))
          .toList();
    }
    // Where there are few places, they are the ticks, as in the report.
    List<Double> places = all(Point::x).distinct().sorted().boxed().toList();
    boolean few =
        phases.isEmpty()
            && !places.isEmpty()
            && places.size() <= NAMED
            && IntStream.range(1, places.size())
                .allMatch(i -> x.at(places.get(i)) - x.at(places.get(i - 1)) >= TICK_WIDTH);
    return ticks(x, few ? places : x.ticks());
  }

  List<Tick> ticksUp() {
    return ticks(y(), y().ticks());
  }

  private static List<Tick> ticks(Axis axis, List<Double> values) {
    return values.stream()
        .map(it -> new Tick((float) axis.at(it), List.of(Digits.exact(it))))
        .toList();
  }

  List<Area> areas() {
    Axis x = x();
    List<Area> areas = new ArrayList<>();
    for (Stretch it : phases) {
      double from = x.at(it.fromSeconds());
      double width = x.at(it.toSeconds()) - from;
      String label = width < NUMBERED ? "" : String.valueOf(areas.size() + 1);
      areas.add(new Area((float) from, (float) width, (float) (from + width / 2), label));
    }
    return areas;
  }

  List<Line> lines() {
    Axis x = x();
    Axis y = y();
    return series.stream()
        .map(it -> {
          boolean marked = it.points().size() <= MARKED;
          int together = (it.points().size() + POINTS - 1) / POINTS;
          Function<Point, Place> place =
              p -> new Place((float) x.at(p.x()), (float) y.at(p.y()), marked ? tip(it, p) : "");
          var drawn = it.points().stream().gather(Gatherers.windowFixed(together)).map(Plot::mean);
          return new Line(it, drawn.map(place).toList(), marked);
        })
        .toList();
  }

  private static Point mean(List<Point> points) {
    return new Point(
        points.stream().mapToDouble(Point::x).average().orElseThrow(),
        points.stream().mapToDouble(Point::y).average().orElseThrow());
  }

  private String tip(Series it, Point p) {
    return "%s, %s: %s %s".formatted(it.name(), place(p), Digits.of(p.y()), unit);
  }

  private String place(Point p) {
    return names.isEmpty() ? Digits.exact(p.x()) + " " + across : names.get((int) p.x());
  }

  String description() {
    return series.isEmpty()
        ? "no readings"
        : series.stream().map(this::description).collect(joining("; "));
  }

  private String description(Series it) {
    if (it.points().size() <= MARKED) {
      return it.points().stream()
          .map(p -> "%s %s".formatted(place(p), Digits.of(p.y())))
          .collect(joining(", ", it.name() + ": ", ""));
    }
    var values = it.points().stream().mapToDouble(Point::y).summaryStatistics();
    return "%s: average %s, highest %s %s"
        .formatted(it.name(), Digits.of(values.getAverage()), Digits.of(values.getMax()), unit);
  }

  private Axis x() {
    if (!names.isEmpty()) {
      return new Axis(-0.5, names.size() - 0.5, LEFT, RIGHT, false);
    }
    var values =
        DoubleStream.concat(all(Point::x), phases.stream().mapToDouble(Stretch::toSeconds))
            .summaryStatistics();
    return logarithmicX
        ? Axis.of(values, LEFT, RIGHT, true)
        : new Axis(0, Math.max(1, values.getMax()), LEFT, RIGHT, false);
  }

  private Axis y() {
    return Axis.of(all(Point::y).summaryStatistics(), BOTTOM, TOP, logarithmicY);
  }

  private DoubleStream all(ToDoubleFunction<Point> coordinate) {
    return series.stream().flatMap(it -> it.points().stream()).mapToDouble(coordinate);
  }

  record Axis(double from, double to, double start, double end, boolean logarithmic) {
    private static final int MAX_TICKS = 6;

    static Axis of(DoubleSummaryStatistics values, double start, double end, boolean logarithmic) {
      double highest = values.getMax() > 0 ? values.getMax() : 1;
      if (logarithmic && values.getCount() > 0) {
        double from = 1 / roundedUp(1 / values.getMin());
        double to = roundedUp(highest);
        return new Axis(from, to > from ? to : from * 10, start, end, true);
      }
      double step = step(highest);
      return new Axis(0, Math.ceil(highest / step) * step, start, end, false);
    }

    double at(double value) {
      double share =
          logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
      return start + share * (end - start);
    }

    List<Double> ticks() {
      double last = to * 1.000_001;
      if (!logarithmic) {
        double step = step(to);
        return DoubleStream.iterate(0, it -> it <= last, it -> it + step).boxed().toList();
      }
      double first = from * 0.999_999;
      List<Double> decades =
          DoubleStream.iterate(decade(from), it -> it <= last, it -> it * 10).boxed().toList();
      List<Double> ticks =
          decades.stream()
              .flatMap(it -> DoubleStream.of(it, 2 * it, 5 * it).boxed())
              .filter(it -> it >= first && it <= last)
              .toList();
      return ticks.size() <= MAX_TICKS
          ? ticks
          : decades.stream().filter(it -> it >= first).toList();
    }

    private static double step(double range) {
      return roundedUp(range / 4);
    }

    private static double roundedUp(double value) {
      double decade = decade(value);
      return DoubleStream.of(decade, 2 * decade, 5 * decade, 10 * decade)
          .filter(it -> it >= value * 0.999_999)
          .findFirst()
          .orElseThrow();
    }

    private static double decade(double value) {
      return Math.pow(10, Math.floor(Math.log10(value)));
    }
  }
}
