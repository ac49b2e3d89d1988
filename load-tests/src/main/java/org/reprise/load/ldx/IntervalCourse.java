package org.reprise.load.ldx;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.reprise.load.ldx.IndexDatabase.Interval;

/**
 * What the change log says of a load: how the report tells the index rate and whether the index
 * keeps up. Empty where there is nothing to tell it by.
 */
final class IntervalCourse {
  private IntervalCourse() {}

  /** Retrieved by second of Duration. */
  static OptionalDouble rate(List<Interval> intervals) {
    var all = intervals.stream().mapToLong(Interval::retrieved).sum();
    var millis = intervals.stream().mapToLong(Interval::millis).sum();
    return all == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(1000.0 * all / Math.max(1, millis));
  }

  static OptionalDouble mean(List<Interval> intervals, ToDoubleFunction<Interval> value) {
    return intervals.stream().mapToDouble(value).average();
  }

  /** A value in the last third of the intervals divided by that in the first. */
  static OptionalDouble trend(List<Interval> intervals, ToDoubleFunction<Interval> value) {
    if (intervals.size() < 2) {
      return OptionalDouble.empty();
    }
    var third = Math.max(1, intervals.size() / 3);
    var first = mean(intervals.subList(0, third), value).orElseThrow();
    var last = mean(intervals.subList(intervals.size() - third, intervals.size()), value);
    return first == 0 ? OptionalDouble.empty() : OptionalDouble.of(last.orElseThrow() / first);
  }
}
