package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.judge.Comparison;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.Verdict;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class ReportTest extends InOwnHome {
  @Test
  void pageOverAllRunsShowsTheVerdictsOfTheReport() throws Exception {
    var results = folder.resolve("results");
    var directory =
        RunDirectory.create(results, "cps", "quick", Instant.parse("2026-11-21T10:15:00Z"));
    var comparison =
        new Comparison(SampleRun.BASELINE, SampleRun.published(0.1).measured(), "quick");
    var run =
        comparison.record(
            directory.runId(),
            "local",
            SampleRun.manifest(comparison.scale()),
            SampleRun.environment());
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
