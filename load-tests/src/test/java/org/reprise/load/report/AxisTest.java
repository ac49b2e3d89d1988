package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void aLinearAxisStartsAtZeroAndEndsRound() {
    Plot.Axis axis = axis(false, 200, 0, 137);
    assertThat(axis.ticks()).containsExactly(0.0, 50.0, 100.0, 150.0);
    assertThat(axis.at(0)).isEqualTo(200);
    assertThat(axis.at(150)).isEqualTo(0);
    assertThat(axis(false, 200, 0, 0).ticks()).startsWith(0.0).hasSizeGreaterThan(1);
  }

  @Test
  void aLogarithmicAxisHoldsAllValuesAndKeepsRatios() {
    for (List<Double> range :
        List.of(List.of(0.13, 940.0), List.of(7.0, 7.0), List.of(56.0, 1020.0))) {
      Plot.Axis axis = axis(true, 0, 100, range.getFirst(), range.getLast());
      assertThat(axis.from()).isLessThanOrEqualTo(range.getFirst());
      assertThat(axis.to()).isGreaterThanOrEqualTo(range.getLast()).isGreaterThan(axis.from());
      assertThat(axis.ticks()).isNotEmpty().isSorted();
      assertThat(axis.ticks().size()).isLessThanOrEqualTo(6);
    }
    Plot.Axis axis = axis(true, 0, 100, 1, 100);
    assertThat(axis.at(10)).isEqualTo(50);
  }

  private static Plot.Axis axis(boolean logarithmic, double start, double end, double... values) {
    return Plot.Axis.of(DoubleStream.of(values).summaryStatistics(), start, end, logarithmic);
  }
}
