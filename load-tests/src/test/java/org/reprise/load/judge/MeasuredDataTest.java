package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;

class MeasuredDataTest {
  private static final Baseline BASELINE = Baselines.load("cps-307");
  private static final String EXPERIMENT = "remote-10x100";

  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<OperationSummary> operations = new ArrayList<>();
  private final List<Floor> floors = new ArrayList<>();

  @Test
  void aFloorStandsBesideEveryRepetition() {
    run(EXPERIMENT, 1, 10, null);
    run(EXPERIMENT, 2, 20, null);
    run(EXPERIMENT, 3, 30, null);
    floors.add(new Floor("lean", 40, "flows/s", "The same without the service.", EXPERIMENT));
    Reading share = of("rate(remote-10x100) / floor(remote-10x100)");
    assertThat(share.value()).isEqualTo(0.5);
    assertThat(share.repetitions()).containsEntry(3, 0.75);
  }

  /** Of four rounds: 3.182 (three degrees of freedom) times 1.1547 / root of 4. */
  @Test
  void aQuantityOfSeveralRoundsHasTheirSpread() {
    Measured rounds =
        Records.with(
            Measured.of(runs, operations),
            "quantities",
            Map.of(
                "rate.1", 99.0, "rate.2", 101.0, "rate.3", 99.0, "rate.4", 101.0, "once.2", 7.0));
    MeasuredData data = new MeasuredData(BASELINE, rounds, Variant.STEADY);
    Reading rate = data.of(Expression.parse("quantity(rate)")).orElseThrow();
    assertThat(rate.value()).isEqualTo(100);
    assertThat(rate.deviation().source()).isEqualTo("4 rounds");
    assertThat(rate.spread()).isCloseTo(1.837, offset(0.001));
    assertThat(data.of(Expression.parse("quantity(once)"))).isEmpty();
  }

  @Test
  void eachRepetitionNeedsEnoughCallsForAPercentileOfItsOwn() {
    for (int repetition = 1; repetition <= 3; repetition++) {
      time(EXPERIMENT, repetition, 20, 200, null);
    }
    Call p99 = (Call) Expression.parse("p99(remote-10x100, create-node)");
    assertThat(data().tooFew(p99))
        .hasValueSatisfying(why -> assertThat(why).contains("200 values"));
    assertThat(data().tooFew((Call) Expression.parse("p95(remote-10x100, create-node)"))).isEmpty();
  }

  @Test
  void oneRepetitionHasTheSpreadOfItsBatches() {
    List<Double> batches = List.of(19.0, 21.0, 20.0, 19.5, 20.5, 21.0, 19.0, 20.0, 20.2, 19.8);
    time(EXPERIMENT, 1, 20, 1_000, batches);
    Reading average = of("avg(remote-10x100, create-node)");
    assertThat(average.deviation().source()).isEqualTo("10 batch means");
    // 2.262 (nine degrees of freedom) times 0.7134 / root of 10.
    assertThat(average.spread()).isCloseTo(0.510, offset(0.001));
  }

  @Test
  void ofTwoRepetitionsThoseOfEveryExperimentCount() {
    int number = 0;
    for (String experiment : List.of("remote-2x500", EXPERIMENT, "remote-20x50", "remote-50x20")) {
      double less = number++ % 2 == 0 ? 1.02 : 0.98;
      time(experiment, 1, 20, 1_000, null);
      time(experiment, 2, 30 * less, 1_000, null);
    }
    Reading ratio = of("avg(remote-10x100, create-node) / avg(remote-2x500, create-node)");
    assertThat(ratio.deviation().freedom()).isEqualTo(3);
    assertThat(ratio.deviation().source()).isEqualTo("2 repetitions of 4 experiments");
    assertThat(ratio.spread()).isLessThan(0.1);
    // What both repetitions do not have in common stays in a figure of one experiment.
    assertThat(of("avg(remote-10x100, create-node)").spread()).isGreaterThan(5);
  }

  @Test
  void anExperimentThatSaysNothingTellsNothingOfTheOthers() {
    time(EXPERIMENT, 1, 20, 1_000, null);
    time(EXPERIMENT, 2, 21, 1_000, null);
    time("remote-2x500", 1, 20, 1_000, null);
    time("remote-2x500", 2, 90, 1_000, null);
    run("remote-2x500", 2, 20, "the generator was saturated");
    assertThat(of("avg(remote-10x100, create-node)").deviation().source())
        .isEqualTo("2 repetitions");
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
            null,
            batches));
  }

  private Reading of(String expression) {
    return data().of(Expression.parse(expression)).orElseThrow();
  }

  private MeasuredData data() {
    return data(BASELINE);
  }

  private MeasuredData data(Baseline baseline) {
    Measured measured = Records.with(Measured.of(runs, operations), "floors", floors);
    return new MeasuredData(baseline, measured, Variant.STEADY);
  }
}
