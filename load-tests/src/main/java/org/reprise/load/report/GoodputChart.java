package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.run.Digits;

/**
 * What is answered in time against what is offered. Up to the knee the points lie on the dashed
 * line, where everything is answered; how far they fall beyond it is what an overload costs.
 */
final class GoodputChart {
  private static final double WIDTH = 600;
  private static final double HEIGHT = 230;
  private static final double LEFT = 44;
  private static final double RIGHT = 112;
  private static final double TOP = 24;
  private static final double BOTTOM = 30;

  private GoodputChart() {}

  private record Point(double offered, double inTime) {}

  /**
   * Draws it.
   *
   * @param steps in the order of their rates; those that do not tell what was in time are left out
   */
  static String draw(String id, String title, List<OpenLoad.Step> steps) {
    List<Point> points = points(steps);
    Svg svg = new Svg(id, "chart wide", WIDTH, HEIGHT, title, told(points));
    double highest = points.stream().mapToDouble(Point::offered).max().orElse(1);
    Axis x = Axis.linear(highest, LEFT, WIDTH - RIGHT);
    Axis y =
        Axis.linear(
            points.stream().mapToDouble(Point::inTime).max().orElse(1) * 1.1, HEIGHT - BOTTOM, TOP);
    svg.grid(x, y, y.ticks(), Digits::exact);
    svg.base(x, y, x.ticks(), Digits::exact);
    svg.text("axis", WIDTH - RIGHT + 6, HEIGHT - BOTTOM + 4, "offered /s");
    svg.text("axis", 0, TOP - 10, "in time /s");
    double most = Math.min(x.to(), y.to());
    svg.polyline("process p1", new double[] {x.at(0), y.at(0), x.at(most), y.at(most)});
    List<Double> places = new ArrayList<>();
    for (Point point : points) {
      places.add(x.at(point.offered()));
      places.add(y.at(point.inTime()));
      svg.circle("point measured", x.at(point.offered()), y.at(point.inTime()), 2.6);
    }
    svg.polyline("process p0", places.stream().mapToDouble(Double::doubleValue).toArray());
    return svg.end();
  }

  private static List<Point> points(List<OpenLoad.Step> steps) {
    List<Point> points = new ArrayList<>();
    for (OpenLoad.Step step : steps) {
      Double goodput = step.goodput();
      if (goodput != null) {
        points.add(new Point(step.perSecond(), goodput));
      }
    }
    return points;
  }

  private static String told(List<Point> points) {
    return "Answered in time by offered rate, per second: "
        + String.join(
            ", ",
            points.stream()
                .map(p -> "%s at %s".formatted(Digits.of(p.inTime()), Digits.of(p.offered())))
                .toList());
  }
}
