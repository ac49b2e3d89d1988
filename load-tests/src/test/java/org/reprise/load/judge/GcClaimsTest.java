package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Verdict;

/** Every claim on global configurations holds for a run like the report's, and can fail. */
class GcClaimsTest {
  private static final Baseline BASELINE = Baselines.load("clm-60-gc");
  private static final List<String> ROLES = List.of("gc", "jts", "ccm", "qm", "rm", "postgresql");

  /** Claims by the load whose users wait for applications that take their time. */
  private final ImaginedRun run = new ImaginedRun(BASELINE, ROLES, this::summaries);

  private final Map<String, Double> averages = new HashMap<>();

  /** Experiments of which no call succeeded. */
  private final Set<String> left = new HashSet<>();

  GcClaimsTest() {
    run.quantities.put("scale.uiTimeFactor", 1.0);
    run.quantities.put("stress-500.transactions", 316.0);
    run.quantities.put("stress-700.transactions", 440.0);
    run.quantities.put("stress-1350.transactions", 500.0);
    run.quantities.put("stress-most.transactions", 4_500.0);
    run.quantities.put("ui-1100.creations", 2_400 / 3600.0);
    run.quantities.put("ui-1100.transactions", 107.0);
    run.quantities.put("integration-1000.links", 10_326 / 3600.0);
    run.quantities.put("integration-1000.transactions", 0.4);
    run.quantities.put("projection-carried.ui-projected", 0.97);
    run.quantities.put("reads-p99.ui-1350", 40.0);
    for (var link : List.of("ccm-rm", "ccm-qm", "qm-rm")) {
      for (var level : List.of("integration-500.", "integration-1000.")) {
        run.quantities.put(level + link, BASELINE.published(level + link).orElseThrow());
      }
    }
    averages.put("ui-1350 select-rm", 40.0);
    averages.put("ui-1350 replace-contribution", 40.0);
    for (var role : ROLES) {
      for (var experiment : run.names()) {
        var busy = experiment.startsWith("stress") == (role.equals("gc") || role.equals("jts"));
        run.cpu.put(role + " " + experiment, busy ? 60.0 : 10.0);
      }
    }
  }

  @Test
  void aRunLikeTheReportsReproducesEveryClaim() {
    assertThat(run.verdicts())
        .hasSize(BASELINE.claims().size())
        .containsEntry("creations-per-user", Verdict.BY_CONSTRUCTION)
        .allSatisfy((claim, verdict) ->
            assertThat(verdict).as(claim).isIn(Verdict.REPRODUCED, Verdict.BY_CONSTRUCTION));
  }

  @Test
  void claimsAreReckonedInTheUnitsOfTheReport() {
    assertThat(run.claim("creations-per-user").measured())
        .contains("2,400 creations/h", "2,500 creations/h");
  }

  @ParameterizedTest
  @CsvSource({
    "stress-linear-to-700, stress-700.transactions, 350",
    "stress-flat-at-1350, stress-1350.transactions, 850",
    "links-need-few-transactions, integration-1000.transactions, 9",
    "links-grow-with-users-ccm-rm, integration-1000.ccm-rm, 0.5",
    "links-grow-with-users-ccm-qm, integration-1000.ccm-qm, 0.5",
    "links-grow-with-users-qm-rm, integration-1000.qm-rm, 0.6",
    "projection-users, projection-carried.ui-projected, 0.8",
    "projection-links, integration-1000.transactions, 0.8",
    "aim-stress, stress-most.transactions, 2400",
    "aim-reads, reads-p99.ui-1350, 160",
  })
  void eachCanFail(String claim, String quantity, double bad) {
    run.quantities.put(quantity, bad);
    assertThat(run.verdicts()).containsEntry(claim, Verdict.DIFFERS);
  }

  @ParameterizedTest
  @CsvSource({
    "ui-flat-to-1100, ui-1100 open-configuration, 30",
    "ui-flat-to-1100, ui-1100 select-rm, 30",
    "ui-knee-at-1350, ui-1350 select-rm, 10",
    "search-stays-fast, ui-1350 search, 20",
    "applications-degrade-first, ui-1350 search, 60",
    "stress-response-flat-to-700, stress-700 proxied-get, 20",
  })
  void eachOnTimesCanFail(String claim, String where, double bad) {
    averages.put(where, bad);
    assertThat(run.verdicts()).containsEntry(claim, Verdict.DIFFERS);
  }

  @ParameterizedTest
  @CsvSource({
    "ui-applications-limit, gc ui-1100, 90",
    "stress-gc-and-jts-busiest, rm stress-1350, 90",
    "gc-is-no-bottleneck-of-links, gc integration-1000, 90",
    "links-most-leave-gc-idle, gc links-most, 90",
  })
  void eachOnCpuCanFail(String claim, String where, double bad) {
    run.cpu.put(where, bad);
    assertThat(run.verdicts()).containsEntry(claim, Verdict.DIFFERS);
  }

  /** In the way of the report: links for each transaction, times the transactions carried. */
  @Test
  void whatOneServiceCarriesFollowsFromWhatWasMeasured() {
    run.quantities.put("integration-1000.transactions", 1.06);
    run.quantities.put("stress-500.transactions", 316.0);
    var projected = run.statement("links.maximum");
    assertThat(projected.measured()).isBetween(3_050_000.0, 3_100_000.0);
    assertThat(run.statement("links.total").measured()).isBetween(10_325.0, 10_327.0);
    // Whatever the report's 83 % were of, what was used here stands beside it.
    run.cpu.put("gc ui-projected", 80.0);
    assertThat(run.statement("cpu.gc.maximum").measured()).isEqualTo(10.0);
  }

  private Stream<OperationSummary> summaries(Experiment experiment) {
    return BASELINE.operations().stream()
        .filter(_ -> !left.contains(experiment.id()))
        .map(operation -> summary(experiment.id(), operation.id()));
  }

  /** Ten parts of a window, 1 % off, and 99 % of the calls within twice the average. */
  private OperationSummary summary(String experiment, String operation) {
    double average = averages.getOrDefault(experiment + " " + operation, 10.0);
    var batches =
        IntStream.range(0, 10).mapToObj(i -> average * (i % 2 == 0 ? 1.01 : 0.99)).toList();
    return new OperationSummary(
        experiment,
        Variant.REPORT_EXACT,
        1,
        operation,
        2_000,
        0,
        average,
        average,
        average,
        0,
        average,
        average,
        2 * average,
        null,
        batches);
  }
}
