package org.reprise.load.report;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/** Maps values {@code from} … {@code to} to places {@code start} … {@code end} on a drawing. */
record Axis(double from, double to, double start, double end, boolean logarithmic) {
  private static final int MAX_TICKS = 6;

  /** Returns an axis with round ends that holds all values; a linear one begins at 0. */
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
    return ticks.size() <= MAX_TICKS ? ticks : decades.stream().filter(it -> it >= first).toList();
  }

  /** Returns a step that divides the range into four or five. */
  private static double step(double range) {
    return roundedUp(range / 4);
  }

  /** Returns the next 1, 2 or 5 times a power of ten. */
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
