package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Verdict;

class ContentClaimsTest {
  private static final Baseline BASELINE = Baselines.load("ecm-scaleout-2016");

  /** The 99th percentile of 50 users is the slowest of them. */
  @ParameterizedTest
  @CsvSource({"50, NOT_MEASURED", "499, NOT_MEASURED", "500, DIFFERS"})
  void percentileOfFewCallsIsNotJudged(int calls, Verdict verdict) {
    var run =
        new ImaginedRun(
            BASELINE, List.of(), experiment -> Stream.of(searches(experiment.id(), calls)));

    var claim = run.claim("aim-index");

    assertThat(claim.verdict()).isEqualTo(verdict);
    assertThat(claim.why())
        .isEqualTo(
            verdict == Verdict.DIFFERS
                ? null
                : calls + " values tell no 99th percentile: it needs 500");
  }

  /** CPU rises while users come: parts of one ramp-up are no sample of its spread. */
  @ParameterizedTest
  @CsvSource({"140, 5, REPRODUCED", "30, 8, NOT_COMPARABLE", "9, 8, DIFFERS"})
  void cpuOfARampUpIsJudgedAsMeasuredOnce(double without, double with, Verdict verdict) {
    var run =
        new ImaginedRun(
            BASELINE,
            List.of("postgresql"),
            experiment -> Stream.of(searches(experiment.id(), 50)));
    run.cpu.put("postgresql index-off", without);
    run.cpu.put("postgresql index-on", with);

    assertThat(run.claim("index-saves-cpu").verdict()).isEqualTo(verdict);
  }

  private static OperationSummary searches(String experiment, int calls) {
    return new OperationSummary(
        experiment,
        Variant.REPORT_EXACT,
        1,
        "all-searches",
        calls,
        0,
        2,
        92,
        14,
        0,
        14,
        80,
        92,
        60.0,
        null);
  }
}
