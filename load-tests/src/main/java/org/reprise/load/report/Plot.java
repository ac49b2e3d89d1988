package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.OpenLoad.Bar;
import org.reprise.load.measure.Phase;
import org.reprise.load.run.Digits;

/**
 * A chart's values and their places on a drawing; {@code chart.mustache} draws it. A series has one
 * style in a chart: its published values are hollow marks on a dashed line, its measured ones full
 * marks on a solid line, and the form of its marks differs like its colour, so that neither is
 * needed to tell two series apart.
 */
final class Plot {
  private static final double LEFT = 58;
  private static final double RIGHT = 590;
  private static final double TOP = 22;
  private static final double BOTTOM = 252;

  /** Colours of the page's style, and with a second form of marks and lines for each. */
  private static final int COLOURS = 10;

  /** Lines of more points have no marks. */
  private static final int MARKED = 40;

  /** More points than this are drawn as averages of neighbours. */
  private static final int POINTS = 400;

  /** Narrower phases have no room for their number. */
  private static final double NUMBERED = 12;

  private final String id;
  private final String title;
  private final String across;
  private final String unit;
  private final boolean logarithmic;
  private final List<String> names;
  private final List<Series> series = new ArrayList<>();
  private String note = "";
  private List<Phase> phases = List.of();
  private List<Bar> bars = List.of();

  record Point(double x, double y) {}

  private record Series(String title, int style, boolean published, List<Point> points) {
    DoubleStream x() {
      return points.stream().mapToDouble(Point::x);
    }

    DoubleStream y() {
      return points.stream().mapToDouble(Point::y);
    }
  }

  /** What the template draws; places are text, in pixels. */
  record Drawing(
      String id,
      String title,
      String description,
      String across,
      String unit,
      String note,
      List<Tick> ticksAcross,
      List<Tick> ticksUp,
      List<Area> areas,
      List<Line> lines,
      List<Key> keys) {}

  /** A value beside an axis; of a long name each line of the text. */
  record Tick(String at, List<TickLine> lines) {}

  record TickLine(String y, String text) {}

  record Area(
      String classes,
      String x,
      String y,
      String width,
      String height,
      String label,
      String middle) {}

  record Line(String classes, String points, List<Mark> marks) {}

  record Mark(String path, String tip) {}

  record Key(String classes, String path, String title) {}

  /**
   * A chart without values.
   *
   * @param names of the places on the horizontal axis; empty where these are numbers
   */
  Plot(
      String id,
      String title,
      String across,
      String unit,
      boolean logarithmic,
      List<String> names) {
    this.id = id;
    this.title = title;
    this.across = across;
    this.unit = unit;
    this.logarithmic = logarithmic;
    this.names = names;
  }

  /** Adds a line; what a logarithmic axis has no place for is left out. */
  Plot line(String name, int style, boolean published, List<Point> points) {
    List<Point> drawn =
        points.stream()
            .filter(it -> !logarithmic || (it.y() > 0 && (it.x() > 0 || !names.isEmpty())))
            .toList();
    if (!drawn.isEmpty()) {
      series.add(new Series(name, style, published, drawn));
    }
    return this;
  }

  Plot note(@Nullable String text) {
    note = text == null ? "" : text;
    return this;
  }

  Plot phases(List<Phase> shaded) {
    phases = shaded;
    return this;
  }

  /** Adds bars over a logarithmic axis, whose heights are their counts. */
  Plot bars(List<Bar> distribution) {
    bars = distribution;
    return this;
  }

  boolean isEmpty() {
    return series.isEmpty() && bars.stream().allMatch(it -> it.count() == 0);
  }

  Drawing drawn() {
    Axis x = xAxis();
    Axis y = yAxis();
    return new Drawing(
        id,
        title,
        isEmpty() ? "no readings" : description(),
        across,
        unit,
        note,
        names.isEmpty() ? ticks(x) : named(x),
        y.ticks().stream().map(it -> tick(y.at(it), y.at(it) + 4, Digits.exact(it))).toList(),
        Stream.concat(shaded(x), barred(x, y)).toList(),
        series.stream().map(it -> line(it, x, y)).toList(),
        series.stream()
            .filter(it -> series.size() > 1)
            .map(it -> new Key(classes(it), mark(it.style(), 22, 7), key(it)))
            .toList());
  }

  private static String key(Series it) {
    return it.published() ? it.title() + ", report" : it.title();
  }

  private Axis xAxis() {
    if (!names.isEmpty()) {
      return new Axis(-0.5, names.size() - 0.5, LEFT, RIGHT, false);
    }
    DoubleStream values =
        DoubleStream.concat(
            series.stream().flatMapToDouble(Series::x),
            DoubleStream.concat(
                phases.stream().mapToDouble(Phase::toSeconds),
                bars.stream().flatMapToDouble(it -> DoubleStream.of(it.fromMs(), it.toMs()))));
    var all = values.filter(it -> !isLogarithmicAcross() || it > 0).summaryStatistics();
    if (all.getCount() == 0) {
      return Axis.linear(1, LEFT, RIGHT);
    }
    return isLogarithmicAcross()
        ? Axis.logarithmic(all.getMin(), all.getMax(), LEFT, RIGHT)
        : new Axis(0, Math.max(1, all.getMax()), LEFT, RIGHT, false);
  }

  private boolean isLogarithmicAcross() {
    return logarithmic || !bars.isEmpty();
  }

  private Axis yAxis() {
    double highestBar = bars.stream().mapToLong(Bar::count).max().orElse(0);
    var all =
        DoubleStream.concat(series.stream().flatMapToDouble(Series::y), DoubleStream.of(highestBar))
            .filter(it -> !logarithmic || it > 0)
            .summaryStatistics();
    return logarithmic && all.getCount() > 0
        ? Axis.logarithmic(all.getMin(), all.getMax(), BOTTOM, TOP)
        : Axis.linear(Math.max(0, all.getMax()), BOTTOM, TOP);
  }

  private List<Tick> ticks(Axis x) {
    // Where there are few places, they are the ticks, as in the report.
    List<Double> places =
        series.stream().flatMapToDouble(Series::x).distinct().sorted().boxed().toList();
    List<Double> round = x.logarithmic() ? x.ticks() : Axis.linear(x.to(), LEFT, RIGHT).ticks();
    boolean few = phases.isEmpty() && !places.isEmpty() && places.size() <= 9;
    return (few && !overlap(places, x) ? places : round)
        .stream()
            .filter(it -> it <= x.to() * 1.000_001)
            .map(it -> tick(x.at(it), BOTTOM + 18, Digits.exact(it)))
            .toList();
  }

  private static boolean overlap(List<Double> places, Axis x) {
    for (int i = 1; i < places.size(); i++) {
      if (x.at(places.get(i)) - x.at(places.get(i - 1)) < 32) {
        return true;
      }
    }
    return false;
  }

  private List<Tick> named(Axis x) {
    List<Tick> ticks = new ArrayList<>();
    for (String name : names) {
      double at = x.at(ticks.size());
      String[] parts = name.split(", ", 2);
      List<TickLine> lines = new ArrayList<>();
      for (String part : parts) {
        lines.add(new TickLine(number(BOTTOM + 17 + 15 * lines.size()), part));
      }
      ticks.add(new Tick(number(at), lines));
    }
    return ticks;
  }

  private static Tick tick(double at, double y, String text) {
    return new Tick(number(at), List.of(new TickLine(number(y), text)));
  }

  private Stream<Area> shaded(Axis x) {
    List<Area> areas = new ArrayList<>();
    for (Phase it : phases) {
      double from = x.at(it.fromSeconds());
      double width = Math.max(0, x.at(it.toSeconds()) - from);
      areas.add(
          new Area(
              areas.size() % 2 == 0 ? "phase" : "phase odd",
              number(from),
              number(TOP),
              number(width),
              number(BOTTOM - TOP),
              width < NUMBERED ? "" : String.valueOf(areas.size() + 1),
              number(from + width / 2)));
    }
    return areas.stream();
  }

  /** A bar that is there can be seen. */
  private Stream<Area> barred(Axis x, Axis y) {
    return bars.stream()
        .filter(it -> it.count() > 0)
        .map(it -> {
          double from = x.at(Math.max(x.from(), it.fromMs()));
          double height = Math.max(1.5, BOTTOM - y.at((double) it.count()));
          double width = Math.max(1, x.at(it.toMs()) - from - 1);
          return new Area(
              "bar", number(from), number(BOTTOM - height), number(width), number(height), "", "0");
        });
  }

  private Line line(Series it, Axis x, Axis y) {
    List<Point> points = it.points().size() <= POINTS ? it.points() : thinned(it.points());
    String places =
        points.stream()
            .filter(p -> x.at(p.x()) >= LEFT)
            .map(p -> number(x.at(p.x())) + "," + number(y.at(p.y())))
            .collect(Collectors.joining(" "));
    List<Mark> marks =
        points.size() > MARKED
            ? List.of()
            : points.stream()
                .map(p -> new Mark(mark(it.style(), x.at(p.x()), y.at(p.y())), tip(it, p)))
                .toList();
    return new Line(classes(it), places, marks);
  }

  private String tip(Series it, Point p) {
    return "%s, %s: %s %s".formatted(key(it), place(p), Digits.of(p.y()), unit);
  }

  private String place(Point p) {
    return names.isEmpty() ? Digits.exact(p.x()) + " " + across : names.get((int) p.x());
  }

  private static String classes(Series it) {
    return "series c%d%s%s"
        .formatted(
            it.style() % COLOURS,
            it.style() / COLOURS % 2 == 1 ? " second" : "",
            it.published() ? " published" : "");
  }

  /** One of five forms around a place. */
  private static String mark(int style, double x, double y) {
    return switch ((style + style / COLOURS) % 5) {
      case 0 -> "M%s,%sa4,4 0 1 0 8,0a4,4 0 1 0 -8,0z".formatted(number(x - 4), number(y));
      case 1 -> "M%s,%sh7v7h-7z".formatted(number(x - 3.5), number(y - 3.5));
      case 2 -> "M%s,%sl4.5,8h-9z".formatted(number(x), number(y - 5));
      case 3 -> "M%s,%sl5,5l-5,5l-5,-5z".formatted(number(x), number(y - 5));
      default -> "M%s,%sl4.5,-8h-9z".formatted(number(x), number(y + 5));
    };
  }

  private String description() {
    String told = series.stream().map(this::told).collect(Collectors.joining("; "));
    long flows = bars.stream().mapToLong(Bar::count).sum();
    return flows == 0
        ? told
        : String.format(
            Locale.ROOT,
            "%,d flows between %s and %s ms",
            flows,
            Digits.of(bars.getFirst().fromMs()),
            Digits.of(bars.getLast().toMs()));
  }

  private String told(Series it) {
    if (it.points().size() <= MARKED) {
      return it.points().stream()
          .map(p -> "%s %s".formatted(place(p), Digits.of(p.y())))
          .collect(Collectors.joining(", ", key(it) + ": ", ""));
    }
    return "%s: average %s, highest %s %s"
        .formatted(
            it.title(),
            Digits.of(it.y().average().orElse(0)),
            Digits.of(it.y().max().orElse(0)),
            unit);
  }

  private static List<Point> thinned(List<Point> points) {
    int bucket = (points.size() + POINTS - 1) / POINTS;
    List<Point> fewer = new ArrayList<>();
    for (int i = 0; i < points.size(); i += bucket) {
      List<Point> some = points.subList(i, Math.min(points.size(), i + bucket));
      fewer.add(
          new Point(
              some.stream().mapToDouble(Point::x).average().orElseThrow(),
              some.stream().mapToDouble(Point::y).average().orElseThrow()));
    }
    return fewer;
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", Double.isFinite(value) ? value : 0);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
