package org.reprise.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.SampleRun;
import org.reprise.load.run.RunJson;

class FiguresCsvTest {
  @Test
  void writesALineForEveryFigure() {
    List<String> lines =
        FiguresCsv.of(
                HtmlPageTest.record(SampleRun.published(0.5).without("remote-20x50"), "quick"))
            .lines()
            .toList();
    assertThat(lines).hasSize(193);
    assertThat(lines.getFirst())
        .isEqualTo(
            "id,experiment,operation,statistic,unit,kind,published,measured,ratio,verdict,why,spread");
    assertThat(lines)
        .anyMatch(l ->
            l.startsWith(
                "embedded-2x500.create-anchor.min,embedded-2x500,create-anchor,min,ms,MEASURED,0.992,0.496,0.5,NotComparable,"))
        .anyMatch(l ->
            l.equals(
                "remote-20x50.create-node.avg,remote-20x50,create-node,avg,ms,MEASURED,376.145,,,NotMeasured,left"
                    + " out by the quick profile,"))
        .anyMatch(l -> l.matches("remote-2x500\\.create-node\\.avg,.*,0\\.\\d+"));
  }

  /** A run.json may come from anybody. */
  @Test
  void namesStartNoFormulaEither(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("run.json");
    Files.writeString(
        file,
        RunJson.write(HtmlPageTest.record(SampleRun.published(0.5), "quick"))
            .replace("\"embedded-2x500.create-anchor.min\"", "\"=1+1,2\""));
    assertThat(FiguresCsv.of(RunJson.read(file))).contains("\r\n\"'=1+1,2\",embedded-2x500,");
  }

  @Test
  void quotesWhatNeedsItAndStartsNoFormula() {
    String csv =
        FiguresCsv.of(
            HtmlPageTest.record(SampleRun.published(0.5).invalid("=1+1, \"quoted\""), "quick"));
    assertThat(csv).contains(",Invalid,\"'=1+1, \"\"quoted\"\"\",");
  }
}
