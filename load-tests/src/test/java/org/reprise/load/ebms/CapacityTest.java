package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.reprise.load.engine.Outcome;
import org.reprise.load.generator.LeanLoad;

class CapacityTest {
  @Test
  void aRequestThatFailedIsAFailedCheckAndOneThatAFullServiceRefusedIsNot() {
    assertThat(check(0, 0))
        .isEqualTo("true: 0 of 10 requests failed, 0 of them since the service was full");
    assertThat(check(2, 0, "500 no"))
        .isEqualTo("false: 2 of 10 requests failed, 0 of them since the service was full: 500 no");
    assertThat(check(2, 2))
        .isEqualTo("true: 2 of 10 requests failed, 2 of them since the service was full");
    assertThat(check(3, 2, "500 no")).startsWith("false");
  }

  @Test
  void aServiceThatRefusesAllIsAFailedCheck() {
    assertThat(check(10, 10)).startsWith("false");
  }

  private static String check(int errors, int refused, String... messages) {
    var outcome = new Outcome(EbmsSuite.report());
    var accepted = new BitSet();
    accepted.set(0, 10 - errors);
    var result =
        new LeanLoad.Result(
            10,
            accepted,
            List.of(10.0),
            new Histogram(3),
            null,
            errors,
            refused,
            List.of(messages));
    Capacity.record("synchronous", result, outcome);
    var check = outcome.checks().getFirst();
    return check.passed() + ": " + check.detail();
  }
}
