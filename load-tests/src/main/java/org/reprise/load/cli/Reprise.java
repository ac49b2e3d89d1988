package org.reprise.load.cli;

import java.io.PrintWriter;
import org.reprise.load.deploy.Home;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The {@code reprise} command. Exit codes: 0 all well, 1 an invalid run or a failed check, 2 a
 * mistake in the command line, 3 something that the machine lacks.
 */
@Command(
    name = "reprise",
    description = "Re-runs published performance reports and compares.",
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
public final class Reprise extends PrintingCommand {
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;

  @Override
  int print(PrintWriter out) {
    out.println("Begin with one of these:");
    for (var system : Systems.ALL) {
      var needs = DoctorCommand.needs(system, "quick");
      out.printf("  ./reprise run %-6s %s%n", system.id(), needs.text());
    }
    out.println("Each ends with the report's claims, a page, and what to do next.");
    out.println();
    spec.commandLine().usage(out);
    return 0;
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
            .addSubcommand("run", RunCommand.commandLine(Systems.ALL))
            .addSubcommand("up", UpCommand.commandLine());
    Systems.ALL.forEach(system -> system.commands().forEach(reprise::addSubcommand));
    return explaining(reprise).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** Says what went wrong in a sentence or two, and ends with the exit code that it means. */
  static CommandLine explaining(CommandLine command) {
    return command.setExecutionExceptionHandler((failure, it, _) -> {
      if (Interruption.requested()) {
        it.getErr().println("reprise: interrupted");
        return FAILED;
      }
      return Failure.explain(failure, Home.current(), it.getErr());
    });
  }
}
