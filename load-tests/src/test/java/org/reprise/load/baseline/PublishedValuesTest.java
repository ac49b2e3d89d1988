package org.reprise.load.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Published figures are never edited: a copy of them stands beside, id by id. */
class PublishedValuesTest {
  @Test
  void everyPublishedValueIsStillThereWithItsUnit() throws IOException, URISyntaxException {
    Path file =
        Path.of(
            Objects.requireNonNull(
                    PublishedValuesTest.class.getResource("/baselines/published.tsv"))
                .toURI());
    List<String> lines = Files.readAllLines(file);

    assertThat(lines).hasSize(402);
    for (String line : lines) {
      String[] columns = line.split("\t", -1);
      Baseline baseline = Baselines.load(columns[0]);
      assertThat(baseline.unit(columns[1])).as(line).contains(columns[3]);
      assertThat(Unit.of(columns[3]).from(baseline.published(columns[1]).orElseThrow()))
          .as(line)
          .isCloseTo(Double.parseDouble(columns[2]), offset(1e-9));
    }
  }
}
