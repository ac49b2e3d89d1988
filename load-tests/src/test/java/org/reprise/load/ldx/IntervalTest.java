package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.ldx.IndexDatabase.Interval;

class IntervalTest {
  /** The row of the report's change log: 446 work items in 9 seconds. */
  @Test
  void rateIsRetrievedByDuration() {
    assertThat(Interval.rate(List.of(new Interval(446, 9_000))).orElseThrow())
        .isBetween(49.55, 49.56);
  }

  @Test
  void trendsOfBothGrowWhereIndexFallsBehind() {
    var course =
        List.of(new Interval(100, 50_000), new Interval(150, 80_000), new Interval(300, 200_000));
    assertThat(Interval.trend(course, Interval::retrieved)).hasValue(3);
    assertThat(Interval.trend(course, Interval::millis)).hasValue(4);
    assertThat(Interval.mean(course, Interval::millis)).hasValue(110_000);
  }

  @Test
  void oneIntervalHasNoTrendAndAnEmptyOneNoRate() {
    assertThat(Interval.trend(List.of(new Interval(100, 50)), Interval::retrieved)).isEmpty();
    assertThat(Interval.rate(List.of(new Interval(0, 0), new Interval(0, 0)))).isEmpty();
    assertThat(Interval.rate(List.of())).isEmpty();
    assertThat(Interval.mean(List.of(), Interval::retrieved)).isEmpty();
  }
}
