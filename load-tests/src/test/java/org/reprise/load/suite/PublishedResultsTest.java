package org.reprise.load.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reprise.load.Views;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.report.RunReport;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.Verdict;

/** The runs in docs/results, and what README says of them. */
class PublishedResultsTest {
  private static final Path CHECKOUT = Path.of("..");
  private static final Path RESULTS = CHECKOUT.resolve("docs/results");
  private static final Pattern LINK = Pattern.compile("href=\"([^\"#:]+)\"");

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

  @Test
  void eachRunsPageIsDrawnFromItsFile() throws IOException {
    for (var past : PastRuns.in(RESULTS).all()) {
      var run = RunDirectory.open(RESULTS, past.runId()).read();
      assertThat(Files.readString(RESULTS.resolve(run.runId()).resolve(RunReport.PAGE)))
          .as("REPRISE_RESULTS=docs/results ./reprise report %s draws it", run.runId())
          .isEqualTo(Views.page(run, Baselines.load(run.report()), List.of()));
    }
  }

  @Test
  void eachLinkOfThePagesHasItsFile() throws IOException {
    var broken = new ArrayList<String>();
    try (var files = Files.walk(RESULTS)) {
      for (var page : files.filter(it -> it.endsWith(RunReport.PAGE)).toList()) {
        LINK.matcher(Files.readString(page))
            .results()
            .map(it -> page.resolveSibling(it.group(1)).normalize())
            .filter(Files::notExists)
            .forEach(it -> broken.add(it.toString()));
      }
    }
    assertThat(broken).isEmpty();
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
