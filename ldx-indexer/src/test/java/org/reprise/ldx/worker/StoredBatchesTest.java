package org.reprise.ldx.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoredBatchesTest {
  private static Batch batch(long number, int page) {
    return new Batch(
        number,
        List.of(),
        List.of(),
        page == 0 ? null : new Batch.Progress.Page(URI.create("http://a.test/" + page)));
  }

  @Test
  void doesNotAdvancePastMissingBatch() {
    StoredBatches stored = new StoredBatches();
    Batch first = batch(0, 0);
    Batch second = batch(1, 1);
    Batch third = batch(2, 2);
    assertThat(stored.with(third)).isNull();
    stored.add(third);
    assertThat(stored.with(second)).isNull();
    stored.add(second);
    // The first one is the last that was missing: all three are there with it.
    assertThat(stored.with(first)).isEqualTo(third.reached());
    stored.add(first);
    assertThat(stored.with(batch(3, 3))).isEqualTo(batch(3, 3).reached());
  }
}
