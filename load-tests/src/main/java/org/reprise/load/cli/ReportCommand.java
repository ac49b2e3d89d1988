package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.reprise.load.deploy.Home;
import org.reprise.load.report.RunReport;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code reprise report}: draws the page of a run again. */
@Command(
    name = "report",
    description = "Draws the page of a run again from its run.json, and prints its table.")
@SuppressWarnings("NullAway.Init")
final class ReportCommand extends PrintingCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      defaultValue = RunDirectory.LATEST,
      description = "A run's id or folder (default: the newest).")
  private String run;

  @Override
  int print(PrintWriter out) throws IOException {
    var directory = RunDirectory.open(Home.current().results(), run);
    var record = directory.read();
    RunReport.draw(directory, record);
    print(directory, record, out);
    return 0;
  }

  /** Prints a run, where its page is, and what can be done next. */
  static void print(RunDirectory directory, RunRecord record, PrintWriter out) {
    out.println(TerminalTable.of(record));
    out.println("page: " + directory.path().resolve(RunReport.PAGE));
    out.println("next: " + next(record));
  }

  private static String next(RunRecord record) {
    if (record.manifest().resumeOptions() != null) {
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
