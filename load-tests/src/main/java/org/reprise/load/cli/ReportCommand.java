package org.reprise.load.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.reprise.load.report.RunReport;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.stack.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise report}: draws the page of a run again. */
@Command(
    name = "report",
    description = "Draws the page of a run again from its run.json, and prints its table.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      defaultValue = RunDirectory.LATEST,
      description = "A run's id or folder (default: the newest).")
  private String run;

  @Override
  public Integer call() throws IOException {
    var directory = RunDirectory.open(Home.current().results(), run);
    var record = directory.read();
    RunReport.draw(directory, record);
    RunOutput.print(directory, record, spec.commandLine().getOut());
    return 0;
  }
}
