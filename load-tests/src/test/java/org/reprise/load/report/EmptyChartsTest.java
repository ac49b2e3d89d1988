package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;

/** A run in which nothing was answered is drawn all the same. */
class EmptyChartsTest {
  private static final List<Phase> PHASES = List.of(new Phase("10/s", 0, 5));

  @Test
  void aCourseWithoutReadingsSaysSo() {
    var none = new ResourceSeries("average", "time", "ms", List.of());

    assertThat(TimeCharts.course("time", "Times", List.of(none), List.of("average"), PHASES).svg())
        .contains("no readings</text>")
        .doesNotContain("NaN");
  }

  @Test
  void aCourseWithoutReadingsStandsBesideOneOfZeros() {
    var none = new ResourceSeries("answered", "rate", "/s", List.of());
    var zeros =
        new ResourceSeries("offered", "rate", "/s", List.of(new Sample(0, 0), new Sample(5, 0)));

    assertThat(
            TimeCharts.course(
                    "rate", "Rates", List.of(none, zeros), List.of("answered", "offered"), PHASES)
                .svg())
        .contains("offered</text>")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void aDistributionOfNothingSaysSo() {
    assertThat(TimeCharts.distribution("distribution", "Times", List.of()).svg())
        .contains("no readings</text>");
  }
}
