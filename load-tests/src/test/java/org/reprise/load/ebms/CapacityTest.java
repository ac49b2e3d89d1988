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
  void aRequestThatFailedIsAFailedCheck() {
    var outcome = new Outcome(EbmsSuite.report());
    Capacity.record("synchronous", result(0, List.of()), outcome);
    Capacity.record("asynchronous", result(2, List.of("answered 503")), outcome);

    assertThat(outcome.checks())
        .extracting(it -> it.id() + " " + it.passed() + ": " + it.detail())
        .containsExactly(
            "capacity-answered.synchronous true: 0 of 10 requests failed",
            "capacity-answered.asynchronous false: 2 of 10 requests failed: answered 503");
  }

  private static LeanLoad.Result result(long errors, List<String> messages) {
    return new LeanLoad.Result(
        10, new BitSet(), List.of(10.0), new Histogram(3), null, errors, messages);
  }
}
