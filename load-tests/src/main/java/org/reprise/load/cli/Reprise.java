package org.reprise.load.cli;

import java.io.PrintWriter;
import org.reprise.load.deploy.Home;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The {@code reprise} command. Exit codes: 0 all well, 1 an invalid run or a failed check, 2 a
 * mistake in the command line, 3 something that the machine lacks.
 */
@Command(
    name = "reprise",
    description = "Re-runs published performance reports and compares.",
    mixinStandardHelpOptions = true,
    version = "reprise 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ListCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      HistoryCommand.class,
      RepeatCommand.class,
      DownCommand.class,
      StatusCommand.class,
      DoctorCommand.class,
      EnvCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Reprise implements Runnable {
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;

  @Spec private CommandSpec spec;

  /** Needed by picocli, which sets the field. */
  @SuppressWarnings("NullAway.Init")
  public Reprise() {}

  @Override
  public void run() {
    var out = spec.commandLine().getOut();
    out.println("Begin with one of these:");
    for (var system : Systems.ALL) {
      var needs = DoctorCommand.needs(system, "quick");
      out.printf("  ./reprise run %-6s %s%n", system.id(), needs.text());
    }
    out.println("Each ends with the report's claims, a page, and what to do next.");
    out.println();
    spec.commandLine().usage(out);
    out.flush();
  }

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    var code = commandLine().execute(arguments);
    // While the JVM is being ended by a signal, another exit would wait for the first one for ever.
    if (!Interruption.requested()) {
      System.exit(code);
    }
  }

  static CommandLine commandLine() {
    var reprise =
        new CommandLine(new Reprise())
            .addSubcommand("run", RunCommand.commandLine())
            .addSubcommand("up", UpCommand.commandLine());
    Systems.ALL.forEach(system -> system.commands().forEach(reprise::addSubcommand));
    return reprise
        .setExecutionExceptionHandler(
            (failure, commandLine, _) -> explain(failure, commandLine.getErr()))
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** What went wrong in a sentence or two, and the exit code that it means. */
  private static int explain(Exception failure, PrintWriter err) {
    if (Interruption.requested()) {
      err.println("reprise: interrupted");
      err.flush();
      return FAILED;
    }
    var code = Failure.explain(failure, Home.current(), err);
    err.flush();
    return code;
  }
}
