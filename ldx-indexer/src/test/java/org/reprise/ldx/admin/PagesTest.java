package org.reprise.ldx.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reprise.ldx.index.IndexSize;

class PagesTest {
  private static final long GIB = 1L << 30;

  // The report's rule: total system memory - JVM heap size - 2 GB.
  @Test
  void warnsOfIndexThatDoesNotFitInMemory() {
    IndexSize fits = new IndexSize(5 * GIB, 600_000, 600_000, 16 * GIB, 8 * GIB);
    assertThat(fits.allowed()).isEqualTo(6 * GIB);
    assertThat(fits.isTooLarge()).isFalse();
    IndexSize tooLarge = new IndexSize(7 * GIB, 600_000, 600_000, 16 * GIB, 8 * GIB);
    assertThat(tooLarge.isTooLarge()).isTrue();
    assertThat(new IndexSize(1, 0, 0, 2 * GIB, GIB).allowed()).as("nothing is left").isZero();
  }

  @Test
  void tellsSizeInWords() {
    assertThat(PageController.text(new IndexSize(9_700_000, 1_200, 800, 16 * GIB, 8 * GIB)))
        .isEqualTo(
            "9.7 MB of the 6.4 GB that fit in memory, for about 1,200 links of 800 artifacts.");
  }
}
