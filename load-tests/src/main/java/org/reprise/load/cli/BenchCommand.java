package org.reprise.load.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise bench}: what the project measures of its own beyond the reports. */
@Command(
    name = "bench",
    description = "Measures what the reports do not, beside the same work without the system.",
    synopsisSubcommandLabel = "SYSTEM",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** What is no subcommand. */
  @Parameters(arity = "0..1", hidden = true)
  private @Nullable String system;

  /** With a subcommand for each system. */
  static CommandLine commandLine() {
    var bench = new CommandLine(new BenchCommand());
    Systems.ALL.forEach(system -> bench.addSubcommand(system.id(), system.bench()));
    return bench;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "bench takes one system: %s%s"
            .formatted(Systems.ids(), system == null ? "" : ", not '" + system + "'"));
  }
}
