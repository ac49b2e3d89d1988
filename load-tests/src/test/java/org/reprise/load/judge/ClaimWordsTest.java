package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Explanation;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;

/** A claim unfolds to words that a reader of the report knows, and to no id of a baseline. */
class ClaimWordsTest {
  static List<Baseline> baselines() {
    return Baselines.all();
  }

  @ParameterizedTest
  @MethodSource("baselines")
  void everythingThatAClaimLooksAtHasWords(Baseline baseline) {
    List<String> ids =
        Stream.of(
                baseline.experiments().stream().map(Experiment::id),
                baseline.roles().stream().map(Baseline.Role::id))
            .flatMap(it -> it)
            .filter(it -> it.contains("-"))
            .toList();
    for (Claim claim : claims(baseline)) {
      for (Claim.Case one : claim.cases()) {
        Stream.of(
                one.values().stream(),
                one.of().leaves(),
                one.atLeast().stream().flatMap(Expression::leaves),
                one.atMost().stream().flatMap(Expression::leaves))
            .flatMap(it -> it)
            .forEach(it -> {
              String words = baseline.title(it);
              assertThat(words).as(claim.id()).isNotEqualTo(it.toString()).doesNotContain("null");
              assertThat(ids).as(claim.id() + ": " + words).noneMatch(words::contains);
              assertThat(words).as(claim.id()).doesNotContain("{");
            });
      }
    }
  }

  private static List<Claim> claims(Baseline baseline) {
    return Stream.concat(
            baseline.claims().stream(),
            baseline.explanations().stream().map(Explanation::marks).flatMap(List::stream))
        .toList();
  }

  @Test
  void namesOperandsInWords() {
    Baseline ebms = Baselines.load("digikoppeling-2018");
    assertThat(words(ebms, "step-beyond(maximum)"))
        .isEqualTo("average of the first step that was too much (ramp)");
    assertThat(words(ebms, "heap-trend(ebms-adapter, maximum)"))
        .isEqualTo("lowest heap of the handler, last third to first (ramp)");
    assertThat(words(ebms, "published(time-limit)"))
        .isEqualTo("the report's limit of the response time (judged on the average)");
    Baseline ldx = Baselines.load("clm-60-ldx");
    assertThat(words(ldx, "quantity(busy.qm-rm-projected-twice)"))
        .isEqualTo("share of the time at work (RQM-DNG, as projected for two servers)");
    assertThat(words(ldx, "cpu(ldx, ccm-rm-30)")).isEqualTo("CPU of LDX (RTC-DNG, 30 users)");
    Baseline cps = Baselines.load("cps-307");
    assertThat(words(cps, "min(remote-2x500@steady, create-node)"))
        .isEqualTo("shortest CREATE NODE (remote, 2 threads, steady)");
    assertThat(words(cps, "rate(remote-2x500)")).isEqualTo("rate of flows (remote, 2 threads)");
  }

  /** Every number that a ratio is made of, however many these are. */
  @Test
  void showsWhatARatioIsMadeOf() {
    assertThat(published("folio-lists-poppy", "refresh-penalty"))
        .isEqualTo(
            "ListApp refresh (in parallel, split off) 1,062 s; ListApp refresh (alone, split off)"
                + " 510 s: ×2.08; ListApp refresh (in parallel, split on) 684 s; ListApp refresh"
                + " (alone, split on) 450 s: ×1.52: ×1.37 (at least ×1.00)");
  }

  /** Where a report gives a value of the whole alone, that is what is named. */
  @Test
  void showsValuesInTheUnitOfTheReport() {
    assertThat(published("clm-60-ldx", "links-grow-with-users-qm-rm"))
        .isEqualTo(
            "links (RQM-DNG, 150 users) 16,080 links/h; links (RQM-DNG, 30 users) 3,324 links/h:"
                + " ×4.84 (at least ×0.833, at most ×1.20 of the report's)");
    assertThat(published("folio-lists-poppy", "lists-add-to-the-peak"))
        .startsWith("highest of peak CPU of lists and queries (in parallel, split on), ")
        .contains(" 150 %; highest of ")
        .endsWith(" 126 %: ×1.19 (at least ×1.00)");
    assertThat(published("digikoppeling-2018", "room-above-required"))
        .isEqualTo(
            "highest rate that was carried (ramp) 50.0/s; the report's required rate 13.9/s: ×3.60"
                + " (at least ×1.00)");
  }

  private static String published(String report, String claim) {
    Baseline baseline = Baselines.load(report);
    return baseline.claims().stream()
        .filter(it -> it.id().equals(claim))
        .findFirst()
        .map(it -> new ClaimJudge(it, new PublishedData(baseline)).record().published())
        .orElseThrow();
  }

  private static String words(Baseline baseline, String expression) {
    return baseline.title(Expression.parse(expression));
  }
}
