package org.reprise.load.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Shares;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.engine.Suite;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunStart;
import org.reprise.load.system.MeasuredSystem;
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
  static final String RESUME = "--resume";

  private final Map<MeasuredSystem, Suite> systems;

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

  /** Given by {@link RunCommand} together with all options of the run. */
  @Option(names = RESUME, hidden = true)
  private @Nullable String resume;

  private RunOfSystems(Map<MeasuredSystem, Suite> systems) {
    this.systems = systems;
  }

  static CommandLine commandLine(List<MeasuredSystem> systems, String description) {
    var options = new LinkedHashMap<MeasuredSystem, Suite>();
    systems.forEach(system -> options.put(system, system.suite()));
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
    var resumed =
        resume == null ? Optional.<RunDirectory>empty() : Optional.of(resumed(home, resume));
    // What is wrong with any of them is said before the first one is measured.
    var runs = UsageException.typed(() -> runs(home));
    if (dryRun) {
      runs.forEach(this::describe);
      return 0;
    }
    for (var run : runs) {
      run.plan().needs().requireRoom(home.results());
    }
    var worst = 0;
    for (var run : runs) {
      worst = Math.max(worst, conductOne(run, resumed, home));
      if (Interruption.requested()) {
        break;
      }
    }
    return worst;
  }

  /**
   * The run that goes on.
   *
   * @throws UsageException where it was begun with other options
   */
  private RunDirectory resumed(Home home, String run) throws IOException {
    var directory = RunDirectory.open(home.results(), run);
    var start = RunStart.read(directory);
    var ids = systems.keySet().stream().map(MeasuredSystem::id).toList();
    if (!ids.equals(List.of(start.system())) || !options().equals(start.options())) {
      throw new UsageException(
          "%s is a run of %s with options of its own (%s): ./reprise run %s %s"
              .formatted(run, start.system(), String.join(" ", start.options()), RESUME, run));
    }
    return directory;
  }

  /** The options that decide what is measured, as they were typed. */
  private List<String> options() {
    var options = new ArrayList<String>();
    // An option that was typed twice is listed twice, each time with all its values.
    for (var option : new LinkedHashSet<>(spec.commandLine().getParseResult().matchedOptions())) {
      if (option.longestName().equals(RESUME)) {
        continue;
      }
      if (option.arity().max() == 0) {
        options.add(option.longestName());
      } else {
        option
            .originalStringValues()
            .forEach(value -> options.add(option.longestName() + "=" + value));
      }
    }
    return options;
  }

  private void describe(Run run) {
    var out = spec.commandLine().getOut();
    var plan = run.plan();
    out.printf("%s, profile %s against %s%n", run.system().id(), profile, plan.target().name());
    plan.describe().forEach(line -> out.println("  " + line));
    plan.notRun().forEach((id, why) -> out.printf("  %-30s not run: %s%n", id, why));
    out.println("needs " + plan.needs().text());
    out.flush();
  }

  private record Run(MeasuredSystem system, Plan plan) {}

  /** Of several systems those of which something is left: the experiment, or the target. */
  private List<Run> runs(Home home) throws IOException {
    processors.require(systems.keySet());
    if (several()) {
      target.requireNoUrl();
    }
    var runs = new ArrayList<Run>();
    var leftOut = new LinkedHashMap<String, String>();
    for (var each : systems.entrySet()) {
      var system = each.getKey();
      if (several() && !hasExperiment(system)) {
        continue;
      }
      var run = run(system, each.getValue(), home);
      if (!run.plan().experiments().isEmpty()) {
        runs.add(run);
      } else if (several()) {
        leftOut.put(system.id(), reasons(run.plan()));
      } else {
        throw new IllegalArgumentException("nothing is left to run: " + reasons(run.plan()));
      }
    }
    if (runs.isEmpty()) {
      throw new IllegalArgumentException(
          "no run%s is left%s: reprise list names the experiments of each system"
              .formatted(
                  experiment == null ? "" : " of experiment '%s'".formatted(experiment),
                  leftOut.isEmpty() ? "" : " " + leftOut));
    }
    leftOut.forEach(
        (id, why) -> spec.commandLine().getErr().printf("%s is left out: %s%n", id, why));
    return runs;
  }

  private boolean several() {
    return systems.size() > 1;
  }

  private boolean hasExperiment(MeasuredSystem system) {
    return experiment == null
        || system.baseline().experiments().stream().anyMatch(it -> it.id().equals(experiment));
  }

  private Run run(MeasuredSystem system, Suite suite, Home home) throws IOException {
    var request =
        new RunRequest(
            profile,
            Optional.ofNullable(experiment),
            repeat,
            seed,
            processors.of(system),
            target.target(home, system.service().address()));
    return new Run(system, new Plan(suite, request));
  }

  /** Why nothing of a system is run, each reason once. */
  private static String reasons(Plan plan) {
    return plan.notRun().values().stream().distinct().collect(joining("; "));
  }

  /** One of several that fails is explained, and the next one begins. */
  private int conductOne(Run run, Optional<RunDirectory> resumed, Home home)
      throws IOException, InterruptedException {
    var err = spec.commandLine().getErr();
    err.printf("run %s, profile %s: %s%n", run.system().id(), profile, run.plan().needs().text());
    err.flush();
    try {
      return new SystemRun(home, run.system(), run.plan(), typed(run.system()), resumed)
          .conduct(spec.commandLine().getOut(), strict);
    } catch (IOException | RuntimeException failure) {
      if (!several() || Interruption.requested()) {
        throw failure;
      }
      err.printf("reprise: run %s failed:%n", run.system().id());
      var code = Failure.explain(failure, home, err);
      err.flush();
      return code;
    }
  }

  /** Of several systems each has its own options only, by which it can go on alone. */
  private SystemRun.Typed typed(MeasuredSystem system) {
    var own = processors.of(system);
    return new SystemRun.Typed(
        "reprise " + String.join(" ", spec.root().commandLine().getParseResult().originalArgs()),
        options().stream()
            .filter(option ->
                !option.startsWith(Shares.OPTION + "=")
                    || own.contains(option.substring(Shares.OPTION.length() + 1)))
            .toList());
  }
}
