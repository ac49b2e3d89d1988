package org.reprise.load.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Home;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise run}: measures a system and compares it with its report. */
@Command(
    name = "run",
    description = {
      "Measures a system, compares it with its report, and writes results/RUN.",
      "reprise run SYSTEM --help tells the options of that system."
    },
    synopsisSubcommandLabel = "SYSTEM")
final class RunCommand extends PrintingCommand {
  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = {
        "Goes on with a run that Ctrl-C, a crash or a kill stopped, with its own options: what was",
        "measured to its end is kept, and only the rest is measured."
      })
  private @Nullable String resume;

  /** What is no subcommand. */
  @Parameters(arity = "0..1", hidden = true)
  private @Nullable String system;

  /** With a subcommand for each system, which has the options of that system, and one for all. */
  static CommandLine commandLine(List<MeasuredSystem> systems) {
    var run = new CommandLine(new RunCommand());
    for (var it : systems) {
      var description = "Measures %s: %s.".formatted(it.service().module(), it.title());
      run.addSubcommand(it.id(), RunOfSystems.commandLine(List.of(it), description));
    }
    return run.addSubcommand(
        Systems.EACH, RunOfSystems.commandLine(systems, "Measures one system after the other."));
  }

  @Override
  int print(PrintWriter out) throws IOException {
    if (resume != null) {
      var directory = RunDirectory.open(Home.current().results(), resume);
      var begun = directory.readUnfinished();
      system = begun.system();
      var command = spec.subcommands().get(system);
      if (command != null) {
        return RunOfSystems.resume(
            command, directory, Objects.requireNonNull(begun.manifest().resumeOptions()));
      }
    }
    var known = spec.subcommands().keySet().stream().collect(joining(", "));
    throw new UsageException(
        system == null
            ? "Missing SYSTEM: " + known
            : "there is no system '%s', but: %s".formatted(system, known));
  }
}
