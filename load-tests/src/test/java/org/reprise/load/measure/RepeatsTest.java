package org.reprise.load.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RepeatsTest {
  private static final Repeats THREE = of(1, 10.0, 2, 40.0, 3, 12.0);

  @Test
  void theMiddleIsNotMovedByOneOutlier() {
    assertThat(THREE.median()).isEqualTo(12);
    assertThat(of(1, 10.0, 2, 40.0).median()).isEqualTo(25);
    assertThatThrownBy(Repeats.NONE::median).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theSpreadIsHalfTheDistanceBetweenHighestAndLowest() {
    assertThat(THREE.spread()).hasValue(15);
    assertThat(Repeats.once(4).spread()).isEmpty();
  }

  @Test
  void pairsTheSameRepetitions() {
    Repeats alone = of(1, 5.0, 2, 20.0, 4, 1.0);
    assertThat(THREE.dividedBy(alone)).isEqualTo(of(1, 2.0, 2, 2.0));
    assertThat(THREE.minus(alone)).isEqualTo(of(1, 5.0, 2, 20.0));
  }

  @Test
  void whatCannotBeDividedIsLeftOut() {
    assertThat(THREE.dividedBy(of(1, 0.0, 2, 4.0))).isEqualTo(of(2, 10.0));
    assertThat(THREE.dividedBy(Repeats.NONE).isEmpty()).isTrue();
  }

  @Test
  void averagesAreWeighedByTheirCalls() {
    assertThat(
            Repeats.averages(
                List.of(summary("refresh", 1, 1, 10), summary("refresh", 1, 3, 30)),
                Variant.REPORT_EXACT,
                "refresh"))
        .isEqualTo(of(1, 25.0));
    assertThat(
            Repeats.averages(
                    List.of(summary("refresh", 1, 0, 0), summary("check-in", 1, 3, 30)),
                    Variant.REPORT_EXACT,
                    "refresh")
                .isEmpty())
        .isTrue();
  }

  @Test
  void anUsageOfNoSenseIsRefused() {
    assertThatThrownBy(() -> usage(1, -1, null)).hasMessageContaining("primary in parallel-on");
    assertThatThrownBy(() -> usage(0, 1, null)).hasMessageContaining("repetition");
    assertThatThrownBy(() -> usage(1, 1, Double.NaN)).hasMessageContaining("finite");
    assertThat(usage(1, 30, 20.0).percent()).isEqualTo(50);
  }

  private static Usage usage(
      int repetition, double cpuSeconds, @org.jspecify.annotations.Nullable Double wal) {
    return new Usage(
        "parallel-on", repetition, Usage.PRIMARY, 60, cpuSeconds, 90, null, null, 1.0, 2.0, wal);
  }

  private static OperationSummary summary(String operation, int repetition, long count, double ms) {
    return new OperationSummary(
        "parallel-on",
        Variant.REPORT_EXACT,
        repetition,
        operation,
        count,
        0,
        ms,
        ms,
        ms,
        0,
        ms,
        ms,
        ms);
  }

  private static Repeats of(int one, double first) {
    return new Repeats(new TreeMap<>(Map.of(one, first)));
  }

  private static Repeats of(int one, double first, int two, double second) {
    return new Repeats(new TreeMap<>(Map.of(one, first, two, second)));
  }

  private static Repeats of(
      int one, double first, int two, double second, int three, double third) {
    return new Repeats(new TreeMap<>(Map.of(one, first, two, second, three, third)));
  }
}
