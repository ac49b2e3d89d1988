package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Check;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.Verdict;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class ReportTest extends InOwnHome {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  /** A run of cps whose times are the report's by a factor. */
  private RunDirectory run(double factor, String profile, String target) throws IOException {
    var directory = RunDirectory.create(folder.resolve("results"), "cps", profile, NOON);
    var comparison =
        new Comparison(SampleRun.BASELINE, SampleRun.published(factor).measured(), profile);
    var run =
        comparison.record(
            directory.runId(),
            target,
            SampleRun.manifest(comparison.scale()),
            SampleRun.environment());
    directory.write(run);
    return directory;
  }

  @Test
  void originalOfTodayStandsBetweenReportAndHere() throws Exception {
    var here = run(0.1, "quick", "local");
    var original = run(0.5, "full", "https://cps.example.org/cps/api");

    var reprise = Reprise.commandLine(Systems.ALL).setOut(new PrintWriter(out, true));
    assertThat(reprise.execute("report", here.runId(), "--original", original.runId())).isZero();

    var page = Files.readString(here.path().resolve("index.html"));
    var today = Pattern.compile("<span class=\"today\">").matcher(page).results().count();
    assertThat(today).isGreaterThan(192);
    assertThat(page)
        .contains("the original today (" + original.runId() + ", https://cps.example.org/cps/api)")
        .contains("<dt>Original today</dt><dd class=\"today\">Reproduced: ");
    assertThat(out.toString().lines())
        .anyMatch(it -> it.startsWith("  today    the original: " + original.runId()))
        .anyMatch(it -> it.matches("\\s+today .+ 1\\.04 ± 0\\.013 .+"))
        .anyMatch(it -> it.matches("\\s+Original today: Reproduced, .+"));
    assertThat(original.path().resolve("index.html")).doesNotExist();

    var measured = original.read().measured();
    var failed = List.of(new Check("tree-read-back", false, "the tree differs"));
    original.write(
        Records.with(original.read(), "measured", Records.with(measured, "checks", failed)));
    assertThat(reprise.execute("report", here.runId(), "--original", original.runId())).isZero();
    assertThat(Files.readString(here.path().resolve("index.html")))
        .contains("cps.example.org/cps/api, not valid)");

    assertThat(reprise.execute("report", here.runId())).isZero();
    assertThat(Files.readString(here.path().resolve("index.html"))).doesNotContain("class=\"today");
  }

  @Test
  void originalOfAnotherReportIsRefused() throws Exception {
    var here = run(0.1, "quick", "local");
    var other = run(0.5, "full", "https://lists.example.org");
    other.write(Records.with(other.read(), "report", "folio-lists-poppy"));

    var err = new StringWriter();
    var reprise = Reprise.commandLine(Systems.ALL).setErr(new PrintWriter(err, true));
    assertThat(reprise.execute("report", here.runId(), "--original", other.runId())).isEqualTo(2);

    assertThat(err.toString()).contains("another report: folio-lists-poppy");
    assertThat(here.path().resolve("index.html")).doesNotExist();
  }

  @Test
  void pageOverAllRunsShowsTheVerdictsOfTheReport() throws Exception {
    var results = folder.resolve("results");
    var directory = run(0.1, "quick", "local");
    var run = directory.read();
    // As by an earlier baseline, or an earlier judge.
    var others =
        run.claims().stream().map(it -> Records.with(it, "verdict", Verdict.DIFFERS)).toList();
    directory.write(Records.with(run, "claims", others));

    var reprise = Reprise.commandLine(Systems.ALL).setOut(new PrintWriter(out, true));
    assertThat(reprise.execute("report", directory.runId())).isZero();

    assertThat(directory.read()).isEqualTo(run);
    for (var page : new String[] {"index.html", directory.runId() + "/index.html"}) {
      assertThat(Files.readString(results.resolve(page)))
          .as(page)
          .contains("badge Reproduced")
          .doesNotContain("badge Differs");
    }
  }
}
