package org.reprise.ldx.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.index.IndexSize;

class PagesTest {
  private static final long GIB = 1L << 30;

  private static String list(IndexSize size) {
    return Pages.list(List.of(), size, null);
  }

  // The report's rule: total system memory - JVM heap size - 2 GB.
  @Test
  void anIndexThatDoesNotFitIntoMemoryIsWarnedOf() {
    IndexSize fits = new IndexSize(5 * GIB, 600_000, 600_000, 16 * GIB, 8 * GIB);
    assertThat(fits.allowed()).isEqualTo(6 * GIB);
    assertThat(list(fits)).doesNotContain("Warning");
    IndexSize tooLarge = new IndexSize(7 * GIB, 600_000, 600_000, 16 * GIB, 8 * GIB);
    assertThat(list(tooLarge)).contains("Warning: the index is larger");
    assertThat(new IndexSize(1, 0, 0, 2 * GIB, GIB).allowed()).as("nothing is left").isZero();
  }
}
