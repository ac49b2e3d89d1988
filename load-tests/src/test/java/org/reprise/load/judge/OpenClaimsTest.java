package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.reprise.load.OpenRun;
import org.reprise.load.Records;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Stretch;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Verdict;

class OpenClaimsTest {
  @Test
  void aGoodRunReproducesEveryClaim() {
    assertThat(verdicts(OpenRun.good()).values()).containsOnly(Verdict.REPRODUCED);
  }

  @Test
  void stepAboveReportsBoundDiffers() {
    OpenRun run = OpenRun.good().bend(s -> s.perSecond() == 120 ? mean(s, 1000) : s);
    assertThat(verdict(run, "stable-below-knee")).isEqualTo(Verdict.DIFFERS);
    OpenRun within = OpenRun.good().bend(s -> s.perSecond() == 120 ? mean(s, 20) : s);
    assertThat(verdict(within, "stable-below-knee")).isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void theLimitIsJudgedOnTheAverage() {
    assertThat(verdict(OpenRun.good().nominal(2600), "average-under-limit"))
        .isEqualTo(Verdict.DIFFERS);
    // A maximum of nine times the average is above the limit, as in the report itself.
    assertThat(verdict(OpenRun.good().nominal(1500), "average-under-limit"))
        .isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void aimsAreMetByTheRateOrByTheShareOfTheFloor() {
    assertThat(verdict(OpenRun.good().pings("asynchronous", 6_000), "aim-asynchronous"))
        .isEqualTo(Verdict.DIFFERS);
    OpenRun slowMachine = OpenRun.good().pings("asynchronous", 6_000).pings("floor-forward", 9_000);
    assertThat(verdict(slowMachine, "aim-asynchronous")).isEqualTo(Verdict.REPRODUCED);
    assertThat(verdict(OpenRun.good().pings("synchronous", 10_000), "aim-synchronous"))
        .isEqualTo(Verdict.DIFFERS);
    assertThat(verdict(OpenRun.good().pings("asynchronous-persistent", 5_000), "aim-persistence"))
        .isEqualTo(Verdict.DIFFERS);
    assertThat(verdict(OpenRun.good().quantity("pings-cpu.asynchronous", 0.5), "aim-cpu"))
        .isEqualTo(Verdict.DIFFERS);
    assertThat(verdict(OpenRun.good().quantity("pings-cpu.asynchronous", 0.4), "aim-cpu"))
        .isEqualTo(Verdict.NOT_COMPARABLE);
  }

  @Test
  void theKneeMustReachTheRequiredRate() {
    assertThat(verdict(failsFrom(20), "room-above-required")).isEqualTo(Verdict.DIFFERS);
    assertThat(verdict(failsFrom(30), "room-above-required")).isEqualTo(Verdict.REPRODUCED);
  }

  private static OpenRun failsFrom(double perSecond) {
    return OpenRun.good().bend(s -> s.perSecond() >= perSecond ? OpenRun.with(s, 1, 2, 0, 0.3) : s);
  }

  @Test
  void disturbedSearchInvalidatesTheKneeThatItFound() {
    Measured good = OpenRun.good().measured();
    var runs = new ArrayList<>(good.experiments());
    runs.stream()
        .filter(it -> it.experiment().equals("maximum"))
        .findFirst()
        .map(it -> Records.with(it, "variant", Variant.SEARCH, "invalidReason", "other programs"))
        .ifPresent(runs::add);
    Measured disturbed = Records.with(good, "experiments", runs);
    assertThat(verdictOf(disturbed, "room-above-required")).isEqualTo(Verdict.INVALID);
    assertThat(verdictOf(disturbed, "peak-costs-little")).isEqualTo(Verdict.REPRODUCED);
  }

  /** A ramp that was sent three times has three knees, of which the mean has a spread. */
  @Test
  void everyRepetitionOfTheRampCounts() {
    Measured worse = repeated(OpenRun.good(), failsFrom(20), failsFrom(20));
    Measured better = repeated(failsFrom(20), OpenRun.good(), OpenRun.good());
    assertThat(knee(worse)).isEqualTo(340);
    assertThat(knee(better)).isEqualTo(670);
    assertThat(verdictOf(worse, "room-above-required")).isNotEqualTo(Verdict.REPRODUCED);
    assertThat(
            verdictOf(repeated(failsFrom(20), failsFrom(20), failsFrom(20)), "room-above-required"))
        .isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void aHeapThatGrowsInALaterRepetitionIsSeen() {
    Measured one = OpenRun.good().measured();
    List<Stretch> phases = List.of(one.phases().getFirst(), new Stretch("maximum (2)", 120, 180));
    List<Sample> samples = new ArrayList<>(one.resources().getFirst().samples());
    for (int second = 120; second <= 180; second++) {
      samples.add(new Sample(second, second < 150 ? 60 : 240));
    }
    ResourceSeries heap = one.resources().getFirst();
    Measured twice =
        with(
            one,
            List.of(new ResourceSeries(heap.process(), heap.metric(), heap.unit(), samples)),
            phases,
            one.openLoads());
    assertThat(verdictOf(twice, "memory-stable")).isNotEqualTo(Verdict.REPRODUCED);
  }

  private static Measured repeated(OpenRun... runs) {
    List<OpenLoad> loads = new ArrayList<>();
    for (int i = 0; i < runs.length; i++) {
      int repetition = i + 1;
      runs[i].measured().openLoads().stream()
          .map(it ->
              new OpenLoad(
                  it.experiment(),
                  it.variant(),
                  repetition,
                  it.steps(),
                  it.seconds(),
                  it.distribution()))
          .forEach(loads::add);
    }
    Measured first = runs[0].measured();
    return with(first, first.resources(), first.phases(), loads);
  }

  private static Measured with(
      Measured it, List<ResourceSeries> resources, List<Stretch> phases, List<OpenLoad> loads) {
    return Records.with(it, "resources", resources, "phases", phases, "openLoads", loads);
  }

  private static double knee(Measured measured) {
    Double knee =
        at(
                new Comparison(OpenRun.BASELINE, measured, "quick")
                    .statements().stream().collect(Collectors.toMap(FigureRecord::id, s -> s)),
                "knee")
            .measured();
    return Objects.requireNonNull(knee);
  }

  private static Verdict verdictOf(Measured measured, String claim) {
    return new Comparison(OpenRun.BASELINE, measured, "quick")
        .claims().stream()
            .filter(it -> it.id().equals(claim))
            .map(ClaimRecord::verdict)
            .findFirst()
            .orElseThrow();
  }

  /** Steps beyond those of a late generator are not overloaded. */
  @Test
  void steepnessIsNotMeasuredWhereTheGeneratorWasTheLimit() {
    OpenRun late =
        OpenRun.good()
            .bend(s ->
                s.perSecond() >= 500
                    ? OpenRun.with(s, 0, 2, s.perSecond() < 1500 ? 30 : 0, 0.3)
                    : s);
    assertThat(verdict(late, "steep-beyond-knee")).isEqualTo(Verdict.NOT_MEASURED);
  }

  @Test
  void withoutAStepBeyondTheKneeItsSteepnessIsNotMeasured() {
    OpenRun late =
        OpenRun.good().bend(s -> s.perSecond() == 1500 ? OpenRun.with(s, 0, 90, 40, 0.3) : s);
    assertThat(verdict(late, "steep-beyond-knee")).isEqualTo(Verdict.NOT_MEASURED);
    OpenRun flat =
        OpenRun.good().bend(s -> s.perSecond() == 1500 ? OpenRun.with(s, 1, 6, 0.5, 0.3) : s);
    assertThat(verdict(flat, "steep-beyond-knee")).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void memoryThatIsNotGivenBackIsNotStable() {
    assertThat(verdict(OpenRun.good().heapGrowth(2), "memory-stable")).isEqualTo(Verdict.DIFFERS);
    assertThat(verdict(OpenRun.good().heapGrowth(1.1), "memory-stable"))
        .isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void cpuThatGrowsForEachPingIsNotStable() {
    OpenRun growing =
        OpenRun.good()
            .bend(s -> OpenRun.with(s, 0, s.meanMs(), 0, s.perSecond() > 130 ? 0.7 : 0.3));
    assertThat(verdict(growing, "cpu-stable")).isEqualTo(Verdict.DIFFERS);
  }

  /** Two runs would disagree on it: 44 % one day and 52 % the next, of a bound of 50 %. */
  @Test
  void whatWasMeasuredOnceDecidesNothingNearItsBound() {
    for (double growth : List.of(1.4, 1.6)) {
      assertThat(verdict(OpenRun.good().heapGrowth(growth), "memory-stable"))
          .isEqualTo(Verdict.NOT_COMPARABLE);
    }
  }

  @Test
  void derivedFiguresFollowTheMeasuredKnee() {
    Map<String, FigureRecord> statements = statements(OpenRun.good());
    assertThat(at(statements, "knee").measured()).isEqualTo(1000);
    assertThat(at(statements, "knee").ratio()).isEqualTo(20);
    assertThat(at(statements, "yearly-capacity").measured()).isEqualTo(9_360_000_000.0);
    assertThat(at(statements, "knee-to-required").measured()).isBetween(71.9, 72.1);
    assertThat(at(statements, "nominal-rate").verdict()).isEqualTo(Verdict.BY_CONSTRUCTION);
    assertThat(at(statements, "time-limit").measured()).isNull();
  }

  @Test
  void aLowerBoundSaysSo() {
    Map<String, FigureRecord> statements =
        statements(OpenRun.good().bend(s -> s.perSecond() == 1500 ? mean(s, 1500) : s));
    assertThat(at(statements, "knee").why()).contains("lower bound");
    assertThat(at(statements, "yearly-capacity").why()).contains("lower bound");
  }

  @Test
  void everyCellOfTheTableHasItsMeasuredValue() {
    Comparison comparison = compare(OpenRun.good().errors("peak", 4));
    Map<String, FigureRecord> figures =
        comparison.figures.stream().collect(Collectors.toMap(FigureRecord::id, f -> f));
    assertThat(figures).hasSize(15).allSatisfy((_, f) -> assertThat(f.measured()).isNotNull());
    assertThat(Objects.requireNonNull(figures.get("nominal.p90")).measured()).isEqualTo(8.97);
    assertThat(Objects.requireNonNull(figures.get("peak.error")).measured()).isEqualTo(4);
    assertThat(comparison.scale())
        .contains("3 of 3 experiments", "nominal 0.16/s for 600 s", "20 of 20 steps of 2 s")
        .contains("instead of 60");
  }

  @Test
  void aClaimOnAHandfulOfPingsIsNotMeasured() {
    Comparison few =
        new Comparison(OpenRun.BASELINE, OpenRun.good().counted("nominal", 4).measured(), "quick");
    ClaimRecord claim =
        few.claims().stream()
            .filter(it -> it.id().equals("peak-costs-little"))
            .findFirst()
            .orElseThrow();
    assertThat(claim.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(claim.why()).contains("4 values behind", "a claim needs 10");
    FigureRecord figure =
        few.figures.stream().filter(it -> it.id().equals("nominal.p90")).findFirst().orElseThrow();
    assertThat(figure.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(figure.why()).contains("4 values tell no 90th percentile: it needs 50");
    assertThat(figure.measured()).isNull();
  }

  /** What follows from a statement falls with the execution behind it, as claims do. */
  @Test
  void statementsOfDisturbedExecutionAreInvalid() {
    Measured good = OpenRun.good().measured();
    Measured disturbed =
        Records.with(
            good,
            "experiments",
            good.experiments().stream()
                .map(it ->
                    it.experiment().equals("maximum")
                        ? Records.with(it, "invalidReason", "other programs")
                        : it)
                .toList());
    Map<String, Verdict> verdicts =
        new Comparison(OpenRun.BASELINE, disturbed, "quick")
            .statements().stream()
                .collect(Collectors.toMap(FigureRecord::id, FigureRecord::verdict));
    assertThat(verdicts)
        .containsEntry("knee", Verdict.INVALID)
        .containsEntry("below-knee-average", Verdict.INVALID)
        .containsEntry("knee-to-required", Verdict.INVALID)
        .containsEntry("yearly-capacity", Verdict.INVALID)
        .containsEntry("required-rate", Verdict.BY_CONSTRUCTION);
  }

  @Test
  void smokeJudgesNoClaim() {
    Measured measured = OpenRun.good().measured();
    assertThat(new Comparison(OpenRun.BASELINE, measured, "smoke").claims())
        .allMatch(c -> c.verdict().equals(Verdict.NOT_MEASURED));
  }

  private static Step mean(Step step, double ms) {
    return OpenRun.with(step, 0, ms, 0.5, 0.3);
  }

  private static Comparison compare(OpenRun run) {
    return new Comparison(OpenRun.BASELINE, run.measured(), "quick");
  }

  private static Map<String, Verdict> verdicts(OpenRun run) {
    List<ClaimRecord> claims = compare(run).claims();
    return claims.stream().collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::verdict));
  }

  private static Verdict verdict(OpenRun run, String claim) {
    return Objects.requireNonNull(verdicts(run).get(claim), claim);
  }

  private static Map<String, FigureRecord> statements(OpenRun run) {
    return compare(run).statements().stream().collect(Collectors.toMap(FigureRecord::id, s -> s));
  }

  private static FigureRecord at(Map<String, FigureRecord> statements, String id) {
    return Objects.requireNonNull(statements.get(id), id);
  }
}
