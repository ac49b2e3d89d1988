package org.reprise.load.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.reprise.load.report.RunReport;
import org.reprise.load.run.Verdict;

/** The runs in docs/results, and what README says of them. */
class PublishedResultsTest {
  private static final Path CHECKOUT = Path.of("..");
  private static final Path RESULTS = CHECKOUT.resolve("docs/results");

  @Test
  void readmeHasTheFiguresOfTheCommittedRuns() throws IOException {
    var readme = Files.readAllLines(CHECKOUT.resolve("README.md"));
    assertThat(SuitePage.of(PastRuns.in(RESULTS)).measured())
        .allSatisfy(it ->
            assertThat(readme)
                .filteredOn(line -> line.startsWith("| [%s](".formatted(it.system())))
                .singleElement()
                .asString()
                .endsWith(figures(it)));
  }

  @Test
  void siteShowsTheCommittedRuns() throws IOException {
    assertThat(Files.readString(RESULTS.resolve(RunReport.PAGE)))
        .as("REPRISE_RESULTS=docs/results ./reprise history draws it")
        .isEqualTo(SuitePage.of(PastRuns.in(RESULTS)).html());
  }

  private static String figures(SuitePage.Row row) {
    var run = Objects.requireNonNull(row.run());
    var headline = Objects.requireNonNull(row.headline());
    return " | %s | %s | %s | %d reproduced, %d by construction, %d different, %d undecided | [%tF](docs/results/%s/index.html) |"
        .formatted(
            headline.name(),
            (headline.published() + " " + headline.unit()).strip(),
            (headline.measured() + " " + headline.unit()).strip(),
            run.count(Verdict.REPRODUCED),
            run.count(Verdict.BY_CONSTRUCTION),
            run.count(Verdict.DIFFERS),
            run.count(Verdict.NOT_COMPARABLE),
            run.manifest().started().atZone(ZoneOffset.UTC),
            run.runId());
  }
}
