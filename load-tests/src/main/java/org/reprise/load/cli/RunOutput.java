package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.reprise.load.generator.Sample;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.report.RunReport;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.RunStart;

/** What a run leaves in its folder and on the terminal. */
final class RunOutput {
  private RunOutput() {}

  /** Writes record, figures and page, and makes the run the newest. */
  static void write(RunDirectory directory, RunRecord record) throws IOException {
    RunReport.write(directory, record);
    directory.markLatest();
  }

  static void print(RunDirectory directory, RunRecord record, PrintWriter out) {
    out.println(TerminalTable.of(record));
    out.println("page: " + directory.path().resolve(RunReport.PAGE));
    out.println("next: " + next(directory, record));
    out.flush();
  }

  private static String next(RunDirectory directory, RunRecord record) {
    if (RunStart.canGoOn(directory)) {
      return "./reprise run %s %s goes on where it stopped"
          .formatted(RunOfSystems.RESUME, record.runId());
    }
    return switch (record.profile()) {
      case "smoke" -> "./reprise run %s measures enough to judge claims".formatted(record.system());
      case "quick" ->
          "./reprise run %s --profile full has the report's windows; ./reprise list %s names its figures"
              .formatted(record.system(), record.report());
      default -> "./reprise compare RUN %s".formatted(record.runId());
    };
  }

  static void print(RunComparison comparison, PrintWriter out) {
    out.println(TerminalTable.of(comparison));
    out.flush();
  }

  /** What somebody measured by hand, of whose machine nothing is known. */
  static void print(Path file, List<Sample> samples, Comparison comparison, PrintWriter out) {
    var unknown =
        new Environment(
            "not known", 0, 0, "not known", "not known", List.of(), null, Map.of(), null, null);
    var manifest =
        new Manifest(
            "unknown",
            0,
            comparison.scale(),
            1,
            samples.getFirst().start(),
            samples.getLast().end(),
            file.toString(),
            null);
    out.println(TerminalTable.of(comparison.record("by-hand", "by-hand", manifest, unknown)));
    out.flush();
  }
}
