package org.reprise.load.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.reprise.load.run.Digits;

/**
 * A value against threads, published and measured, both axes logarithmic: where the lines run
 * parallel the measured system scales as the report's did, whatever the machine. Published points
 * are hollow squares on a dashed line, measured ones filled circles on a solid line, so that colour
 * is not needed to tell them apart.
 */
final class ScalingChart {
  private static final double LEFT = 44;
  private static final double RIGHT = 18;
  private static final double TOP = 18;
  private static final double BOTTOM = 32;

  private final String unit;
  private final double width;
  private final double height;
  private final Axis y;

  /** A value at a number of threads. */
  record Point(int threads, double value) {}

  /**
   * A chart of the kind.
   *
   * @param unit of the values
   * @param width of the drawing, in its own units, which are pixels where it has room
   * @param height of the drawing
   * @param all every value that charts beside this one hold, so that they share their scale
   */
  ScalingChart(String unit, double width, double height, List<Point> all) {
    this.unit = unit;
    this.width = width;
    this.height = height;
    List<Point> drawn = all.stream().filter(p -> p.value() > 0).toList();
    this.y =
        Axis.logarithmic(
            values(drawn).min().orElse(1) * 0.5,
            values(drawn).max().orElse(10) * 1.1,
            height - BOTTOM,
            TOP);
  }

  String draw(String id, String title, List<Point> published, List<Point> measured) {
    List<Point> all =
        Stream.concat(published.stream(), measured.stream()).filter(p -> p.value() > 0).toList();
    String description =
        "%s by threads. Report: %s. Here: %s.".formatted(unit, told(published), told(measured));
    Svg svg = new Svg(id, "chart", width, height, title, description);
    if (all.isEmpty()) {
      return svg.text("axis", LEFT, height / 2, "no data").end();
    }
    Axis x =
        new Axis(
            threads(all).min().orElseThrow() * 0.85,
            threads(all).max().orElseThrow() * 1.05,
            LEFT,
            width - RIGHT,
            true);
    frame(svg, x, all);
    line(svg, "published", x, published, measured);
    line(svg, "measured", x, measured, published);
    return svg.end();
  }

  private void frame(Svg svg, Axis x, List<Point> all) {
    svg.grid(x, y, y.ticks(), ScalingChart::tick);
    svg.base(x, y, threads(all).distinct().boxed().toList(), Digits::exact);
    svg.text("axis end", width - RIGHT, height - 3, "threads");
    svg.text("axis", 0, height - 3, unit);
  }

  private void line(Svg svg, String classes, Axis x, List<Point> points, List<Point> others) {
    List<Point> drawn = points.stream().filter(p -> p.value() > 0).toList();
    svg.polyline(
        "line " + classes,
        drawn.stream()
            .flatMapToDouble(p -> DoubleStream.of(x.at(p.threads()), y.at(p.value())))
            .toArray());
    for (int i = 0; i < drawn.size(); i++) {
      Point point = drawn.get(i);
      double at = x.at(point.threads());
      double up = y.at(point.value());
      if (classes.equals("published")) {
        svg.rectangle("point published", at - 3.2, up - 3.2, 6.4, 6.4);
      } else {
        svg.circle("point measured", at, up, 3.6);
      }
      String value = Digits.of(point.value());
      double label = others.stream().anyMatch(o -> hides(o, point)) ? up + 16 : up - 8;
      if (i == 0) {
        svg.text("value " + classes, at - 3, label, value);
      } else if (i == drawn.size() - 1) {
        svg.text("value end " + classes, at + 5, label, value);
      }
    }
  }

  /** Whether the other line runs above the point, so that the point's value is written below. */
  private static boolean hides(Point other, Point point) {
    return other.threads() == point.threads() && other.value() > point.value();
  }

  private static DoubleStream threads(List<Point> points) {
    return points.stream().mapToDouble(Point::threads);
  }

  private static DoubleStream values(List<Point> points) {
    return points.stream().mapToDouble(Point::value);
  }

  private static String told(List<Point> points) {
    return points.isEmpty()
        ? "not measured"
        : String.join(
            ", ",
            points.stream()
                .map(p -> "%d threads %s".formatted(p.threads(), Digits.of(p.value())))
                .toList());
  }

  private static String tick(double value) {
    return value >= 1 ? String.format(Locale.ROOT, "%,.0f", value) : Digits.exact(value);
  }
}
