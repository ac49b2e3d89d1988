package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReadingTest {
  private static final double NORMAL = 1.959_964;

  @Test
  void whatSlowsTheMachineForAWhileSlowsBothSidesOfARatio() {
    Reading ratio = repeated(10, 30, 20).with('/', repeated(5, 15, 10));
    assertThat(ratio.value()).isEqualTo(2);
    assertThat(ratio.spread()).isZero();
    assertThat(ratio.repetitions()).hasSize(3);
  }

  @Test
  void repetitionsThatAreNotInBothAreLeftOut() {
    assertThat(repeated(10, 30).with('-', repeated(4, 14, 99)).repetitions())
        .containsEntry(1, 6.0)
        .containsEntry(2, 16.0)
        .hasSize(2);
  }

  @Test
  void valuesMeasuredOnceBringTheirSpreadsTogether() {
    Reading one = once(10, 0.3, 100);
    Reading other = once(5, 0.2, 40);
    assertThat(one.with('-', other).spread()).isCloseTo(Math.hypot(0.3, 0.2), offset(1e-6));
    assertThat(one.with('/', other).spread()).isCloseTo(2 * Math.hypot(0.03, 0.04), offset(1e-6));
    assertThat(one.with('/', other).count()).isEqualTo(40);
    assertThat(one.with('/', Reading.exact(2)).spread()).isCloseTo(0.15, offset(1e-6));
    assertThat(one.above(other).value()).isCloseTo(Math.log(2), offset(1e-9));
    assertThat(one.above(other).spread()).isCloseTo(Math.hypot(0.03, 0.04), offset(1e-6));
  }

  @Test
  void theGreaterOfTwoKeepsItsOwnSpread() {
    Reading greater = once(5, 0.2, 40).or(once(10, 0.3, 100));
    assertThat(greater.value()).isEqualTo(10);
    assertThat(greater.spread()).isCloseTo(0.3, offset(1e-6));
    assertThat(repeated(1, 9).or(repeated(6, 2)).repetitions().values()).containsExactly(6.0, 9.0);
  }

  @Test
  void aSlowRepetitionCountsNoMoreThanAFastOne() {
    // Differences would be -900 and +5: their mean says less, the mean of the ratios more.
    Reading above = repeated(100, 15).above(repeated(1000, 0.15));
    assertThat(above.value()).isCloseTo(Math.log(0.1 * 100) / 2, offset(1e-9));
    assertThat(repeated(0, 15).above(repeated(1, 1)).value()).isEqualTo(6.5);
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
    assertThat(finding.fails(1)).isFalse();
    assertThat(finding.open()).contains("most repetitions say otherwise");
    few[10] = 10;
    assertThat(new Finding("somewhere", repeated(few)).holds()).isTrue();
  }

  @Test
  void oneOfManyComparisonsLiesBeyondItsSpreadByChance() {
    Finding finding = new Finding("somewhere", once(-2.2, 1.96, 100));
    assertThat(finding.fails(1)).isTrue();
    assertThat(finding.fails(40)).isFalse();
    assertThat(finding.holds()).isFalse();
    assertThat(finding.open()).contains("one of so many comparisons is by chance");
    assertThat(new Finding("somewhere", once(-4, 1.96, 100)).fails(40)).isTrue();
  }

  @Test
  void ofTwoRepetitionsBothMustSaySo() {
    Deviation small = new Deviation(1e-6, 20, "2 x 10 batch means");
    assertThat(new Finding("somewhere", repeated(2, 3).withDeviation(small)).holds()).isTrue();
    assertThat(new Finding("somewhere", repeated(-2, 3).withDeviation(small)).holds()).isFalse();
  }

  static Reading once(double value, double spread, long count) {
    return Reading.once(
        1,
        value,
        new Deviation(Math.pow(spread / NORMAL, 2), Double.POSITIVE_INFINITY, "known"),
        count);
  }

  static Reading repeated(double... values) {
    TreeMap<Integer, Double> repetitions = new TreeMap<>();
    for (double value : values) {
      repetitions.put(repetitions.size() + 1, value);
    }
    return Reading.of(repetitions, List.of(), Long.MAX_VALUE).orElseThrow();
  }
}
