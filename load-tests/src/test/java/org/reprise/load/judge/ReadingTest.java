package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReadingTest {
  @Test
  void theSpreadOfAMeanIsStudents() {
    // 2.776 (four degrees of freedom) times 1.5811 / root of 5.
    assertThat(Reading.spread(List.of(1.0, 2.0, 3.0, 4.0, 5.0))).isCloseTo(1.963, offset(0.001));
    assertThat(Reading.spread(List.of(2.0, 2.0))).isZero();
    assertThat(Reading.spread(List.of(2.0))).isEqualTo(Reading.UNKNOWN);
    // Of many it is that of the normal distribution.
    assertThat(Reading.ofMean(10, 100_000)).isCloseTo(1.96 * 10 / 316.23, offset(0.001));
  }

  @Test
  void aValueFarOffDoesNotMatterToTheMedian() {
    List<Double> values = new ArrayList<>(Collections.nCopies(20, 2.0));
    values.add(500.0);
    assertThat(Reading.ofMedian(values)).isZero();
    assertThat(Reading.ofMedian(List.of(1.0, 2.0, 9.0))).isEqualTo(4);
    assertThat(Reading.median(List.of(3.0, 1.0, 2.0, 9.0))).isEqualTo(2.5);
  }

  @Test
  void whatSlowsTheMachineForAWhileSlowsBothSidesOfARatio() {
    Reading ratio = repeated(10, 30, 20).dividedBy(repeated(5, 15, 10));
    assertThat(ratio.value()).isEqualTo(2);
    assertThat(ratio.spread()).isZero();
    assertThat(ratio.repetitions()).hasSize(3);
  }

  @Test
  void repetitionsThatAreNotInBothAreLeftOut() {
    assertThat(repeated(10, 30).minus(repeated(4, 14, 99)).repetitions())
        .containsEntry(1, 6.0)
        .containsEntry(2, 16.0)
        .hasSize(2);
  }

  @Test
  void valuesMeasuredOnceBringTheirSpreadsTogether() {
    Reading one = Reading.once(1, 10, 0.3, 100);
    Reading other = Reading.once(1, 5, 0.2, 40);
    assertThat(one.minus(other).spread()).isCloseTo(Math.hypot(0.3, 0.2), offset(1e-9));
    assertThat(one.dividedBy(other).spread()).isCloseTo(2 * Math.hypot(0.03, 0.04), offset(1e-9));
    assertThat(one.dividedBy(other).count()).isEqualTo(40);
    assertThat(one.dividedBy(Reading.exact(2)).spread()).isCloseTo(0.15, offset(1e-9));
  }

  @Test
  void aFindingNeedsMostOfItsRepetitions() {
    double[] few = new double[21];
    for (int i = 0; i < few.length; i++) {
      few[i] = i < 10 ? 10 : -0.01;
    }
    Finding finding = new Finding("somewhere", repeated(few));
    assertThat(finding.margin().value()).isGreaterThan(finding.margin().spread());
    assertThat(finding.holds()).isFalse();
    assertThat(finding.fails()).isFalse();
    assertThat(finding.open()).contains("most repetitions say otherwise");
    few[10] = 10;
    assertThat(new Finding("somewhere", repeated(few)).holds()).isTrue();
  }

  private static Reading repeated(double... values) {
    TreeMap<Integer, Double> repetitions = new TreeMap<>();
    for (double value : values) {
      repetitions.put(repetitions.size() + 1, value);
    }
    return Reading.of(repetitions, Reading.UNKNOWN, Long.MAX_VALUE);
  }
}
