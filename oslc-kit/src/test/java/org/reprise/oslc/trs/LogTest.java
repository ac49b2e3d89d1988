package org.reprise.oslc.trs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTest {
  @Test
  void emptyLogHasOneSegment() {
    Log log = new Log(0, 0, 0, 10);
    assertThat(log.newest()).isEqualTo(1);
    assertThat(log.has(1)).isTrue();
    assertThat(log.isFull(1)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, false", "9, 1, false", "10, 1, true", "11, 2, true", "20, 2, true"})
  void segmentIsFullWithItsLastEvent(long last, long newest, boolean isFirstFull) {
    Log log = new Log(last, 7, 0, 10);
    assertThat(log.newest()).isEqualTo(newest);
    assertThat(log.isFull(1)).isEqualTo(isFirstFull);
  }

  @Test
  void positionsAndSegmentsFitTogether() {
    Log log = new Log(25, 7, 0, 10);
    assertThat(log.first(2)).isEqualTo(11);
    assertThat(log.last(2)).isEqualTo(20);
    assertThat(log.segment(11)).isEqualTo(2);
    assertThat(log.segment(20)).isEqualTo(2);
    assertThat(log.segment(21)).isEqualTo(3);
  }

  @Test
  void rejectsDeletedAndFutureSegments() {
    Log log = new Log(25, 7, 10, 10);
    assertThat(log.has(0)).isFalse();
    assertThat(log.has(1)).isFalse();
    assertThat(log.has(2)).isTrue();
    assertThat(log.has(3)).isTrue();
    assertThat(log.has(4)).isFalse();
  }

  /** The newest segment is listed when all its events were deleted, too: a reader needs one. */
  @Test
  void theNewestSegmentIsAlwaysThere() {
    Log log = new Log(20, 7, 20, 10);
    assertThat(log.has(2)).isTrue();
    assertThat(log.has(1)).isFalse();
  }
}
