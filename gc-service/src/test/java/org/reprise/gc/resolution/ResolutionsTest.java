package org.reprise.gc.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.gc.resolution.Resolved.Entry;
import org.reprise.gc.resolution.Resolved.Outcome;

class ResolutionsTest {
  private static Resolved tree(int size, String uri) {
    List<Entry> entries = new ArrayList<>();
    for (int n = 0; n < size; n++) {
      entries.add(new Entry(uri + n, n, uri + "c" + n, 1, Outcome.COUNTS, false, false, "c" + n));
    }
    return new Resolved(1, 1, entries);
  }

  @Test
  void weightGrowsWithLengthOfUris() {
    int few = Resolutions.weight(tree(100, "http://a/"));
    int many = Resolutions.weight(tree(100, "http://a/" + "x".repeat(1_000)));
    assertThat(many - few).isEqualTo(2 * 100 * 1_000);
    assertThat(Resolutions.weight(tree(0, ""))).isPositive();
  }
}
