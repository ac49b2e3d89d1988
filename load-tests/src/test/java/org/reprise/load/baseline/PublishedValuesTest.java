package org.reprise.load.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    assertThat(lines).hasSize(403);
    for (String line : lines) {
      String[] columns = line.split("\t", -1);
      Baseline baseline = Baselines.load(columns[0]);
      assertThat(baseline.find(columns[1]).orElseThrow().unit()).as(line).isEqualTo(columns[3]);
      assertThat(baseline.find(columns[1]).orElseThrow().value())
          .as(line)
          .isCloseTo(Double.parseDouble(columns[2]), offset(1e-9));
    }
  }

  /**
   * What is loaded, whatever the form of the file: a digest over experiment, id, operation, role,
   * statistic, unit, value, kind, cell and formula of each figure and statement. A commit that
   * changes one says which figures changed and why.
   */
  @ParameterizedTest
  @CsvSource({
    "cps-307, 193, 3bfb695dea83",
    "digikoppeling-2018, 29, 58a27d85bf19",
    "folio-lists-poppy, 39, 0dc7ab280e9a",
    "clm-60-ldx, 81, 68cdccb47a8f",
    "clm-60-gc, 61, 26e72a4a4a49",
    "ecm-scaleout-2016, 122, 964062642841",
  })
  void loadsTheSameFigures(String report, int count, String digest)
      throws NoSuchAlgorithmException {
    Baseline baseline = Baselines.load(report);
    List<String> loaded =
        Stream.concat(
                baseline.experiments().stream()
                    .flatMap(it -> it.figures().stream().map(f -> it.id() + "|" + text(f))),
                baseline.statements().stream().map(PublishedValuesTest::text))
            .sorted()
            .toList();

    assertThat(loaded).hasSize(count);
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(String.join("\n", loaded).getBytes(UTF_8));
    assertThat(HexFormat.of().formatHex(hash).substring(0, 12)).isEqualTo(digest);
  }

  private static String text(Figure it) {
    Stream<?> place =
        it.statistic() == null ? Stream.of() : Stream.of(it.statistic(), it.operation(), it.role());
    return Stream.concat(
            Stream.concat(Stream.of(it.id()), place),
            Stream.of(it.unit(), it.value(), it.kind(), it.cell(), String.valueOf(it.formula())))
        .map(String::valueOf)
        .collect(joining("|"));
  }
}
