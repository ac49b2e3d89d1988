package org.reprise.load.cli;

import java.io.PrintWriter;
import org.reprise.load.report.RunReport;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.RunStart;

/** What a run leaves on the terminal. */
final class RunOutput {
  private RunOutput() {}

  static void print(RunDirectory directory, RunRecord record, PrintWriter out) {
    out.println(TerminalTable.of(record));
    out.println("page: " + directory.path().resolve(RunReport.PAGE));
    out.println("next: " + next(directory, record));
  }

  private static String next(RunDirectory directory, RunRecord record) {
    if (RunStart.canGoOn(directory)) {
      return "./reprise run --resume %s goes on where it stopped".formatted(record.runId());
    }
    return switch (record.profile()) {
      case "smoke" -> "./reprise run %s measures enough to judge claims".formatted(record.system());
      case "quick" ->
          "./reprise run %s --profile full has the report's windows; ./reprise list %s names its figures"
              .formatted(record.system(), record.report());
      default -> "./reprise compare RUN %s".formatted(record.runId());
    };
  }
}
