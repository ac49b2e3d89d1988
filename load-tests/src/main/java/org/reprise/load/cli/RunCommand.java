package org.reprise.load.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Home;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunStart;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise run}: measures a system and compares it with its report. */
@Command(
    name = "run",
    description = {
      "Measures a system, compares it with its report, and writes results/RUN.",
      "reprise run SYSTEM --help tells the options of that system."
    },
    synopsisSubcommandLabel = "SYSTEM",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = RunOfSystems.RESUME,
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
  static CommandLine commandLine() {
    var run = new CommandLine(new RunCommand());
    for (var system : Systems.ALL) {
      var title = system.title();
      run.addSubcommand(
          system.id(),
          RunOfSystems.commandLine(
              List.of(system), "Measures %s: %s.".formatted(system.service().module(), title)));
    }
    run.addSubcommand(
        Systems.EACH,
        RunOfSystems.commandLine(Systems.ALL, "Measures one system after the other."));
    return run;
  }

  @Override
  public Integer call() throws IOException {
    if (resume != null) {
      var start = RunStart.read(RunDirectory.open(Home.current().results(), resume));
      system = start.system();
      var measures = spec.commandLine().getSubcommands().get(system);
      if (measures != null) {
        var again = new ArrayList<>(start.options());
        again.add(RunOfSystems.RESUME + "=" + resume);
        return measures.execute(again.toArray(String[]::new));
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        system == null
            ? "Missing SYSTEM: %s or %s".formatted(Systems.ids(), Systems.EACH)
            : "there is no system '%s', but: %s, %s"
                .formatted(system, Systems.ids(), Systems.EACH));
  }
}
