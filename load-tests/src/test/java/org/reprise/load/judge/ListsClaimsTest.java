package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.ListsRun;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.measure.Check;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.StatementRecord;

class ListsClaimsTest {
  @Test
  void aRunLikeTheReportReproducesEveryClaim() {
    assertThat(
            compare(ListsRun.good()).claims().stream()
                .collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::verdict)))
        .hasSize(11)
        .allSatisfy((_, verdict) -> assertThat(verdict).isEqualTo("Reproduced"));
  }

  @ParameterizedTest
  @CsvSource({
    "refresh-penalty, refresh",
    "check-in-penalty, check-in",
    "check-out-penalty, check-out",
    "import-penalty, data-import",
  })
  void companyThatCostsMoreWithTheSplitRefutes(String claim, String operation) {
    ListsRun run = ListsRun.good().time("parallel-on", operation, 1.9, 2.0, 2.1);
    assertThat(verdict(run, claim)).isEqualTo("Differs");
    assertThat(claim(run, claim).measured()).contains("in parallel-on").contains("±");
  }

  @ParameterizedTest
  @CsvSource({
    "refresh-penalty, refresh, 1, 1.6",
    "check-out-penalty, check-out, 1, 1.3",
    "parallel-refresh-shorter, refresh, 1, 2.4",
  })
  void aDifferenceSmallerThanItsSpreadGetsNoVerdict(
      String claim, String operation, double low, double high) {
    ListsRun run = ListsRun.good().time("parallel-on", operation, low, high, (low + high) / 2);
    assertThat(verdict(run, claim)).isEqualTo("NotComparable");
    assertThat(claim(run, claim).why()).contains("smaller than its own spread");
  }

  @Test
  void whatSlowsTheMachineForAWhileSlowsBothSides() {
    ListsRun run = ListsRun.good().drift(1, 2.5, 0.7);
    assertThat(verdict(run, "refresh-penalty")).isEqualTo("Reproduced");
    assertThat(verdict(run, "check-in-penalty")).isEqualTo("Reproduced");
  }

  @ParameterizedTest
  @ValueSource(strings = {"refresh-penalty", "parallel-refresh-shorter", "writer-not-busier"})
  void oneRepetitionTellsNoSpread(String claim) {
    ClaimRecord record = claim(ListsRun.repeated(1), claim);
    assertThat(record.verdict()).isEqualTo("NotComparable");
    assertThat(record.why()).contains("one repetition tells no spread");
  }

  /** Alone they would tell an interval of 12.7 standard errors, which decides nothing. */
  @Test
  void twoRepetitionsOfAllExperimentsDecideTogether() {
    ListsRun run = disturbed(ListsRun.repeated(2).drift(1, 1.4), "refresh", 0.02);
    ClaimRecord claim = claim(run, "refresh-penalty");
    assertThat(claim.verdict()).isEqualTo("Reproduced");
    assertThat(claim.measured()).contains("spread from 2 repetitions of 7 experiments");
    assertThat(verdict(run, "parallel-refresh-shorter")).isEqualTo("Reproduced");
    assertThat(verdict(run.time("parallel-on", "refresh", 1.7, 1.71), "parallel-refresh-shorter"))
        .isEqualTo("Differs");
  }

  @Test
  void theOneImportOfACellGetsItsSpreadFromTheOtherCells() {
    ListsRun run = disturbed(ListsRun.repeated(2), "data-import", 0.004);
    assertThat(verdict(run, "import-penalty")).isEqualTo("Reproduced");
    assertThat(verdict(disturbed(ListsRun.repeated(2), "data-import", 0.05), "import-penalty"))
        .isEqualTo("NotComparable");
  }

  /** What a service uses while no list is refreshed varies by a multiple. */
  @Test
  void anIdleRoleTellsNothingOfItsWork() {
    ListsRun run = ListsRun.repeated(2);
    for (String idle : List.of("cico-di-off", "cico-di-on")) {
      run.cpu(idle, "lists", 0.1, 0.02);
    }
    for (String busy : List.of("lists-separate-off", "lists-separate-on", "parallel-on-fast")) {
      run.cpu(busy, "lists", 3, 3.03);
    }
    assertThat(verdict(run, "lists-busier-with-split")).isEqualTo("Reproduced");
  }

  @Test
  void twoRepetitionsThatDisagreeDecideNothing() {
    ListsRun run = disturbed(ListsRun.repeated(2), "refresh", 0.01);
    assertThat(verdict(run.time("parallel-on", "refresh", 0.5, 1.6), "parallel-refresh-shorter"))
        .isEqualTo("NotComparable");
  }

  /** Each experiment a little faster in one repetition than in the other. */
  private static ListsRun disturbed(ListsRun run, String operation, double share) {
    Random random = new Random(708);
    for (Experiment experiment : ListsRun.BASELINE.experiments()) {
      double by = Math.exp(share * random.nextGaussian());
      run.time(experiment.id(), operation, by, 1 / by);
    }
    return run;
  }

  @Test
  void aRefreshThatIsLongerWithTheSplitRefutes() {
    assertThat(
            verdict(
                ListsRun.good().time("parallel-on", "refresh", 1.7), "parallel-refresh-shorter"))
        .isEqualTo("Differs");
    assertThat(
            verdict(ListsRun.good().time("parallel-on", "refresh", 0.5), "company-costs-a-refresh"))
        .isEqualTo("Differs");
  }

  @Test
  void aBusierWriterRefutes() {
    ListsRun busier = ListsRun.good().cpu("parallel-on", "primary", 1.2, 1.21, 1.22);
    assertThat(verdict(busier, "writer-not-busier")).isEqualTo("Differs");
    assertThat(verdict(busier, "writer-same-with-split")).isEqualTo("Differs");
    ListsRun within = ListsRun.good().cpu("parallel-on", "primary", 1.04, 1.05, 1.06);
    assertThat(verdict(within, "writer-not-busier")).isEqualTo("Reproduced");
  }

  @Test
  void aRelievedWriterIsNotBusierAndYetNotTheSame() {
    ListsRun relieved = ListsRun.good().cpu("parallel-on", "primary", 0.6, 0.61, 0.59);
    assertThat(verdict(relieved, "writer-not-busier")).isEqualTo("Reproduced");
    assertThat(verdict(relieved, "writer-same-with-split")).isEqualTo("Differs");
    assertThat(claim(relieved, "writer-same-with-split").measured())
        .contains(
            "in parallel-off 96.0 ± 0.647 %", "in parallel-on 57.6 ± 2.38 %", "at least ×0.900");
  }

  @Test
  void listsThatUseNoMoreCpuWithTheSplitRefute() {
    ListsRun run = ListsRun.good().cpu("parallel-on", "lists", 0.7, 0.71, 0.69);
    assertThat(verdict(run, "lists-busier-with-split")).isEqualTo("Differs");
    assertThat(claim(run, "lists-busier-with-split").published()).contains("105", "140", "×1.33");
  }

  @Test
  void heapThatIsKeptIsFoundInOneProcessOfOneExperiment() {
    ListsRun leak = ListsRun.good().heap("cico-di-on", "import", 1.6);
    ClaimRecord claim = claim(leak, "memory-does-not-grow");
    assertThat(claim.verdict()).isEqualTo("Differs");
    assertThat(claim.measured()).contains("18 comparisons", "does not hold for import, cico-di-on");
    assertThat(verdict(ListsRun.repeated(1).heap("cico-di-on", "import", 1.3), claim.id()))
        .isEqualTo("Reproduced");
  }

  @Test
  void whatWasNotRunIsNamedWithItsReason() {
    ListsRun run = ListsRun.good().without("parallel-off", "left out by the quick profile");
    ClaimRecord claim = claim(run, "refresh-penalty");
    assertThat(claim.verdict()).isEqualTo("NotMeasured");
    assertThat(claim.why()).isEqualTo("left out by the quick profile: parallel-off");
    assertThat(verdict(run, "company-costs-a-refresh")).isEqualTo("Reproduced");
  }

  @Test
  void aFailedCheckMakesTheRunSayNothing() {
    ListsRun run = ListsRun.good().check(new Check("lists-equal.parallel-on", false, "3 differ"));
    assertThat(compare(run).claims()).allMatch(c -> c.verdict().equals("Invalid"));
    assertThat(compare(run).invalidReasons()).singleElement().asString().contains("3 differ");
  }

  @Test
  void figuresKeepTheReportsUnits() {
    Map<String, FigureRecord> figures = figures(ListsRun.good());
    assertThat(figures).hasSize(25).allSatisfy((_, f) -> assertThat(f.ratio()).isEqualTo(0.1));
    FigureRecord refresh = at(figures, "parallel-on.refresh.avg");
    assertThat(refresh.unit()).isEqualTo("min");
    assertThat(refresh.measured()).isEqualTo(1.14);
    assertThat(at(figures, "parallel-on.check-in.avg").measured()).isEqualTo(0.1087);
    assertThat(at(figures, "parallel-on.refresh.delta").measured()).isEqualTo(-0.63);
    assertThat(at(figures, "lists-separate-on.refresh.to-parallel").measured()).isEqualTo(-0.39);
  }

  @Test
  void aFigureIsTheMeanOfItsRepetitionsWithItsSpread() {
    ListsRun run = ListsRun.good().time("parallel-on", "refresh", 1, 9, 2);
    FigureRecord figure = at(figures(run), "parallel-on.refresh.avg");
    assertThat(figure.measured()).isEqualTo(4.56);
    // 4.303 (Student's t of two degrees of freedom) times 4.359 / root of 3, times 1.14.
    assertThat(figure.spread()).isCloseTo(12.34, offset(0.01));
  }

  @Test
  void figuresOfTheDisabledColumnsSayWhereTheyComeFrom() {
    Map<String, FigureRecord> figures = figures(ListsRun.good());
    assertThat(at(figures, "parallel-off.refresh.avg").why()).contains("another query");
    assertThat(at(figures, "parallel-on.refresh.avg").why()).doesNotContain("query");
  }

  @Test
  void figuresOfTheProcessorsAreTheHighestOfTheirProcesses() {
    Map<String, StatementRecord> statements =
        compare(ListsRun.good().cpu("parallel-on", "circulation", 2)).statements().stream()
            .collect(Collectors.toMap(StatementRecord::id, s -> s));
    StatementRecord services = Objects.requireNonNull(statements.get("cpu-services-parallel"));
    assertThat(services.measured()).isEqualTo(300);
    assertThat(services.why()).contains("one core");
    StatementRecord reader = Objects.requireNonNull(statements.get("cpu-reader-parallel"));
    assertThat(reader.measured()).isEqualTo(95);
  }

  @Test
  void theScaleSaysWhatWasRun() {
    assertThat(compare(ListsRun.good().without("parallel-on-fast", "left out")).scale())
        .contains("8 of 9 experiments, 3 repetitions")
        .contains("lists 10", "rows 200,000", "items 300,000", "records 2,500", "poll seconds 1");
  }

  @Test
  void everyClaimStatesItsBasis() {
    assertThat(ListsRun.BASELINE.claims().stream().map(Claim::basis))
        .allMatch(basis -> basis.length() > 40);
  }

  private static Comparison compare(ListsRun run) {
    return Comparison.of(ListsRun.BASELINE, run.measured(), "quick");
  }

  private static ClaimRecord claim(ListsRun run, String id) {
    return compare(run).claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  private static String verdict(ListsRun run, String id) {
    return claim(run, id).verdict();
  }

  private static Map<String, FigureRecord> figures(ListsRun run) {
    return compare(run).experiments().stream()
        .flatMap(e -> e.figures().stream())
        .collect(Collectors.toMap(FigureRecord::id, f -> f));
  }

  private static FigureRecord at(Map<String, FigureRecord> figures, String id) {
    return Objects.requireNonNull(figures.get(id), id);
  }
}
