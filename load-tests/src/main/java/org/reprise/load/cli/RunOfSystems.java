package org.reprise.load.cli;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Target;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.PlannedRun;
import org.reprise.load.system.RunOptions;
import org.reprise.load.system.RunRequest;
import org.reprise.load.system.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise run SYSTEM}. A single system has its own options; all of them have none. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class RunOfSystems implements Callable<Integer> {
  private final Map<MeasuredSystem, RunOptions> systems;

  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      defaultValue = "quick",
      paramLabel = "smoke|quick|full",
      description = {
        "smoke: some seconds, claims nothing; quick: some minutes, the report's load with short"
            + " windows and steps (default);",
        "full: the report's load. --dry-run says how long each takes."
      })
  private String profile;

  @Mixin private TargetOptions target;

  @Mixin private ProcessorOptions processors;

  @Option(
      names = "--experiment",
      paramLabel = "ID",
      description =
          "This setting only; reprise list names them. With all: the systems that have it.")
  private @Nullable String experiment;

  @Option(
      names = "--repeat",
      defaultValue = "1",
      paramLabel = "N",
      description = "Runs everything N times.")
  private int repeat;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Decides all that is random but names; noted in the manifest.")
  private long seed;

  @Option(names = "--strict", description = "Exit code 1 for a claim that differs, too.")
  private boolean strict;

  @Option(names = "--dry-run", description = "Says what would be run and what it takes, and ends.")
  private boolean dryRun;

  private RunOfSystems(Map<MeasuredSystem, RunOptions> systems) {
    this.systems = systems;
  }

  static CommandLine commandLine(List<MeasuredSystem> systems, String description) {
    var options = new LinkedHashMap<MeasuredSystem, RunOptions>();
    systems.forEach(system -> options.put(system, system.runOptions()));
    var command = CommandSpec.forAnnotatedObject(new RunOfSystems(options));
    command.usageMessage().description(description);
    if (systems.size() == 1) {
      var own = CommandSpec.forAnnotatedObject(options.values().iterator().next());
      command.addMixin("own", own);
    } else {
      // Whoever wants to say more of a system runs it alone.
      options.values().forEach(CommandLine::populateCommand);
    }
    return new CommandLine(command);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var home = Home.current();
    home.writableResults();
    // What is wrong with any of them is said before the first one is measured.
    var runs = UsageException.typed(() -> runs(home));
    var out = spec.commandLine().getOut();
    if (dryRun) {
      for (var run : runs) {
        out.printf("%s, profile %s against %s%n", run.system().id(), profile, run.target().name());
        run.plan().describe().forEach(line -> out.println("  " + line));
        run.plan().notRun().forEach((id, why) -> out.printf("  %-30s not run: %s%n", id, why));
        out.println("needs " + run.plan().needs().text());
      }
      out.flush();
      return 0;
    }
    for (var run : runs) {
      run.plan().needs().requireRoom(home.results());
    }
    var worst = 0;
    for (var run : runs) {
      worst = Math.max(worst, conductOne(run, home));
      if (Interruption.requested()) {
        break;
      }
    }
    return worst;
  }

  /** What will be run. */
  private record Run(MeasuredSystem system, Target target, PlannedRun plan) {}

  /** Of several systems those that have the experiment that was asked for. */
  private List<Run> runs(Home home) throws IOException {
    processors.require(systems.keySet());
    if (several()) {
      target.requireNoUrl();
    }
    var runs = new ArrayList<Run>();
    for (var each : systems.entrySet()) {
      var system = each.getKey();
      if (several() && !hasExperiment(system)) {
        continue;
      }
      runs.add(run(system, each.getValue(), home));
    }
    if (runs.isEmpty()) {
      throw new IllegalArgumentException(
          "no run of experiment '%s' is left: reprise list names the experiments of each system"
              .formatted(experiment));
    }
    return runs;
  }

  private boolean several() {
    return systems.size() > 1;
  }

  private boolean hasExperiment(MeasuredSystem system) {
    return experiment == null
        || system.baseline().experiments().stream().anyMatch(it -> it.id().equals(experiment));
  }

  private Run run(MeasuredSystem system, RunOptions options, Home home) throws IOException {
    var at = target.target(home, system.address());
    return new Run(
        system,
        at,
        options.plan(new RunRequest(profile, experiment, repeat, seed, processors.of(system), at)));
  }

  /** One of several that fails is explained, and the next one begins. */
  private int conductOne(Run run, Home home) throws IOException, InterruptedException {
    try {
      return conduct(run, home);
    } catch (IOException | RuntimeException failure) {
      if (!several() || Interruption.requested()) {
        throw failure;
      }
      var err = spec.commandLine().getErr();
      err.printf("reprise: run %s failed:%n", run.system().id());
      var code = Failure.explain(failure, home, err);
      err.flush();
      return code;
    }
  }

  private int conduct(Run run, Home home) throws IOException, InterruptedException {
    var err = spec.commandLine().getErr();
    err.printf("run %s, profile %s: %s%n", run.system().id(), profile, run.plan().needs().text());
    err.flush();
    return new SystemRun(
            home, run.system(), run.target(), run.plan(), seed, Instant.now(), command())
        .conduct(spec.commandLine().getOut(), strict);
  }

  private String command() {
    return "reprise " + String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
  }
}
