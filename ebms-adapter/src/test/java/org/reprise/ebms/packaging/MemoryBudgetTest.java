package org.reprise.ebms.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reprise.ebms.envelope.RefusedMessage;

class MemoryBudgetTest {
  private static final int MB = 1024 * 1024;
  private static final Duration LONG = Duration.ofDays(1);

  @Test
  void refusesWith503WhenBudgetIsUsed() {
    MemoryBudget budget = new MemoryBudget(10 * MB, Duration.ofMillis(20));
    try (MemoryBudget.Share _ = budget.take(6 * MB);
        MemoryBudget.Share _ = budget.take(3 * MB)) {
      assertThatExceptionOfType(RefusedMessage.class)
          .isThrownBy(() -> budget.take(2 * MB))
          .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(503));
    }
    budget.take(9 * MB).close();
  }

  @Test
  void largerThanBudgetTakesWholeBudget() {
    MemoryBudget budget = new MemoryBudget(MB, Duration.ofMillis(20));
    try (MemoryBudget.Share _ = budget.take(Long.MAX_VALUE)) {
      assertThatExceptionOfType(RefusedMessage.class).isThrownBy(() -> budget.take(1));
    }
    budget.take(1).close();
  }

  @Test
  void shareThatHoldsSomeDoesNotWaitForMore() {
    MemoryBudget budget = new MemoryBudget(10 * MB, LONG);
    try (MemoryBudget.Share first = budget.take(6 * MB);
        MemoryBudget.Share second = budget.take(3 * MB)) {
      assertThatExceptionOfType(RefusedMessage.class).isThrownBy(() -> first.takeMore(2 * MB));
      assertThatExceptionOfType(RefusedMessage.class).isThrownBy(() -> second.takeMore(2 * MB));
    }
  }

  @Test
  void shareThatHoldsSomeGetsTheRestOfTheBudget() {
    MemoryBudget budget = new MemoryBudget(10 * MB, LONG);
    try (MemoryBudget.Share first = budget.take(6 * MB);
        MemoryBudget.Share _ = first.takeMore(Long.MAX_VALUE)) {
      assertThatExceptionOfType(RefusedMessage.class).isThrownBy(() -> first.takeMore(1));
    }
    budget.take(Long.MAX_VALUE).close();
  }

  @Test
  void shareThatHoldsNothingWaitsForMemory() throws InterruptedException {
    MemoryBudget budget = new MemoryBudget(10 * MB, LONG);
    MemoryBudget.Share all = budget.take(Long.MAX_VALUE);
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              try (MemoryBudget.Share nothing = budget.nothing()) {
                nothing.takeMore(MB).close();
              }
            });
    all.close();
    waiting.join(Duration.ofMinutes(5));
    assertThat(waiting.isAlive()).isFalse();
  }
}
