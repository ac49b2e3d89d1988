package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to places on a drawing.
 *
 * @param from the value at the start
 * @param to the value at the end
 * @param start the place of {@code from}
 * @param end the place of {@code to}
 * @param logarithmic whether equal ratios are equal distances
 */
record Axis(double from, double to, double start, double end, boolean logarithmic) {
  /** An axis from 0 to a round number at or above the highest value. */
  static Axis linear(double highest, double start, double end) {
    double step = step(highest <= 0 ? 1 : highest);
    return new Axis(0, Math.ceil(Math.max(highest, step) / step) * step, start, end, false);
  }

  /** An axis of ratios that holds all values, which are above 0. */
  static Axis logarithmic(double lowest, double highest, double start, double end) {
    double from = rounded(lowest, false);
    double to = rounded(highest, true);
    return new Axis(from, to > from ? to : from * 10, start, end, true);
  }

  double at(double value) {
    double share =
        logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
    return start + share * (end - start);
  }

  List<Double> ticks() {
    return logarithmic ? logarithmicTicks() : linearTicks();
  }

  private List<Double> linearTicks() {
    List<Double> ticks = new ArrayList<>();
    double step = step(to);
    for (int i = 0; i * step <= to * 1.000_001; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private List<Double> logarithmicTicks() {
    List<Double> all = new ArrayList<>();
    for (double decade = Math.pow(10, Math.floor(Math.log10(from))); decade <= to; decade *= 10) {
      for (double digit : new double[] {1, 2, 5}) {
        if (digit * decade >= from * 0.999_999 && digit * decade <= to * 1.000_001) {
          all.add(digit * decade);
        }
      }
    }
    return all.size() <= 6 ? all : all.stream().filter(Axis::isPowerOfTen).toList();
  }

  private static boolean isPowerOfTen(double value) {
    double power = Math.log10(value);
    return Math.abs(power - Math.rint(power)) < 1e-6;
  }

  /** A step that divides the range into four or five. */
  private static double step(double range) {
    return rounded(range / 4, true);
  }

  /** A number of 1, 2 or 5 times a power of ten, not above the value or not below it. */
  private static double rounded(double value, boolean up) {
    double decade = Math.pow(10, Math.floor(Math.log10(value)));
    double below = decade;
    for (double digit : new double[] {1, 2, 5, 10}) {
      double candidate = digit * decade;
      if (up && candidate >= value * 0.999_999) {
        return candidate;
      }
      below = candidate <= value * 1.000_001 ? candidate : below;
    }
    return below;
  }
}
