package org.reprise.load.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.Figures;
import org.reprise.load.baseline.LoadModel.Think;
import org.reprise.load.baseline.LoadModel.Workflow;
import org.reprise.load.baseline.LoadModel.Workflows;

class Clm60LdxBaselineTest {
  private final Baseline baseline = Baselines.load("clm-60-ldx");

  /** "Number of links created per hour vs. User Load". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ccm-rm | 3492 6936 10416 13792 17232 20496 23600 26156 29140",
        "ccm-qm | 3488 6984 10484 13972 17452 20884 24440 27944 31280",
        "qm-rm  | 3324 6656 9908 13188 16080",
      })
  void holdsTheLinksOfEachLevel(String scenario, String row) {
    List<Double> links = Arrays.stream(row.split(" ")).map(Double::valueOf).toList();
    for (int i = 0; i < links.size(); i++) {
      String experiment = "%s-%d".formatted(scenario, 30 * (i + 1));
      assertThat(Figures.of(experiment(experiment), "link", "quantity", "links/h").value())
          .as(experiment)
          .isEqualTo(links.get(i));
    }
    assertThat(baseline.experiment("%s-%d".formatted(scenario, 30 * (links.size() + 1)))).isEmpty();
  }

  @Test
  void theLoadsAreTheReportsOwn() {
    IntStream.rangeClosed(1, 9)
        .map(level -> 30 * level)
        .forEach(users -> {
          Workflows load = (Workflows) experiment("ccm-rm-" + users).loadModel();
          assertThat(load.workflows())
              .containsExactly(new Workflow("ccm-rm", users, new Think(30, 30), Map.of()));
        });
  }

  /**
   * A user who thinks for 30 s creates 120 links an hour at most, which the report's did nearly.
   */
  @Test
  void thinkTimeAndLinksOfTheReportBelongTogether() {
    baseline
        .figures()
        .filter(figure -> "link".equals(figure.operation()))
        .forEach(figure -> {
          int users = Integer.parseInt(figure.id().replaceAll("\\D+(\\d+).*", "$1"));
          assertThat(figure.value() / users).as(figure.id()).isBetween(105.0, 120.0);
        });
  }

  @Test
  void holdsTheFirstIndexing() {
    assertThat(value("artifacts.ccm")).isEqualTo(223_843);
    assertThat(value("artifacts.qm")).isEqualTo(437_959);
    assertThat(baseline.published("initial-ccm.time")).contains(1000.0 * (49 * 60 + 8));
    assertThat(baseline.published("initial-qm.time")).contains(1000.0 * (3600 + 53 * 60 + 36));
    assertThat(value("index-size.before")).isEqualTo(192);
    assertThat(value("index-size.after")).isEqualTo(3768);
    assertThat(value("cpu.initial")).isEqualTo(50);
  }

  @Test
  void everyDerivedFigureFollowsFromItsFormula() {
    Map<String, Double> room =
        Map.ofEntries(
            Map.entry("initial-rate.ccm", 0.05),
            // 64.25, which the report rounds down.
            Map.entry("initial-rate.qm", 0.055),
            Map.entry("index-size.per-100k", 0.5),
            Map.entry("most-links.ccm-rm", 0.5),
            Map.entry("most-links.ccm-qm", 0.5),
            Map.entry("most-links.qm-rm", 0.05),
            Map.entry("steady.ccm-rm", 1e-9),
            Map.entry("steady.ccm-qm", 1e-9),
            Map.entry("steady.qm-rm", 1e-9),
            Map.entry("steady.qm-rm-two", 1e-9),
            Map.entry("cpu.threads", 1e-9),
            Map.entry("log-row.rate", 0.005));
    assertThat(
            baseline.statements().stream()
                .filter(s -> s.kind() == Figure.Kind.DERIVED)
                .map(Figure::id))
        .containsExactlyInAnyOrderElementsOf(room.keySet());
    room.forEach((id, offset) ->
        assertThat(Formulas.value(String.valueOf(statement(id).formula()), this::value))
            .as(id)
            .isCloseTo(value(id), offset(offset)));
  }

  @Test
  void holdsWhatTheReportConcludesAndProjects() {
    assertThat(List.of(value("index-rate.ccm-rm.least"), value("index-rate.ccm-rm.most")))
        .containsExactly(55.0, 60.0);
    assertThat(List.of(value("index-rate.ccm-qm.least"), value("index-rate.ccm-qm.most")))
        .containsExactly(50.0, 55.0);
    assertThat(value("index-rate.test-cases.ccm-qm")).isEqualTo(20);
    assertThat(value("index-rate.test-cases.qm-rm")).isEqualTo(10);
    assertThat(value("cpu.ldx.highest")).isEqualTo(4.3);
    assertThat(value("cpu.ldx.typical")).isEqualTo(4.0);
    assertThat(value("busy.most")).isEqualTo(50);
    assertThat(
            baseline.statements().stream()
                .filter(s -> s.kind() == Figure.Kind.PROJECTED)
                .map(Figure::id))
        .containsExactly("assumed-rate", "cpu.deployments");
    assertThat(value("steady.ccm-rm")).isEqualTo(198_000);
  }

  /** What the report only computes is sent, and what came of it stands beside it. */
  @Test
  void everyProjectionOfARateIsSentAsLoad() {
    Map.of(
            "steady.ccm-rm", "ccm-rm-projected",
            "steady.ccm-qm", "ccm-qm-projected",
            "steady.qm-rm", "qm-rm-projected",
            "steady.qm-rm-two", "qm-rm-projected-twice")
        .forEach((statement, experiment) -> {
          Workflow users = users(experiment);
          assertThat(3600.0 * users.users()).as(experiment).isEqualTo(value(statement));
          assertThat(users.think()).isEqualTo(new Think(1, 1));
        });
    assertThat(12 * value("ccm-rm-270.links") / 3600).isCloseTo(97, offset(0.2));
    assertThat(users("ccm-rm-deployments").users()).isEqualTo(97);
    assertThat(baseline.measuredBy("cpu.deployments").map(Expression::toString))
        .contains("cpu(ldx, ccm-rm-deployments) / 8");
    assertThat(baseline.measuredBy("assumed-rate")).isEmpty();
  }

  private Workflow users(String experiment) {
    return ((Workflows) experiment(experiment).loadModel()).workflows().getFirst();
  }

  @Test
  void holdsAClaimForEachConclusionAndSaysWhatDrawingsHide() {
    assertThat(baseline.claims())
        .extracting(Claim::id)
        .contains(
            "keeps-up-retrieved",
            "keeps-up-duration",
            "index-has-time-left",
            "qm-rm-half-as-fast",
            "index-rate-flat",
            "links-grow-with-users-ccm-rm",
            "more-sources-more-throughput",
            "threads-bound-cpu",
            "further-threads-bound-cpu",
            "cpu-in-single-digits",
            "cpu-grows-with-load",
            "no-slower-with-more-artifacts",
            "applications-saturate-first-ccm-rm",
            "projections-are-created",
            "projections-are-indexed",
            "projections-leave-time",
            "heap-flat",
            "aim-first-indexing",
            "aim-disk",
            "aim-back-links");
    assertThat(baseline.claims()).allMatch(claim -> claim.basis().length() > 20);
    assertThat(baseline.unavailable()).hasSize(13).allMatch(chart -> !chart.why().isBlank());
    assertThat(baseline.environment())
        .containsKeys("CPU", "Memory", "JVM settings", "Database", "Web server");
  }

  /** All rates of the report that are of one thing alone, from 50 to 75.9 a second. */
  @Test
  void theHypothesisOnCommitsIsAnExplanationOfItsRates() {
    assertThat(baseline.explanations())
        .singleElement()
        .satisfies(it ->
            assertThat(it.marks())
                .extracting(Claim::id)
                .containsExactly("with-the-cost", "without-the-cost"));
    assertThat(
            Stream.of(
                    "index-rate.work-items.least",
                    "index-rate.work-items.most",
                    "initial-rate.ccm",
                    "initial-rate.qm")
                .map(this::value))
        .containsExactly(50.0, 60.0, 75.9, 64.2);
  }

  private Experiment experiment(String id) {
    return baseline.experiment(id).orElseThrow();
  }

  private Figure statement(String id) {
    return baseline.statement(id).orElseThrow();
  }

  /** In its own unit. */
  private double value(String id) {
    return baseline.find(id).orElseThrow().value();
  }
}
