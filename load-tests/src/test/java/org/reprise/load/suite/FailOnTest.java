package org.reprise.load.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.judge.RunComparison.Difference;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

class FailOnTest {
  private static final RunRecord GOOD =
      ImaginedRuns.cps("cps-quick-1", SampleRun.published(0.1), "quick");

  private static RunComparison rows(Difference... rows) {
    return new RunComparison(GOOD, GOOD, List.of(rows), List.of(), List.of());
  }

  private static RunRecord withVerdict(Verdict verdict) {
    var first = Records.with(GOOD.claims().getFirst(), "verdict", verdict);
    return Records.with(GOOD, "claims", List.of(first));
  }

  @Test
  void aTimeOrRateIsWorseWhereAlsoTheNearEndOfItsIntervalIs() {
    var failures =
        FailOn.of("worse:10%")
            .failures(
                rows(
                    new Difference("slower.avg", "ms", 10.0, 13.0, 1.3, 0.1),
                    new Difference("unsure.avg", "ms", 10.0, 13.0, 1.3, 0.25),
                    new Difference("unknown.avg", "ms", 10.0, 20.0, 2.0, null),
                    new Difference("faster.avg", "min", 10.0, 5.0, 0.5, 0.1),
                    new Difference("fewer.flows", "flows/s", 10.0, 7.0, 0.7, 0.1),
                    new Difference("links", "links/h", 10.0, 7.0, 0.7, 0.1),
                    new Difference("more.flows", "flows/s", 10.0, 14.0, 1.4, 0.1),
                    new Difference("pings-rate.capacity", "", 10.0, 7.0, 0.7, 0.1),
                    new Difference("pings-p99.capacity", "", 10.0, 13.0, 1.3, 0.1),
                    new Difference("disk-reads", "MiB/s", 10.0, 7.0, 0.7, 0.1),
                    new Difference("size", "MiB", 10.0, 14.0, 1.4, 0.1)));

    assertThat(failures)
        .containsExactly(
            "slower.avg is worse: ×1.30 ± 0.100",
            "fewer.flows is worse: ×0.700 ± 0.100",
            "links is worse: ×0.700 ± 0.100",
            "pings-rate.capacity is worse: ×0.700 ± 0.100",
            "pings-p99.capacity is worse: ×1.30 ± 0.100");
  }

  @Test
  void differsNeedsAClaimThatWasReproducedBefore() {
    var reproduced = withVerdict(Verdict.REPRODUCED);
    var differs = withVerdict(Verdict.DIFFERS);
    var failOn = FailOn.of("differs");

    assertThat(failOn.failures(RunComparison.of(reproduced, differs)))
        .containsExactly(GOOD.claims().getFirst().id() + " Differs, before Reproduced");
    assertThat(failOn.failures(RunComparison.of(differs, differs))).isEmpty();
    assertThat(failOn.failures(RunComparison.of(withVerdict(Verdict.NOT_COMPARABLE), differs)))
        .isEmpty();
    assertThat(failOn.failures(RunComparison.of(reproduced, reproduced))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "worse", "worse:10", "worse:-1%", "worse:ten%", "better:10%"})
  void refusesWhatItDoesNotUnderstand(String text) {
    assertThatThrownBy(() -> FailOn.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--fail-on")
        .hasMessageContaining("worse:10%");
  }
}
