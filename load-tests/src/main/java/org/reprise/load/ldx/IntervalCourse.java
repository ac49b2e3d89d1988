package org.reprise.load.ldx;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.reprise.load.ldx.IndexDatabase.Interval;

/**
 * What the change log says of a load: how the report tells the index rate and whether the index
 * keeps up.
 */
record IntervalCourse(List<Interval> intervals) {
  IntervalCourse {
    intervals = List.copyOf(intervals);
  }

  /** Retrieved by second of Duration; empty where nothing was retrieved. */
  OptionalDouble rate() {
    var all = intervals.stream().mapToDouble(Interval::retrieved).sum();
    var millis = intervals.stream().mapToLong(it -> it.duration().toMillis()).sum();
    return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(1000 * all / Math.max(1, millis));
  }

  /** Retrieved in an interval; empty where there was none. */
  OptionalDouble meanRetrieved() {
    return intervals.stream().mapToLong(Interval::retrieved).average();
  }

  /** Milliseconds that an interval's work took; empty where there was none. */
  OptionalDouble meanDurationMs() {
    return intervals.stream().mapToLong(it -> it.duration().toMillis()).average();
  }

  /**
   * Share of the time in which the index works for the data source: an index that keeps up has some
   * left.
   *
   * @param poll between the beginnings of two intervals
   */
  OptionalDouble busy(Duration poll) {
    var mean = meanDurationMs();
    return mean.isPresent()
        ? OptionalDouble.of(mean.getAsDouble() / poll.toMillis())
        : OptionalDouble.empty();
  }

  /** Retrieved in the last third of the intervals divided by that in the first. */
  OptionalDouble retrievedTrend() {
    return trend(Interval::retrieved);
  }

  OptionalDouble durationTrend() {
    return trend(it -> it.duration().toMillis());
  }

  private OptionalDouble trend(ToDoubleFunction<Interval> value) {
    if (intervals.size() < 2) {
      return OptionalDouble.empty();
    }
    var third = Math.max(1, intervals.size() / 3);
    var first = mean(intervals.subList(0, third), value);
    var last = mean(intervals.subList(intervals.size() - third, intervals.size()), value);
    return first == 0 ? OptionalDouble.empty() : OptionalDouble.of(last / first);
  }

  private static double mean(List<Interval> some, ToDoubleFunction<Interval> value) {
    return some.stream().mapToDouble(value).average().orElse(0);
  }
}
