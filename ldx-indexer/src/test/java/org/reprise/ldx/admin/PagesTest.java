package org.reprise.ldx.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.ldx.admin.SourceView.PollView;
import org.reprise.ldx.index.IndexSize;
import org.reprise.ldx.source.Poll;

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
  void chartOfCountsHasNoDecimals() {
    Poll poll =
        new Poll(1, Poll.Kind.INITIAL, Instant.EPOCH, null, 1, 2_190, 0, 0, 0, 14_760, null, null);
    List<PollView> polls = List.of(PollView.of(poll));
    assertThat(Chart.of("Retrieved", "artifacts", polls, one -> one.poll().retrieved()).max())
        .isEqualTo("2,190 artifacts");
    assertThat(Chart.of("Rate", "artifacts/s", polls, PollView::rate).max())
        .isEqualTo("148.4 artifacts/s");
  }

  @Test
  void describesSizeInWords() {
    assertThat(PageController.text(new IndexSize(9_700_000, 1_200, 800, 16 * GIB, 8 * GIB)))
        .isEqualTo(
            "9.7 MB of the 6.4 GB that fit in memory, for about 1,200 links of 800 artifacts.");
  }
}
