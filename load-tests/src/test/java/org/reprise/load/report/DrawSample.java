package org.reprise.load.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.reprise.load.SampleRun;
import org.reprise.load.judge.Comparison;
import org.reprise.load.run.RunRecord;

/** Draws a sample page into the directory given, to be looked at. */
final class DrawSample {
  private DrawSample() {}

  public static void main(String[] args) throws Exception {
    Path dir = Path.of(args[0]);
    draw(dir.resolve("good"), SampleRun.published(0.07));
    draw(
        dir.resolve("bad"),
        SampleRun.published(0.07).invalid("interrupted").without("remote-20x50"));
    draw(dir.resolve("part"), SampleRun.published(0.07).without("remote-20x50").bend(o -> o));
  }

  private static void draw(Path dir, SampleRun sample) throws Exception {
    Files.createDirectories(dir);
    Comparison c = Comparison.of(SampleRun.BASELINE, sample.measured(), "quick");
    RunRecord run =
        c.record(
            "cps-quick-20261121T101500Z",
            "local",
            SampleRun.manifest(c.scale()),
            SampleRun.environment());
    Files.writeString(dir.resolve("index.html"), HtmlPage.of(run, List.of("gatling/index.html")));
    Files.writeString(dir.resolve("table.txt"), TerminalTable.of(run));
    Files.writeString(dir.resolve("figures.csv"), FiguresCsv.of(run));
  }
}
