package org.reprise.kit.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.reprise.kit.limits.ByteBudget.Share;

class ByteBudgetTest {
  private static final int KILOBYTE = 1024;

  private final ByteBudget budget = new ByteBudget(1_000 * KILOBYTE);

  @Test
  void sumsSharesOfOneRequest() {
    try (Share one = budget.share();
        Share other = budget.share()) {
      assertThat(one.add(500 * KILOBYTE)).isTrue();
      assertThat(one.add(200 * KILOBYTE)).isTrue();
      assertThat(budget.held()).isEqualTo(700 * KILOBYTE);

      assertThat(other.add(200 * KILOBYTE)).isTrue();
      assertThat(other.add(200 * KILOBYTE)).isFalse();
      assertThat(budget.held()).isEqualTo(900 * KILOBYTE);
    }
    assertThat(budget.held()).isZero();
  }

  @Test
  void countsNothingForSmallShares() {
    try (Share share = budget.share()) {
      assertThat(share.add(8 * KILOBYTE)).isTrue();
      assertThat(budget.held()).isZero();
      // Many small pieces are a large share.
      assertThat(share.add(9 * KILOBYTE)).isTrue();
      assertThat(budget.held()).isEqualTo(17 * KILOBYTE);
    }
    assertThat(budget.held()).isZero();
  }

  @Test
  void allowsShareOverBudgetOnlyAlone() {
    try (Share small = budget.share();
        Share large = budget.share()) {
      assertThat(small.add(100 * KILOBYTE)).isTrue();
      assertThat(large.add(2_000 * KILOBYTE)).isFalse();
      small.close();
      assertThat(large.cover(2_000 * KILOBYTE)).isTrue();
      assertThat(small.add(100 * KILOBYTE)).isFalse();
    }
    assertThat(budget.held()).isZero();
  }

  @Test
  void rejectsEmptyBudget() {
    assertThatThrownBy(() -> new ByteBudget(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
