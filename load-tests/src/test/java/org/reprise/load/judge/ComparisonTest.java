package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Expression;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.measure.Violation;
import org.reprise.load.measure.Violation.Rule;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

class ComparisonTest {
  private static final List<String> CLAIMS =
      SampleRun.BASELINE.claims().stream().map(Claim::id).toList();

  @Test
  void theReportsClaimsHoldOnItsOwnFigures() {
    PublishedData published = new PublishedData(SampleRun.BASELINE);
    assertThat(SampleRun.BASELINE.claims())
        .allSatisfy(c ->
            assertThat(new ClaimJudge(c, published).record().verdict())
                .isEqualTo(Verdict.REPRODUCED));
  }

  @Test
  void littlesLawGivesTheReportsThroughput() {
    PublishedData published = new PublishedData(SampleRun.BASELINE);
    assertThat(
            List.of("embedded-2x500", "embedded-10x100", "remote-2x500", "remote-50x20").stream()
                .map(e ->
                    Math.round(
                            published.of(Expression.parse("rate(" + e + ")")).orElseThrow().value()
                                * 10)
                        / 10.0))
        .containsExactly(57.7, 71.4, 6.8, 15.2);
  }

  @Test
  void aRunWithTheReportsShapeReproducesEveryClaimOnAFasterMachine() {
    Comparison comparison = compare(SampleRun.published(0.1));
    assertThat(comparison.claims()).extracting(ClaimRecord::id).containsExactlyElementsOf(CLAIMS);
    assertThat(comparison.claims())
        .extracting(ClaimRecord::verdict)
        .containsOnly(Verdict.REPRODUCED);
  }

  @Test
  void everyFigureIsARowWithItsRatioAndNoneFails() {
    List<FigureRecord> figures = figures(compare(SampleRun.published(0.1)));
    assertThat(figures).hasSize(192);
    assertThat(figures).extracting(FigureRecord::verdict).containsOnly(Verdict.NOT_COMPARABLE);
    FigureRecord average = figure(figures, "remote-10x100.create-node.avg");
    assertThat(average.ratio()).isBetween(0.099, 0.101);
    FigureRecord derived = figure(figures, "remote-10x100.create-node.avg-ops");
    assertThat(derived.ratio()).isBetween(9.9, 10.1);
    assertThat(derived.measured()).isBetween(58.0, 60.0);
  }

  @Test
  void oneClearCounterExampleRefutesAClaim() {
    SampleRun slowUpdates =
        SampleRun.published(0.1)
            .bend(o -> is(o, "remote-20x50", "update-node") ? times(o, 1.5) : o);
    ClaimRecord highest = claim(compare(slowUpdates), "create-node-highest");
    assertThat(highest.verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(highest.measured()).contains("does not hold for remote, 20 threads");
    assertThat(claim(compare(slowUpdates), "remote-light-operations-agree").verdict())
        .isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void throughputThatGrowsIsNotFlat() {
    SampleRun growing =
        SampleRun.published(0.1)
            .bendRuns(r -> r.experiment().equals("remote-50x20") ? rate(r, 400) : r);
    assertThat(claim(compare(growing), "remote-throughput-flat").verdict())
        .isEqualTo(Verdict.DIFFERS);
    assertThat(claim(compare(growing), "embedded-throughput-near-flat").verdict())
        .isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void aSlowerEmbeddedModeAndAnotherGrowthDiffer() {
    SampleRun slowEmbedded =
        SampleRun.published(0.1)
            .bend(o -> o.experiment().equals("embedded-50x20") ? times(o, 9) : o);
    assertThat(claim(compare(slowEmbedded), "embedded-faster").verdict())
        .isEqualTo(Verdict.DIFFERS);
    assertThat(claim(compare(slowEmbedded), "embedded-growth").verdict())
        .isEqualTo(Verdict.DIFFERS);
    assertThat(claim(compare(slowEmbedded), "remote-growth").verdict())
        .isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void aDifferenceWithinItsSpreadGetsNoVerdict() {
    SampleRun noisy =
        SampleRun.published(0.1).bend(o -> is(o, "remote-2x500", "create-node") ? unsteady(o) : o);
    ClaimRecord highest = claim(compare(noisy), "create-node-highest");
    assertThat(highest.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
    assertThat(highest.why()).contains("smaller than its own spread: remote, 2 threads");
  }

  @Test
  void repetitionsGiveTheSpread() {
    Measured once = SampleRun.published(0.1).measured();
    Measured twice = repeated(once, "remote-20x50", 0.5);
    MeasuredData data = new MeasuredData(SampleRun.BASELINE, twice, Variant.STEADY);
    Estimate rate = data.of(Expression.parse("rate(remote-20x50)")).orElseThrow();
    assertThat(rate.halfWidth() / rate.value()).isBetween(4.0, 4.5);
    ClaimRecord flat =
        claim(new Comparison(SampleRun.BASELINE, twice, "full"), "remote-throughput-flat");
    assertThat(flat.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
  }

  @Test
  void whatAProfileLeavesOutIsNotMeasured() {
    Comparison comparison = compare(SampleRun.published(0.1).without("remote-20x50"));
    FigureRecord figure = figure(figures(comparison), "remote-20x50.create-node.avg");
    assertThat(figure.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(figure.why()).isEqualTo("left out by the quick profile");
    assertThat(figure.measured()).isNull();
    assertThat(figure.ratio()).isNull();
    assertThat(claim(comparison, "remote-throughput-flat").verdict())
        .isEqualTo(Verdict.NOT_MEASURED);
    assertThat(claim(comparison, "remote-throughput-flat").why())
        .isEqualTo("left out by the quick profile: remote, 20 threads");
    assertThat(claim(comparison, "embedded-throughput-near-flat").verdict())
        .isEqualTo(Verdict.REPRODUCED);
    assertThat(comparison.scale()).isEqualTo("7 of 8 experiments; 1,000 of 1,000 flows each");
  }

  @Test
  void aPartThatRefutesIsEnough() {
    SampleRun part =
        SampleRun.published(0.1)
            .without("remote-20x50")
            .bend(o -> is(o, "remote-2x500", "update-node") ? times(o, 2) : o);
    assertThat(claim(compare(part), "create-node-highest").verdict()).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void theScaleIsStated() {
    SampleRun tenth =
        SampleRun.published(0.1)
            .bendRuns(r ->
                r.experiment().startsWith("remote-2x") ? sent(r, 1, 50) : sent(r, r.threads(), 10));
    assertThat(compare(tenth).scale())
        .isEqualTo(
            "8 of 8 experiments; 20 to 500 of 1,000 flows each;"
                + " remote-2x500 with 1 threads instead of 2");
  }

  @Test
  void smokeJudgesNoClaim() {
    Comparison smoke =
        new Comparison(SampleRun.BASELINE, SampleRun.published(0.1).measured(), "smoke");
    assertThat(smoke.claims())
        .allSatisfy(c -> {
          assertThat(c.verdict()).isEqualTo(Verdict.NOT_MEASURED);
          assertThat(c.why()).isEqualTo("smoke judges no claim");
        });
    assertThat(smoke.explanations())
        .extracting(ExplanationRecord::verdict)
        .containsExactly(Verdict.NOT_MEASURED);
    assertThat(figure(figures(smoke), "remote-2x500.create-node.avg").measured()).isNotNull();
  }

  /** Its profile {@code full} is said to be too short. */
  @Test
  void profileSaysWhetherItIsJudged() {
    Baseline unjudged = Records.with(SampleRun.BASELINE, "system", "unjudged");
    Measured measured = SampleRun.published(0.1).measured();
    assertThat(new Comparison(unjudged, measured, "full").claims())
        .allSatisfy(it -> assertThat(it.why()).isEqualTo("full judges no claim"));
  }

  @Test
  void anInvalidRunJudgesNothing() {
    RunRecord run = record(SampleRun.published(0.1).invalid(RunRecord.INTERRUPTED), "quick");
    assertThat(run.valid()).isFalse();
    assertThat(run.invalidReasons()).containsExactly("interrupted");
    assertThat(run.claims()).extracting(ClaimRecord::verdict).containsOnly(Verdict.INVALID);
    assertThat(run.explanations())
        .extracting(ExplanationRecord::verdict)
        .containsOnly(Verdict.INVALID);
    assertThat(run.figures())
        .filteredOn(it -> !it.id().equals("termination-timeout")) // an input
        .extracting(FigureRecord::verdict)
        .containsOnly(Verdict.INVALID);
    assertThat(run.fails(false)).isTrue();
  }

  @Test
  void aFailedCheckMakesTheRunInvalid() {
    RunRecord run =
        record(
            SampleRun.published(0.1).check(new Check("fragments-left", false, "3 are left")),
            "smoke");
    assertThat(run.valid()).isFalse();
    assertThat(run.invalidReasons()).containsExactly("check fragments-left failed");
    assertThat(run.fails(false)).isTrue();
  }

  @Test
  void anInvalidExperimentTakesItsFiguresAndClaimsWithIt() {
    SampleRun errors =
        SampleRun.published(0.1)
            .bendRuns(r -> r.experiment().equals("remote-2x500") ? because(r, "3 errors") : r);
    Comparison comparison = compare(errors);
    assertThat(figure(figures(comparison), "remote-2x500.create-node.avg").why())
        .isEqualTo("remote, 2 threads: 3 errors");
    assertThat(claim(comparison, "remote-growth").verdict()).isEqualTo(Verdict.INVALID);
    assertThat(claim(comparison, "remote-throughput-flat").verdict()).isEqualTo(Verdict.REPRODUCED);
  }

  /** A neighbour is no fault of the system, and the other experiments were measured without it. */
  @Test
  void disturbedExecutionInvalidatesWhatUsesItAndNotTheRun() {
    var why = "other programs used 60 % of a core";
    var disturbed =
        Records.with(
            SampleRun.published(0.1)
                .bendRuns(r -> r.experiment().equals("remote-2x500") ? because(r, why) : r)
                .measured(),
            "violations",
            List.of(new Violation(Rule.NEIGHBOUR, "remote-2x500", Variant.STEADY, 1, why, true)));
    Comparison comparison = new Comparison(SampleRun.BASELINE, disturbed, "quick");

    assertThat(comparison.invalidReasons()).isEmpty();
    Expression ratio =
        Expression.parse("remote-2x500.create-node.avg / remote-10x100.create-node.avg");
    assertThat(comparison.cell(ratio, null).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(claim(comparison, "remote-growth").verdict()).isEqualTo(Verdict.INVALID);
    assertThat(claim(comparison, "remote-throughput-flat").verdict()).isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void aDifferingClaimFailsOnlyWhenStrict() {
    RunRecord fine = record(SampleRun.published(0.1), "full");
    assertThat(fine.fails(true)).isFalse();
    RunRecord differs =
        record(
            SampleRun.published(0.1)
                .bend(o -> is(o, "remote-20x50", "update-node") ? times(o, 1.5) : o),
            "full");
    assertThat(differs.fails(false)).isFalse();
    assertThat(differs.fails(true)).isTrue();
  }

  @Test
  void figuresMeasuredByHandAreJudgedByWhatTheyHold() {
    Measured all = SampleRun.published(0.2).measured();
    Predicate<String> remote = id -> id.startsWith("remote-");
    Measured byHand =
        Records.measured(
            all.experiments().stream().filter(r -> remote.test(r.experiment())).toList(),
            all.operations().stream().filter(o -> remote.test(o.experiment())).toList());
    Comparison comparison = new Comparison(SampleRun.BASELINE, byHand, "by-hand");
    assertThat(claim(comparison, "remote-throughput-flat").verdict()).isEqualTo(Verdict.REPRODUCED);
    assertThat(claim(comparison, "create-node-highest").verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(figure(figures(comparison), "remote-2x500.create-node.avg").measured()).isNotNull();
    assertThat(figure(figures(comparison), "embedded-2x500.create-node.avg").verdict())
        .isEqualTo(Verdict.NOT_MEASURED);
  }

  @Test
  void aClaimThatFollowsFromOurInputIsNeverReproduced() {
    Claim claim = SampleRun.BASELINE.claims().getFirst();
    Claim ours = Records.with(claim, "byConstruction", "we set it");
    MeasuredData data =
        new MeasuredData(SampleRun.BASELINE, SampleRun.published(1).measured(), Variant.STEADY);
    ClaimRecord judged = new ClaimJudge(ours, data).record();
    assertThat(judged.verdict()).isEqualTo(Verdict.BY_CONSTRUCTION);
    assertThat(judged.why()).isEqualTo("we set it");
  }

  @Test
  void explanationStandsWhereItsMarksAreFound() {
    ExplanationRecord hashing = explanation(SampleRun.published(0.01));
    assertThat(hashing.verdict()).isEqualTo(Verdict.REPRODUCED);
    assertThat(hashing.cameOut())
        .contains("It is the time of one hash. Reproduced")
        .contains("no experiment elsewhere can prove");
  }

  @Test
  void oneMarkThatIsNotThereRefutesAnExplanation() {
    SampleRun oneSlower =
        SampleRun.published(0.01)
            .bend(o ->
                o.variant().equals(SampleRun.HASHED) && o.operation().equals("create-node")
                    ? Records.with(
                        o,
                        "minMs",
                        o.minMs() + 30,
                        "meanMs",
                        o.meanMs() + 30,
                        "maxMs",
                        o.maxMs() + 60)
                    : o);
    assertThat(explanation(oneSlower).verdict()).isEqualTo(Verdict.DIFFERS);
    SampleRun cheapHash = SampleRun.published(0.01).quantity("bcryptMs", 20);
    assertThat(explanation(cheapHash).verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(explanation(cheapHash).cameOut()).contains("at most 25.0 ms");
  }

  @Test
  void explanationWithoutItsExperimentIsNotMeasured() {
    ExplanationRecord hashing = explanation(SampleRun.published(0.01).without("remote-2x500"));
    assertThat(hashing.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(hashing.why()).contains("remote, 2 threads");
  }

  private static ExplanationRecord explanation(SampleRun run) {
    return compare(run).explanations().getFirst();
  }

  @Test
  void claimWithoutAUsableValueIsNeverReproduced() {
    SampleRun nothing =
        SampleRun.published(0.1)
            .bend(o ->
                o.operation().equals("update-node")
                    ? Records.with(o, "minMs", 0, "meanMs", 0, "batchMeansMs", null)
                    : o);
    ClaimRecord growth = claim(compare(nothing), "remote-growth");
    assertThat(growth.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(growth.why()).contains("UPDATE NODE");
    Claim claim =
        SampleRun.BASELINE.claims().stream()
            .filter(it -> it.id().equals("remote-growth"))
            .findFirst()
            .orElseThrow();
    Claim ofNothing =
        Records.with(claim, "each", Map.of("operation", List.of()), "during", List.of());
    MeasuredData data =
        new MeasuredData(SampleRun.BASELINE, SampleRun.published(1).measured(), Variant.STEADY);
    ClaimRecord judged = new ClaimJudge(ofNothing, data).record();
    assertThat(judged.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(judged.why()).isEqualTo("no usable value");
  }

  private static Comparison compare(SampleRun run) {
    return new Comparison(SampleRun.BASELINE, run.measured(), "full");
  }

  private static RunRecord record(SampleRun run, String profile) {
    Comparison comparison = new Comparison(SampleRun.BASELINE, run.measured(), profile);
    return comparison.record(
        "run-1", "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }

  private static List<FigureRecord> figures(Comparison comparison) {
    return comparison.figures;
  }

  private static FigureRecord figure(List<FigureRecord> figures, String id) {
    return figures.stream().filter(f -> f.id().equals(id)).findFirst().orElseThrow();
  }

  private static ClaimRecord claim(Comparison comparison, String id) {
    return comparison.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  private static boolean is(OperationSummary o, String experiment, String operation) {
    return o.experiment().equals(experiment) && o.operation().equals(operation);
  }

  private static OperationSummary times(OperationSummary o, double factor) {
    return Records.with(
        o,
        "maxMs",
        o.maxMs() * factor,
        "meanMs",
        o.meanMs() * factor,
        "stdDevMs",
        o.stdDevMs() * factor,
        "p50Ms",
        o.p50Ms() * factor,
        "p95Ms",
        o.p95Ms() * factor,
        "p99Ms",
        o.p99Ms() * factor,
        "batchMeansMs",
        Objects.requireNonNull(o.batchMeansMs()).stream().map(it -> it * factor).toList());
  }

  private static OperationSummary unsteady(OperationSummary o) {
    return Records.with(o, "batchMeansMs", List.of(o.meanMs() / 9, o.meanMs(), o.meanMs() * 2));
  }

  private static ExperimentRun rate(ExperimentRun r, double rate) {
    return Records.with(r, "flowsPerSecond", rate, "batchRates", null);
  }

  private static ExperimentRun sent(ExperimentRun r, int threads, int circles) {
    return Records.with(r, "threads", threads, "circles", circles);
  }

  private static ExperimentRun because(ExperimentRun r, String why) {
    return Records.with(r, "errors", 3, "invalidReason", why);
  }

  private static Measured repeated(Measured m, String experiment, double factor) {
    List<ExperimentRun> runs =
        java.util.stream.Stream.concat(
                m.experiments().stream(),
                m.experiments().stream()
                    .filter(r -> r.experiment().equals(experiment))
                    .map(r ->
                        Records.with(
                            r,
                            "repetition",
                            2,
                            "flowsPerSecond",
                            r.flowsPerSecond() * factor,
                            "errors",
                            0)))
            .toList();
    return Records.with(m, "experiments", runs);
  }
}
