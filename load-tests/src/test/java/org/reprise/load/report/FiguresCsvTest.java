package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

class FiguresCsvTest {
  @Test
  void writesALineForEveryFigure() {
    List<String> lines =
        RunReport.figures(
                HtmlPageTest.record(SampleRun.published(0.5).without("remote-20x50"), "quick"))
            .lines()
            .toList();
    assertThat(lines).hasSize(194);
    assertThat(lines.getFirst()).isEqualTo("id,unit,published,measured,spread,ratio,verdict,why");
    assertThat(lines)
        .anyMatch(l ->
            l.startsWith("embedded-2x500.create-anchor.min,ms,0.992,0.496,,0.5,NotComparable,"))
        .anyMatch(l ->
            l.equals(
                "remote-20x50.create-node.avg,ms,376.145,,,,NotMeasured,left out by the quick"
                    + " profile"))
        .anyMatch(
            l -> l.matches("remote-2x500\\.create-node\\.avg,ms,[\\d.]+,[\\d.]+,0\\.\\d+,.*"));
  }

  @Test
  void quotesWhatNeedsItAndStartsNoFormula() {
    RunRecord run = HtmlPageTest.record(SampleRun.published(0.5), "quick");
    FigureRecord odd =
        Records.with(
            run.figures().getFirst(), "verdict", Verdict.INVALID, "why", "=1+1, \"quoted\"");
    String csv = RunReport.figures(Records.with(run, "figures", List.of(odd)));
    assertThat(csv).contains(",Invalid,\"'=1+1, \"\"quoted\"\"\"");
  }
}
