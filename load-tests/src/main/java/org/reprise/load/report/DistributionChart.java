package org.reprise.load.report;

import java.util.List;
import java.util.Locale;
import org.reprise.load.measure.OpenLoad.Bar;
import org.reprise.load.run.Digits;

/**
 * How many flows took how long: bars over a logarithmic axis of response times, whose heights are
 * numbers of flows.
 */
final class DistributionChart {
  private static final double WIDTH = 580;
  private static final double HEIGHT = 210;
  private static final double LEFT = 58;
  private static final double RIGHT = 18;
  private static final double TOP = 18;
  private static final double BOTTOM = 32;

  /** A logarithmic axis has no 0. */
  private static final double SHORTEST_MS = 0.001;

  private DistributionChart() {}

  /**
   * Draws it.
   *
   * @param bars from the shortest time on; none where nothing was read
   */
  static String draw(String id, String title, List<Bar> bars) {
    if (bars.stream().noneMatch(bar -> bar.count() > 0)) {
      return new Svg(id, "chart", WIDTH, HEIGHT, title, "no readings")
          .text("axis", LEFT, HEIGHT / 2, "no readings")
          .end();
    }
    long all = bars.stream().mapToLong(Bar::count).sum();
    String description =
        String.format(
            Locale.ROOT,
            "%,d flows between %s and %s ms; most of them around %s ms",
            all,
            Digits.of(bars.getFirst().fromMs()),
            Digits.of(bars.getLast().toMs()),
            Digits.of(highest(bars).fromMs()));
    Svg svg = new Svg(id, "chart", WIDTH, HEIGHT, title, description);
    double shortest = Math.max(SHORTEST_MS, bars.getFirst().fromMs());
    Axis x = Axis.logarithmic(shortest, bars.getLast().toMs(), LEFT, WIDTH - RIGHT);
    Axis y = Axis.linear((double) highest(bars).count(), HEIGHT - BOTTOM, TOP);
    svg.grid(x, y, y.ticks().stream().filter(it -> it == Math.rint(it)).toList(), Digits::exact);
    for (Bar bar : bars) {
      if (bar.count() > 0) {
        double top = y.at((double) bar.count());
        double left = x.at(Math.max(shortest, bar.fromMs()));
        // A bar that is there can be seen.
        double height = Math.max(1.5, HEIGHT - BOTTOM - top);
        svg.rectangle(
            "bar", left + 0.5, HEIGHT - BOTTOM - height, x.at(bar.toMs()) - left - 1, height);
      }
    }
    svg.base(x, y, x.ticks(), Digits::exact);
    svg.text("axis end", WIDTH - RIGHT, HEIGHT - 3, "ms");
    svg.text("axis", 0, HEIGHT - 3, "flows");
    return svg.end();
  }

  private static Bar highest(List<Bar> bars) {
    return bars.stream().max(java.util.Comparator.comparingLong(Bar::count)).orElseThrow();
  }
}
