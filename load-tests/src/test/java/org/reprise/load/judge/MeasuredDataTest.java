package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.Quantities;
import org.reprise.load.Records;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;

class MeasuredDataTest {
  @ParameterizedTest
  @CsvSource({"50, 10", "75, 20", "90, 50", "95, 100", "99, 500", "99.9, 5000"})
  void percentileNeedsFiveValuesBeyondIt(double percentile, long needed) {
    assertThat(MeasuredData.tooFewFor(percentile, needed)).isEmpty();
    assertThat(MeasuredData.tooFewFor(percentile, needed - 1))
        .get()
        .asString()
        .contains("needs " + needed);
  }

  private static final Baseline BASELINE = Baselines.load("cps-307");
  private static final String EXPERIMENT = "remote-10x100";

  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<OperationSummary> operations = new ArrayList<>();

  @Test
  void floorsStandBesideEveryRepetition() {
    run(EXPERIMENT, 1, 10, null);
    run(EXPERIMENT, 2, 20, null);
    run(EXPERIMENT, 3, 30, null);
    Measured measured =
        Records.with(
            Records.measured(runs, operations),
            "quantities",
            Map.of("floor." + EXPERIMENT, Quantities.repeated(List.of(20.0, 40.0, 60.0))));
    MeasuredData data = new MeasuredData(BASELINE, measured, Variant.STEADY);
    Estimate share =
        data.of(Expression.parse("rate(remote-10x100) / floor(remote-10x100)")).orElseThrow();
    assertThat(share.value()).isEqualTo(0.5);
    assertThat(share.halfWidth()).isZero();
  }

  /** Of four repetitions: 3.182 (three degrees of freedom) times 1.1547 / root of 4. */
  @Test
  void quantityHasTheSpreadOfItsRepetitions() {
    for (int repetition = 1; repetition <= 4; repetition++) {
      run(EXPERIMENT, repetition, 10, null);
    }
    Measured rounds =
        Records.with(
            Records.measured(runs, operations),
            "quantities",
            Map.of(
                "rate",
                Quantities.repeated(List.of(99.0, 101.0, 99.0, 101.0)),
                "once",
                Quantities.repeated(List.of(7.0)),
                "scale.timeFactor",
                Quantities.repeated(List.of(10.0))));
    MeasuredData data = new MeasuredData(BASELINE, rounds, Variant.STEADY);
    Estimate rate = data.of(Expression.parse("quantity(rate)")).orElseThrow();
    assertThat(rate.value()).isEqualTo(100);
    assertThat(rate.source()).isEqualTo("4 repetitions");
    assertThat(rate.halfWidth()).isCloseTo(1.837, offset(0.001));
    assertThat(data.of(Expression.parse("quantity(once)")).orElseThrow().isKnown()).isFalse();
    assertThat(data.of(Expression.parse("quantity(scale.timeFactor)")).orElseThrow().isExact())
        .isTrue();
    assertThat(data.of(Expression.parse("quantity(none)"))).isEmpty();
  }

  /** Nor do those of two windows belong together. */
  @Test
  void roundsOfOneExecutionAreNoRepetitions() {
    run(EXPERIMENT, 1, 10, null);
    List<Double> rounds = List.of(97.0, 98.0, 100.0, 102.0, 103.0);
    Measured measured =
        Records.with(
            Records.measured(runs, operations),
            "quantities",
            Map.of(
                "one",
                Quantities.rounds(List.of(rounds)),
                "two",
                Quantities.rounds(List.of(rounds)),
                "repeated",
                Quantities.rounds(List.of(rounds, List.of(90.0), List.of(109.0, 111.0)))));
    MeasuredData data = new MeasuredData(BASELINE, measured, Variant.STEADY);
    assertThat(data.of(Expression.parse("quantity(one)")).orElseThrow().source())
        .startsWith("5 batch means");
    assertThat(data.of(Expression.parse("quantity(one) / quantity(two)")).orElseThrow().halfWidth())
        .isGreaterThan(0.01);

    Estimate repeated = data.of(Expression.parse("quantity(repeated)")).orElseThrow();
    assertThat(repeated.value()).as("each repetition counts once").isEqualTo(100);
    assertThat(repeated.source()).isEqualTo("3 repetitions");
    assertThat(measured.quantity("repeated")).hasValue(100);
  }

  /**
   * Experiments that take turns slow down together: round by round they are told apart, and as
   * independent values they would not be.
   */
  @Test
  void roundsInTurnAreComparedOneByOneAndAreNoRepetitions() {
    List<Double> slow = List.of(1.0, 3.0, 1.5, 2.5, 2.0);
    for (int i = 0; i < slow.size(); i++) {
      int number = Measured.ROUNDS + 1 + i;
      run("remote-10x100", number, 100 / slow.get(i), null);
      run("remote-20x50", number, 90 / slow.get(i), null);
      time(EXPERIMENT, number, 20 * slow.get(i), 1_000, List.of(1.0, 99.0));
    }
    assertThat(of("rate(remote-10x100)").halfWidth()).isGreaterThan(20);
    Estimate ratio = of("rate(remote-20x50) / rate(remote-10x100)");
    assertThat(ratio.value()).isCloseTo(0.9, offset(1e-9));
    assertThat(ratio.halfWidth()).isCloseTo(0, offset(1e-9));
    assertThat(ratio.source()).isEqualTo("5 rounds");
    assertThat(ratio.isRepeated()).isFalse();
    Estimate average = of("avg(remote-10x100, create-node)");
    assertThat(average.value()).isEqualTo(40);
    // 2.776 (four degrees of freedom) times 15.81 / root of 5.
    assertThat(average.halfWidth()).isCloseTo(19.63, offset(0.01));

    for (int repetition = 2; repetition <= 3; repetition++) {
      run("remote-10x100", repetition * Measured.ROUNDS + 1, 50, null);
      run("remote-10x100", repetition * Measured.ROUNDS + 2, 70, null);
    }
    assertThat(of("rate(remote-10x100)").source()).isEqualTo("3 repetitions");
  }

  /** Its operations slow down together, so that adding their spreads would tell too little. */
  @Test
  void flowIsAddedBatchByBatch() {
    List<Double> batches = List.of(19.0, 21.0, 20.0, 19.5, 20.5, 21.0, 19.0, 20.0, 20.2, 19.8);
    for (String operation : List.of("create-anchor", "create-node", "update-node")) {
      time(EXPERIMENT, 1, 20, 1_000, batches);
      operations.add(Records.with(operations.removeLast(), "operation", operation));
    }
    time(EXPERIMENT, 1, 20, 1_000, batches);
    operations.add(Records.with(operations.removeLast(), "operation", "delete-anchor"));
    assertThat(of("flow(remote-10x100)").halfWidth())
        .isCloseTo(4 * of("avg(remote-10x100, create-node)").halfWidth(), offset(0.001));
    assertThat(of("avg(remote-10x100, create-node) / avg(remote-10x100, update-node)").halfWidth())
        .isZero();
  }

  @Test
  void eachRepetitionNeedsEnoughCallsForAPercentileOfItsOwn() {
    for (int repetition = 1; repetition <= 3; repetition++) {
      time(EXPERIMENT, repetition, 20, 200, null);
    }
    Call p99 = (Call) Expression.parse("p99(remote-10x100, create-node)");
    assertThat(data().tooFew(p99))
        .hasValueSatisfying(why -> assertThat(why).contains("200 values"));
    assertThat(data().of(p99)).isEmpty();
    assertThat(data().tooFew((Call) Expression.parse("p90(remote-10x100, create-node)"))).isEmpty();
  }

  @Test
  void oneRepetitionHasTheSpreadOfItsBatches() {
    List<Double> batches = List.of(19.0, 21.0, 20.0, 19.5, 20.5, 21.0, 19.0, 20.0, 20.2, 19.8);
    time(EXPERIMENT, 1, 20, 1_000, batches);
    Estimate average = of("avg(remote-10x100, create-node)");
    assertThat(average.source()).isEqualTo("10 batch means");
    // 2.262 (nine degrees of freedom) times 0.7134 / root of 10.
    assertThat(average.halfWidth()).isCloseTo(0.510, offset(0.001));
  }

  @Test
  void anExperimentWithoutFiguresIsThereWithAnyOperation() {
    Baseline lists = Baselines.load("folio-lists-poppy");
    run("lists-separate-on-fast", 1, 10, null);
    assertThat(data(lists).missing("lists-separate-on-fast")).isPresent();
    time("lists-separate-on-fast", 1, 20, 10, null);
    operations.set(0, Records.with(operations.getFirst(), "operation", "refresh"));
    assertThat(data(lists).missing("lists-separate-on-fast")).isEmpty();
    assertThat(data(lists).missing("lists-separate-on")).isPresent();
  }

  private void run(
      String experiment, int repetition, double perSecond, @Nullable String invalidReason) {
    runs.add(
        new ExperimentRun(
            experiment,
            Variant.STEADY,
            repetition,
            "closed",
            10,
            100,
            5,
            perSecond,
            0,
            invalidReason,
            null,
            null));
  }

  private void time(
      String experiment, int repetition, double ms, long count, @Nullable List<Double> batches) {
    operations.add(
        new OperationSummary(
            experiment,
            Variant.STEADY,
            repetition,
            "create-node",
            count,
            0,
            ms / 2,
            ms * 3,
            ms,
            ms / 4,
            ms,
            ms * 2,
            ms * 3,
            null,
            batches));
  }

  private Estimate of(String expression) {
    return data().of(Expression.parse(expression)).orElseThrow();
  }

  private MeasuredData data() {
    return data(BASELINE);
  }

  private MeasuredData data(Baseline baseline) {
    return new MeasuredData(baseline, Records.measured(runs, operations), Variant.STEADY);
  }
}
