package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CourseTest {
  /** The report's 223,843 work items in 49 minutes and 8 seconds. */
  @Test
  void theRateIsOfAllOfThem() {
    assertThat(new IndexDatabase.Course(223_843, 1_400, 49 * 60 + 8).rate()).isBetween(75.9, 75.95);
  }

  @Test
  void halvesAreToldApart() {
    var slower = new IndexDatabase.Course(1_000, 4, 10);
    assertThat(slower.firstHalf()).isEqualTo(125);
    assertThat(slower.trend().orElseThrow()).isBetween(0.66, 0.67);
  }

  @Test
  void whereNobodySawItsHalfThereIsNoTrend() {
    var soon = new IndexDatabase.Course(1_000, 0.5, 0.5);
    assertThat(soon.trend()).isEmpty();
    assertThat(soon.firstHalf()).isEqualTo(soon.rate()).isEqualTo(2_000);
  }
}
