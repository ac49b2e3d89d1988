package org.reprise.load.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.baseline.LoadModel.Workflows;

class Clm60GcBaselineTest {
  private final Baseline baseline = Baselines.load("clm-60-gc");

  /** "Link creation rates for the integration workload". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ccm-rm | 1664 2018 2360 2697 2949 3205",
        "ccm-qm | 1659 2010 2356 2611 2881 3053",
        "qm-rm  | 2277 2728 3143 3540 3838 4068",
      })
  void holdsTheLinksOfEachLevel(String scenario, String row) {
    List<Double> links = Arrays.stream(row.split(" ")).map(Double::valueOf).toList();
    for (int i = 0; i < links.size(); i++) {
      assertThat(value("integration-%d.%s".formatted(500 + 100 * i, scenario)))
          .isEqualTo(links.get(i));
    }
  }

  /** The table of limits, and the text around it. */
  @Test
  void holdsWhatTheReportSaysOfTheWebUi() {
    assertThat(
            List.of("ui.users.most", "creations", "reads", "ui-1100.transactions").stream()
                .map(this::value))
        .containsExactly(1100.0, 2500.0, 141_000.0, 107.0);
    assertThat(
            List.of(
                    "ui.users.maximum",
                    "creations.maximum",
                    "reads.maximum",
                    "transactions.maximum")
                .stream()
                .map(this::value))
        .containsExactly(4675.0, 10_625.0, 599_000.0, 455.0);
    assertThat(value("cpu.gc.ui-1100")).isEqualTo(21);
    assertThat(value("cpu.rm.ui-1100")).isEqualTo(76);
    assertThat(value("cpu.gc.highest")).isEqualTo(24);
    assertThat(value("transactions.highest")).isEqualTo(130);
    assertThat(value("cpu.gc.maximum")).isEqualTo(83);
    assertThat(value("creations.per-100")).isEqualTo(220);
    assertThat(value("reads.per-100")).isEqualTo(4300);
    assertThat(value("database-size")).isEqualTo(807);
    assertThat(value("ui.users.knee")).isEqualTo(1350);
  }

  @Test
  void holdsWhatTheReportSaysOfStressAndIntegration() {
    assertThat(value("stress-500.transactions")).isEqualTo(316);
    assertThat(value("stress.gets")).isEqualTo(7);
    assertThat(value("stress.users.linear")).isEqualTo(700);
    assertThat(value("stress.users.flat")).isEqualTo(1350);
    assertThat(value("stress.users.cpu-flat")).isEqualTo(1400);
    assertThat(List.of(value("stress.cpu.least"), value("stress.cpu.most")))
        .containsExactly(60.0, 70.0);
    assertThat(value("stress.cpu.combined")).isEqualTo(50);
    assertThat(value("integration-1000.transactions")).isEqualTo(0.53);
    assertThat(value("integration.users.most")).isEqualTo(1000);
    assertThat(value("links.total")).isEqualTo(10_326);
    assertThat(value("links.maximum")).isEqualTo(6_200_000);
    assertThat(value("summary.links")).isEqualTo(6_000_000);
  }

  @Test
  void everyDerivedFigureFollowsFromItsFormula() {
    Map<String, Double> room =
        Map.of(
            "projection", 0.005,
            "ui.users.maximum", 1e-9,
            "creations.maximum", 1e-9,
            // 599,250, which the report rounds.
            "reads.maximum", 250.5,
            "links.total", 1e-9,
            // 6.157 million.
            "links.maximum", 50_000.0);
    assertThat(
            baseline.statements().stream()
                .filter(s -> s.kind() == Figure.Kind.DERIVED)
                .map(Figure::id))
        .containsExactlyInAnyOrderElementsOf(room.keySet());
    room.forEach((id, offset) ->
        assertThat(
                Formulas.value(
                    String.valueOf(baseline.statement(id).orElseThrow().formula()), this::value))
            .as(id)
            .isCloseTo(value(id), offset(offset)));
    assertThat(
            baseline.statements().stream()
                .filter(s -> s.kind() == Figure.Kind.PROJECTED)
                .map(Figure::id))
        .containsExactly(
            "transactions.maximum",
            "cpu.gc.maximum",
            "summary.creations",
            "summary.links",
            "summary.reads");
  }

  /** 30 s between pages; 70 and 30 %; 31, 31, 31 and 7 %. */
  @Test
  void theMixIsTheReportsOwn() {
    for (Experiment experiment : baseline.experiments()) {
      Workflows load = (Workflows) experiment.loadModel();
      double all = load.workflows().stream().mapToInt(LoadModel.Workflow::users).sum();
      List<Double> shares = load.workflows().stream().map(it -> 100 * it.users() / all).toList();
      List<Double> published =
          switch (String.valueOf(load.settings().get("workload"))) {
            case "ui" -> List.of(value("ui.share.reads"), value("ui.share.writes"));
            case "stress" -> List.of(50.0, 50.0);
            default ->
                List.of(
                    value("integration.share.ccm-rm"),
                    value("integration.share.ccm-qm"),
                    value("integration.share.qm-rm"),
                    value("integration.share.select"));
          };
      for (int i = 0; i < published.size(); i++) {
        assertThat(shares.get(i)).as(experiment.id()).isCloseTo(published.get(i), offset(0.8));
      }
      if (experiment.id().matches("(ui|integration)-\\d+")) {
        assertThat(load.workflows())
            .allMatch(it -> it.think() != null && it.think().fromSeconds() == 30);
        assertThat(all).isEqualTo(Double.parseDouble(experiment.id().replaceAll("\\D+", "")));
      }
    }
  }

  /** What both halves of the report say of all tests stands in one of the baselines. */
  @Test
  void nothingIsPublishedTwice() {
    Baseline other = Baselines.load("clm-60-ldx");
    assertThat(baseline.statements().stream().map(Figure::id))
        .doesNotContainAnyElementsOf(other.statements().stream().map(Figure::id).toList());
    assertThat(other.statement("ramp")).isPresent();
    assertThat(other.statement("think")).isPresent();
    assertThat(other.statement("components")).isPresent();
  }

  @Test
  void saysWhatDrawingsHide() {
    assertThat(baseline.unavailable()).hasSize(26).allMatch(chart -> !chart.why().isBlank());
    assertThat(baseline.claims()).allMatch(claim -> claim.basis().length() > 15);
    assertThat(baseline.environment())
        .containsKeys("CPU", "Memory", "JVM settings", "Database", "Web server");
  }

  /** In its own unit. */
  private double value(String id) {
    return baseline.find(id).orElseThrow().value();
  }
}
