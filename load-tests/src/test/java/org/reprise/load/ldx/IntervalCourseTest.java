package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.ldx.IndexDatabase.Interval;

class IntervalCourseTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** The row of the report's change log: 446 work items in 9 seconds. */
  @Test
  void theRateIsRetrievedByDuration() {
    var course = new IntervalCourse(List.of(interval(446, 9_000)));
    assertThat(course.rate().orElseThrow()).isBetween(49.55, 49.56);
    assertThat(course.meanRetrieved()).hasValue(446);
    assertThat(course.meanDurationMs()).hasValue(9_000);
    assertThat(course.busy(MINUTE)).hasValue(0.15);
  }

  @Test
  void anIndexThatFallsBehindShowsInBothTrendsAndHasNoTimeLeft() {
    var course =
        new IntervalCourse(
            List.of(interval(100, 50_000), interval(150, 80_000), interval(300, 200_000)));
    assertThat(course.retrievedTrend()).hasValue(3);
    assertThat(course.durationTrend()).hasValue(4);
    assertThat(course.busy(MINUTE).orElseThrow()).isGreaterThan(1);
  }

  @Test
  void oneIntervalTellsNoTrendAndAnEmptyOneNoRate() {
    assertThat(new IntervalCourse(List.of(interval(100, 50))).retrievedTrend()).isEmpty();
    assertThat(new IntervalCourse(List.of(interval(0, 0), interval(0, 0))).rate()).isEmpty();
    var none = new IntervalCourse(List.of());
    assertThat(none.rate()).isEmpty();
    assertThat(none.busy(MINUTE)).isEmpty();
    assertThat(none.meanRetrieved()).isEmpty();
  }

  private static Interval interval(long retrieved, long millis) {
    return new Interval(retrieved, Duration.ofMillis(millis));
  }
}
