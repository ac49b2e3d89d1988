package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.ListsRun;
import org.reprise.load.baseline.Claim;
import org.reprise.load.measure.Check;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Verdict;

class ListsClaimsTest {
  @Test
  void aRunLikeTheReportReproducesEveryClaim() {
    assertThat(
            compare(ListsRun.good()).claims().stream()
                .filter(it -> !it.id().startsWith("aim-"))
                .collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::verdict)))
        .hasSize(15)
        .allSatisfy((id, verdict) ->
            assertThat(verdict)
                .isEqualTo(
                    id.startsWith("writer-") ? Verdict.BY_CONSTRUCTION : Verdict.REPRODUCED));
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
    assertThat(verdict(run, claim)).isEqualTo(Verdict.DIFFERS);
    assertThat(claim(run, claim).measured()).contains("in parallel, split on").contains("±");
  }

  /** The fast refresh of a good run is as slow as the report's, and its import takes 78 s. */
  @Test
  void aimsOfOursAreReachedOrNot() {
    ListsRun slow = ListsRun.good();
    ListsRun fast =
        ListsRun.good()
            .time("lists-separate-on-fast", "refresh", 0.0100, 0.0101, 0.0102)
            .time("cico-di-on", "data-import", 0.50, 0.51, 0.52);
    for (String aim : List.of("aim-fast-refresh", "aim-fast-ratio", "aim-import")) {
      assertThat(verdict(fast, aim)).as(claim(fast, aim).toString()).isEqualTo(Verdict.REPRODUCED);
      assertThat(verdict(slow, aim)).as(aim).isEqualTo(Verdict.DIFFERS);
    }
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
    assertThat(verdict(run, claim)).isEqualTo(Verdict.NOT_COMPARABLE);
    assertThat(claim(run, claim).why()).contains("smaller than its own spread");
  }

  @Test
  void whatSlowsTheMachineForAWhileSlowsBothSides() {
    ListsRun run = ListsRun.good().drift(1, 2.5, 0.7);
    assertThat(verdict(run, "refresh-penalty")).isEqualTo(Verdict.REPRODUCED);
    assertThat(verdict(run, "check-in-penalty")).isEqualTo(Verdict.REPRODUCED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"refresh-penalty", "parallel-refresh-shorter"})
  void oneRepetitionDecidesOnlyWhatIsFarFromItsBound(String claim) {
    ClaimRecord record = claim(ListsRun.repeated(1), claim);
    assertThat(record.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
    assertThat(record.why()).contains("it was measured once");
    ListsRun slower = ListsRun.repeated(1).time("parallel-on", "refresh", 5);
    assertThat(verdict(slower, claim)).isEqualTo(Verdict.DIFFERS);
  }

  @Test
  void twoRepetitionsThatDisagreeDecideNothing() {
    ListsRun run = ListsRun.repeated(2);
    assertThat(verdict(run.time("parallel-on", "refresh", 0.5, 1.6), "parallel-refresh-shorter"))
        .isEqualTo(Verdict.NOT_COMPARABLE);
  }

  @Test
  void aRefreshThatIsLongerWithTheSplitRefutes() {
    assertThat(
            verdict(
                ListsRun.good().time("parallel-on", "refresh", 1.7), "parallel-refresh-shorter"))
        .isEqualTo(Verdict.DIFFERS);
    assertThat(
            verdict(ListsRun.good().time("parallel-on", "refresh", 0.5), "company-costs-a-refresh"))
        .isEqualTo(Verdict.DIFFERS);
  }

  /** Its share of a core is what it uses at its peak, whatever else happens. */
  @Test
  void whatOurShareOfTheProcessorsSetsIsNoFinding() {
    ListsRun busier = ListsRun.good().cpu("parallel-on", "primary", 1.2, 1.21, 1.22);
    for (String claim : List.of("writer-not-busier", "writer-same-with-split")) {
      assertThat(verdict(busier, claim)).isEqualTo(Verdict.BY_CONSTRUCTION);
      assertThat(claim(busier, claim).why()).contains("share of a core");
    }
  }

  @Test
  void listsThatUseNoMoreCpuWithTheSplitRefute() {
    ListsRun run = ListsRun.good().cpu("parallel-on", "lists", 0.7, 0.71, 0.69);
    assertThat(verdict(run, "lists-busier-with-split")).isEqualTo(Verdict.DIFFERS);
    assertThat(claim(run, "lists-busier-with-split").published()).contains("105", "140", "×1.33");
  }

  @Test
  void heapThatIsKeptIsFoundInOneProcessOfOneExperiment() {
    ListsRun leak = ListsRun.good().heap("cico-di-on", "import", 1.6);
    ClaimRecord claim = claim(leak, "memory-does-not-grow");
    assertThat(claim.verdict()).isEqualTo(Verdict.DIFFERS);
    assertThat(claim.measured())
        .contains("18 comparisons", "does not hold for data import, without refreshes, split on");
    assertThat(verdict(ListsRun.repeated(1).heap("cico-di-on", "import", 1.05), claim.id()))
        .isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void whatWasNotRunIsNamedWithItsReason() {
    ListsRun run = ListsRun.good().without("parallel-off", "left out by the quick profile");
    ClaimRecord claim = claim(run, "refresh-penalty");
    assertThat(claim.verdict()).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(claim.why()).isEqualTo("left out by the quick profile: in parallel, split off");
    assertThat(verdict(run, "company-costs-a-refresh")).isEqualTo(Verdict.REPRODUCED);
  }

  @Test
  void aFailedCheckMakesTheRunSayNothing() {
    ListsRun run = ListsRun.good().check(new Check("lists-equal.parallel-on", false, "3 differ"));
    assertThat(compare(run).claims()).allMatch(c -> c.verdict().equals(Verdict.INVALID));
    assertThat(compare(run).invalidReasons())
        .singleElement()
        .asString()
        .isEqualTo("check lists-equal.parallel-on failed");
  }

  @Test
  void figuresKeepTheReportsUnits() {
    Map<String, FigureRecord> figures = figures(ListsRun.good());
    assertThat(figures)
        .hasSize(25)
        .allSatisfy((_, f) -> assertThat(f.ratio()).isCloseTo(0.1, offset(1e-9)));
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
    Map<String, FigureRecord> statements =
        compare(ListsRun.good().cpu("parallel-on", "circulation", 2)).statements().stream()
            .collect(Collectors.toMap(FigureRecord::id, s -> s));
    FigureRecord services = Objects.requireNonNull(statements.get("cpu-services-parallel"));
    assertThat(services.measured()).isEqualTo(300);
    assertThat(services.why()).contains("one core");
    FigureRecord reader = Objects.requireNonNull(statements.get("cpu-reader-parallel"));
    assertThat(reader.measured()).isEqualTo(95);
  }

  @Test
  void theScaleSaysWhatWasRun() {
    assertThat(compare(ListsRun.good().without("parallel-on-fast", "left out")).scale())
        .contains("8 of 9 experiments", "3 repetitions")
        .contains("lists 10", "rows 200,000", "items 300,000", "records 2,500", "poll seconds 1");
  }

  @Test
  void everyClaimStatesItsBasis() {
    assertThat(ListsRun.BASELINE.claims().stream().map(Claim::basis))
        .allMatch(basis -> basis.length() > 40);
  }

  private static Comparison compare(ListsRun run) {
    return new Comparison(ListsRun.BASELINE, run.measured(), "quick");
  }

  private static ClaimRecord claim(ListsRun run, String id) {
    return compare(run).claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  private static Verdict verdict(ListsRun run, String id) {
    return claim(run, id).verdict();
  }

  private static Map<String, FigureRecord> figures(ListsRun run) {
    return compare(run).figures.stream().collect(Collectors.toMap(FigureRecord::id, f -> f));
  }

  private static FigureRecord at(Map<String, FigureRecord> figures, String id) {
    return Objects.requireNonNull(figures.get(id), id);
  }
}
