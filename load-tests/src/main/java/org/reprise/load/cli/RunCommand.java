package org.reprise.load.cli;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise run}: measures a system and compares it with its report. */
@Command(
    name = "run",
    description = "Measures a system, compares it with its report, and writes results/RUN.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SYSTEM", description = "cps, ebms, lists, or all.")
  private String system;

  @Option(
      names = "--profile",
      defaultValue = "quick",
      paramLabel = "smoke|quick|full",
      description = {
        "smoke: some seconds, claims nothing; quick: a minute or two, the report's load with short"
            + " windows and steps (default);",
        "full: the report's load, and the experiment behind an explanation (ebms: about 40 minutes;"
            + " lists: three times, more than an hour)."
      })
  private String profile;

  @Mixin private TargetOptions target;

  @Option(
      names = "--experiment",
      paramLabel = "ID",
      description = "This setting only; reprise list names them.")
  private @Nullable String experiment;

  @Option(
      names = "--repeat",
      defaultValue = "1",
      paramLabel = "N",
      description = "Runs everything N times.")
  private int repeat;

  @Mixin private ProcessorOptions processors;

  @Mixin private CpsOptions cps;

  @Mixin private EbmsOptions ebms;

  @Mixin private ListsOptions lists;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description =
          "Noted in the manifest. lists: decides inventory, records and desks; the other flows have"
              + " nothing random but their names.")
  private long seed;

  @Option(names = "--strict", description = "Exit code 1 for a claim that differs, too.")
  private boolean strict;

  @Option(names = "--dry-run", description = "Says what would be run and what it takes, and ends.")
  private boolean dryRun;

  @Override
  public Integer call() throws IOException, InterruptedException {
    var systems = UsageException.typed(() -> MeasuredSystem.named(system));
    var home = Home.current();
    home.writableResults();
    UsageException.typed(() -> {
      processors.require(systems);
      return systems;
    });
    // What is wrong with any of them is said before the first one is measured.
    var runs = new ArrayList<Run>();
    for (var each : systems) {
      runs.add(UsageException.typed(() -> run(each, home)));
    }
    if (dryRun) {
      var out = spec.commandLine().getOut();
      runs.forEach(run -> run.plan().describe(out));
      out.flush();
      return 0;
    }
    for (var run : runs) {
      run.plan().needs().requireRoom(home.results());
    }
    var worst = 0;
    for (var run : runs) {
      worst = Math.max(worst, conduct(run, home));
      if (Interruption.requested()) {
        break;
      }
    }
    return worst;
  }

  /** What will be run. */
  private record Run(MeasuredSystem system, Target target, MeasuredSystem.PlannedRun plan) {}

  private Run run(MeasuredSystem each, Home home) throws IOException {
    var at = target.target(home, each.address());
    var options =
        new MeasuredSystem.RunOptions(
            profile, experiment, repeat, seed, processors, cps, ebms, lists);
    return new Run(each, at, each.plan(options, at));
  }

  private int conduct(Run run, Home home) throws IOException, InterruptedException {
    var err = spec.commandLine().getErr();
    err.printf("run %s, profile %s: %s%n", run.system().id(), profile, run.plan().needs().text());
    err.flush();
    return new SystemRun(
            home,
            run.system(),
            run.target(),
            run.plan(),
            seed,
            Instant.now(),
            "reprise "
                + String.join(" ", spec.commandLine().getParent().getParseResult().originalArgs()))
        .conduct(spec.commandLine().getOut(), strict);
  }

  static UsageException noProfile(String name) {
    return new UsageException("--profile: smoke, quick or full, not '" + name + "'");
  }
}
