package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.reprise.load.OpenRun;
import org.reprise.load.SampleRun;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.RunDirectory;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class CompareRunsTest {
  private static final String RESULTS = "reprise.results";

  @TempDir private Path results;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void keepRunsApart() {
    System.setProperty(RESULTS, results.toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty(RESULTS);
  }

  @Test
  void runsOfOneMachineAndProfileAreCompared() throws IOException {
    var first = written(SampleRun.BASELINE, SampleRun.published(0.2).measured(), "quick");
    var second = written(SampleRun.BASELINE, SampleRun.published(0.1).measured(), "quick");

    assertThat(reprise("compare", first, second)).isZero();
    assertThat(out.toString())
        .containsPattern("remote-10x100\\.create-node\\.avg .* ×0\\.\\d+ +0\\.\\d+ \\*");
  }

  @Test
  void othersAreRefusedUnlessAnyway() throws IOException {
    var quick = written(SampleRun.BASELINE, SampleRun.published(0.2).measured(), "quick");
    var full =
        written(
            SampleRun.BASELINE, SampleRun.published(0.1).invalid("interrupted").measured(), "full");

    assertThat(reprise("compare", quick, full)).isEqualTo(Reprise.FAILED);
    assertThat(out.toString())
        .contains("not to be compared", "is invalid: interrupted", "different profile")
        .doesNotContain("remote-10x100.flows");
    assertThat(reprise("compare", quick, full, "--anyway")).isZero();
    assertThat(out.toString())
        .contains("against  different profile: quick and full", "remote-10x100.flows");
  }

  @Test
  void runsOfTwoReportsAreAMistakeOfTheUser() throws IOException {
    var cps = written(SampleRun.BASELINE, SampleRun.published(0.2).measured(), "quick");
    var ebms = written(OpenRun.BASELINE, OpenRun.good().measured(), "quick");

    assertThat(reprise("compare", cps, ebms)).isEqualTo(Reprise.USAGE);
    assertThat(err.toString()).contains("no figure in common").doesNotContain("\tat ");
  }

  @Test
  void historyListsRunsAndWhatIsNone() throws IOException {
    assertThat(reprise("history")).isZero();
    assertThat(out.toString()).contains("no run yet");
    var valid = written(SampleRun.BASELINE, SampleRun.published(0.2).measured(), "quick");
    var other = written(OpenRun.BASELINE, OpenRun.good().measured(), "quick");
    var broken = Files.createDirectory(results.resolve("cps-quick-20260101T000000Z"));

    assertThat(reprise("history")).isZero();
    assertThat(out.toString())
        .containsPattern(valid + " +quick +214 +yes +7 of 7 +6d2dbce0c1a2")
        .containsPattern(other + " +quick")
        .contains(broken.getFileName() + "           not finished");
    out.getBuffer().setLength(0);
    assertThat(reprise("history", "ebms")).isZero();
    assertThat(out.toString()).contains(other).doesNotContain(valid);
  }

  private String written(Baseline baseline, Measured measured, String profile) throws IOException {
    var directory =
        RunDirectory.create(
            results, baseline.system(), profile, Instant.parse("2026-11-21T10:15:00Z"));
    var comparison = new Comparison(baseline, measured, profile);
    directory.write(
        comparison.record(
            directory.runId(),
            "local",
            SampleRun.manifest(comparison.scale()),
            SampleRun.environment()));
    return directory.runId();
  }

  private int reprise(String... arguments) {
    return Reprise.commandLine(Systems.ALL)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
