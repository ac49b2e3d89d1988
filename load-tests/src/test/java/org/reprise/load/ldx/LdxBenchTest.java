package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
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

  @Test
  void anAimThatIsMissedIsAFault() {
    assertThat(missed(2.25)).singleElement().asString().contains("within 2 ms", "2.25");
    assertThat(missed(1.62)).isEmpty();
  }

  private static List<String> missed(double milliseconds) {
    var request = RunRequest.local("quick");
    var plan = new LdxPlan(request, request.profile(LdxProfile.ALL));
    var measured =
        Records.with(
            Measured.of(List.of(), List.of()), "quantities", Map.of("discover-p99", milliseconds));
    return LdxBench.missed(LdxBench.compared(plan, measured));
  }
}
