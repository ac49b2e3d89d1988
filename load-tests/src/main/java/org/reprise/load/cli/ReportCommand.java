package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.reprise.load.deploy.Home;
import org.reprise.load.report.RunReport;
import org.reprise.load.run.RunDirectory;
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
    RunOutput.print(directory, record, out);
    return 0;
  }
}
