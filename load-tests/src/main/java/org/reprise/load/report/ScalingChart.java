package org.reprise.load.report;

import java.util.ArrayList;
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
  private static final double WIDTH = 300;
  private static final double HEIGHT = 190;
  private static final double LEFT = 44;
  private static final double RIGHT = 12;
  private static final double TOP = 14;
  private static final double BOTTOM = 32;

  /** A value at a number of threads. */
  record Point(int threads, double value) {}

  private ScalingChart() {}

  static String draw(
      String id, String title, String unit, List<Point> published, List<Point> measured) {
    List<Point> all =
        Stream.concat(published.stream(), measured.stream()).filter(p -> p.value() > 0).toList();
    String description =
        "%s by threads. Report: %s. Here: %s.".formatted(unit, told(published), told(measured));
    Svg svg = new Svg(id, "chart", WIDTH, HEIGHT, title, description);
    if (all.isEmpty()) {
      return svg.text("axis", LEFT, HEIGHT / 2, "no data").end();
    }
    Axis x = Axis.logarithmic(1, threads(all).max().orElseThrow(), LEFT + 8, WIDTH - RIGHT);
    x = new Axis(threads(all).min().orElseThrow() * 0.9, x.to(), LEFT, WIDTH - RIGHT, true);
    Axis y =
        Axis.logarithmic(
            values(all).min().orElseThrow(), values(all).max().orElseThrow(), HEIGHT - BOTTOM, TOP);
    frame(svg, x, y, unit, all);
    line(svg, "published", x, y, published);
    line(svg, "measured", x, y, measured);
    return svg.end();
  }

  private static void frame(Svg svg, Axis x, Axis y, String unit, List<Point> all) {
    for (double tick : y.ticks()) {
      svg.line("grid", LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick));
      svg.text("axis end", LEFT - 6, y.at(tick) + 4, tick(tick));
    }
    all.stream()
        .map(Point::threads)
        .distinct()
        .forEach(t -> {
          svg.line("tick", x.at(t), HEIGHT - BOTTOM, x.at(t), HEIGHT - BOTTOM + 4);
          svg.text("axis middle", x.at(t), HEIGHT - BOTTOM + 16, String.valueOf(t));
        });
    svg.line("base", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
    svg.text("axis end", WIDTH - RIGHT, HEIGHT - 3, "threads");
    svg.text("axis", 0, HEIGHT - 3, unit);
  }

  private static void line(Svg svg, String classes, Axis x, Axis y, List<Point> points) {
    List<Double> places = new ArrayList<>();
    for (Point point : points) {
      if (point.value() > 0) {
        places.add(x.at(point.threads()));
        places.add(y.at(point.value()));
      }
    }
    svg.polyline("line " + classes, places.stream().mapToDouble(Double::doubleValue).toArray());
    for (int i = 0; i < places.size(); i += 2) {
      if (classes.equals("published")) {
        svg.rectangle("point published", places.get(i) - 3.2, places.get(i + 1) - 3.2, 6.4, 6.4);
      } else {
        svg.circle("point measured", places.get(i), places.get(i + 1), 3.6);
      }
    }
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
