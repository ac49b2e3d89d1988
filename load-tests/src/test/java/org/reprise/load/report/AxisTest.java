package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void aLinearAxisStartsAtZeroAndEndsRound() {
    Axis axis = Axis.linear(137, 200, 0);
    assertThat(axis.ticks()).containsExactly(0.0, 50.0, 100.0, 150.0);
    assertThat(axis.at(0)).isEqualTo(200);
    assertThat(axis.at(150)).isEqualTo(0);
    assertThat(Axis.linear(0, 200, 0).ticks()).startsWith(0.0).hasSizeGreaterThan(1);
  }

  @Test
  void aLogarithmicAxisHoldsAllValuesAndKeepsRatios() {
    for (List<Double> range :
        List.of(List.of(0.13, 940.0), List.of(7.0, 7.0), List.of(56.0, 1020.0))) {
      Axis axis = Axis.logarithmic(range.getFirst(), range.getLast(), 0, 100);
      assertThat(axis.from()).isLessThanOrEqualTo(range.getFirst());
      assertThat(axis.to()).isGreaterThanOrEqualTo(range.getLast()).isGreaterThan(axis.from());
      assertThat(axis.ticks()).isNotEmpty().isSorted();
      assertThat(axis.ticks().size()).isLessThanOrEqualTo(6);
    }
    Axis axis = Axis.logarithmic(1, 100, 0, 100);
    assertThat(axis.at(10)).isEqualTo(50);
  }
}
