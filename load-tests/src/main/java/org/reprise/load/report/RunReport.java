package org.reprise.load.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;

/** Writes a run's files: the record, the figures, the page. */
public final class RunReport {
  /** The page's file. */
  public static final String PAGE = "index.html";

  public static final String FIGURES = "figures.csv";

  private static final int DEPTH = 4;

  private RunReport() {}

  /**
   * Writes run.json, figures.csv and index.html; the page links every other report that lies in the
   * directory.
   */
  public static void write(RunDirectory directory, RunRecord run) throws IOException {
    directory.write(run);
    draw(directory, run);
  }

  /** Draws figures.csv and index.html again from the record. */
  public static void draw(RunDirectory directory, RunRecord run) throws IOException {
    directory.write(FIGURES, FiguresCsv.of(run));
    directory.write(PAGE, HtmlPage.of(run, beside(directory.path())));
  }

  /** Pages of other tools below the directory, as relative paths. */
  private static List<String> beside(Path directory) throws IOException {
    try (Stream<Path> files = Files.find(directory, DEPTH, (f, _) -> f.endsWith(PAGE))) {
      return files
          .map(f -> directory.relativize(f).toString().replace('\\', '/'))
          .filter(name -> !name.equals(PAGE))
          .sorted()
          .toList();
    }
  }
}
