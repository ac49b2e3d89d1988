package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.ExplanationRecord;

class LdxBenchTest {
  @Test
  void smokeJudgesNothingHoweverItIsTyped() {
    var request = RunRequest.local("Smoke");
    var plan = new LdxPlan(request, request.profile(LdxProfile.ALL));
    var compared = LdxBench.compared(plan, Measured.of(List.of(), List.of()));
    assertThat(compared.claims())
        .isNotEmpty()
        .extracting(ClaimRecord::why)
        .containsOnly("smoke judges no claim");
    assertThat(compared.explanations())
        .isNotEmpty()
        .extracting(ExplanationRecord::why)
        .containsOnly("smoke judges no claim");
  }
}
