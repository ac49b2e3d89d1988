package org.reprise.load.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.run.ExplanationRecord;

class ExplanationJudgeTest {
  @Test
  void theHypothesisStandsWhereThePatternAppears() {
    ExplanationRecord outcome = judge(fast());
    assertThat(outcome.verdict()).isEqualTo("Reproduced");
    assertThat(outcome.offsets()).hasSize(4);
    assertThat(outcome.offsets())
        .allSatisfy(o -> assertThat(o.publishedMs()).isBetween(60.0, 61.5))
        .allSatisfy(o -> assertThat(o.extraMs()).isBetween(50.0, 56.0));
    assertThat(outcome.cameOut())
        .contains("the hypothesis stands")
        .contains("no experiment elsewhere can prove")
        .contains("In the report the extra is 60.2 to 61.4 ms and the plateau 60.8 to 67.1 calls/s")
        .contains("4.07 of its 4 cores");
  }

  @Test
  void anExtraThatDependsOnTheOperationRefutesIt() {
    ExplanationRecord outcome =
        judge(
            fast()
                .bend(o ->
                    o.variant().equals(SampleRun.HASHED) && o.operation().equals("create-node")
                        ? minimum(o, o.minMs() + 30)
                        : o));
    assertThat(outcome.verdict()).isEqualTo("Differs");
    assertThat(outcome.cameOut()).contains("the extra time is not alike for all operations");
  }

  @Test
  void anExtraOfAnotherSizeThanOneHashRefutesIt() {
    ExplanationRecord outcome = judge(fast().quantity("bcryptMs", 20));
    assertThat(outcome.verdict()).isEqualTo("Differs");
    assertThat(outcome.cameOut())
        .contains("the extra time is not that of one cost")
        .contains("the throughput is not the one that the cost allows");
  }

  /** No comparison with it fails, so that nothing would be lacking. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1, 0})
  void aCostThatIsNoneIsNotMeasured(double cost) {
    for (String quantity : List.of("bcryptMs", "hashingCores")) {
      ExplanationRecord outcome = judge(fast().quantity(quantity, cost));
      assertThat(outcome.verdict()).as(quantity).isEqualTo("NotMeasured");
      assertThat(outcome.why()).isEqualTo(quantity + " was not measured");
    }
  }

  @Test
  void withoutItsExperimentItIsNotMeasured() {
    assertThat(judge(fast().quantity("bcryptMs", 0)).why()).isEqualTo("bcryptMs was not measured");
    assertThat(judge(fast().without("remote-2x500")).why())
        .isEqualTo("its experiment was not run: remote-2x500");
    Measured m = fast().measured();
    Measured withoutTreatment =
        Records.with(
            m,
            "experiments",
            m.experiments().stream().filter(r -> !r.variant().equals(SampleRun.HASHED)).toList());
    ExplanationRecord outcome = judge(withoutTreatment);
    assertThat(outcome.verdict()).isEqualTo("NotMeasured");
    assertThat(outcome.why())
        .contains(
            "its experiment was not run: remote-2x500, remote-10x100, remote-20x50, remote-50x20");
  }

  private static SampleRun fast() {
    return SampleRun.published(0.01);
  }

  private static ExplanationRecord judge(SampleRun run) {
    return judge(run.measured());
  }

  private static ExplanationRecord judge(Measured measured) {
    return Comparison.of(SampleRun.BASELINE, measured, "full").explanations().getFirst();
  }

  private static OperationSummary minimum(OperationSummary o, double min) {
    return Records.with(
        o, "minMs", min, "maxMs", o.maxMs() + 60, "meanMs", Math.max(min, o.meanMs()));
  }
}
