package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.reprise.load.engine.Outcome;
import org.reprise.load.generator.LeanLoad;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Recorder;
import org.reprise.load.generator.Shape;

class CapacityTest {
  @Test
  void aRequestThatFailedIsAFailedCheckAndOneThatAFullServiceRefusedIsNot() {
    assertThat(check(0, 0))
        .isEqualTo("true: 0 of 10 requests failed, 0 of them since the service was full");
    assertThat(check(2, 0, "500 no"))
        .startsWith(
            "false: 2 of 10 requests failed, 0 of them since the service was full: request: 500"
                + " no");
    assertThat(check(2, 2))
        .isEqualTo("true: 2 of 10 requests failed, 2 of them since the service was full");
    assertThat(check(3, 2, "500 no")).startsWith("false");
  }

  @Test
  void aServiceThatRefusesAllIsAFailedCheck() {
    assertThat(check(10, 10)).startsWith("false");
  }

  private static String check(int errors, int refused, String... messages) {
    var outcome = new Outcome(new EbmsSuite().baseline(), 1);
    var accepted = new BitSet();
    accepted.set(0, 10 - errors);
    var recorder =
        new Recorder(
            Phase.warmUp("lean", new Shape.Window(1, Duration.ZERO, Duration.ofSeconds(1))));
    recorder.begin();
    for (int i = 0; i < refused; i++) {
      recorder.count(LeanLoad.REFUSED);
    }
    for (int i = refused; i < errors; i++) {
      recorder.failed("request", messages[0]);
    }
    var result = new LeanLoad.Result(10, accepted, recorder.sample(), null);
    Capacity.record("synchronous", result, outcome);
    var check = outcome.measured().checks().getFirst();
    return check.passed() + ": " + check.detail();
  }
}
