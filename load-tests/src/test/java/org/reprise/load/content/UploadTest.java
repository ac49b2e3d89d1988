package org.reprise.load.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UploadTest {
  /** Equal contents would be stored once, and a wrong digest be taken for a damaged document. */
  @Test
  void drawsDistinctContentsWithTheirDigests() throws Exception {
    var random = new SplittableRandom(7);
    var digests = new HashSet<String>();
    var lengths = new HashSet<Integer>();
    for (int i = 0; i < 2000; i++) {
      var upload = Upload.draw(random, "name");
      assertThat(upload.sha256())
          .isEqualTo(
              HexFormat.of()
                  .formatHex(MessageDigest.getInstance("SHA-256").digest(upload.content())));
      digests.add(upload.sha256());
      lengths.add(upload.content().length);
    }
    assertThat(digests).hasSize(2000);
    assertThat(lengths).contains(1024, 10 * 1024, 100 * 1024, 500 * 1024);
  }

  /** The report's counts and sizes: 5,134,500 documents of 290.8 GiB. */
  @Test
  void hasThePopulationOfTheReport() {
    var documents = Upload.population(0.01);
    assertThat(documents).hasSize(51_345).doesNotHaveDuplicates();
    var gibibytes = documents.stream().mapToLong(StoredDocument::size).sum() * 100.0 / (1 << 30);
    assertThat(gibibytes).isCloseTo(290.8, within(0.1));
  }
}
