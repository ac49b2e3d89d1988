package org.reprise.load.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Shares;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Suite;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code reprise run SYSTEM}. A single system has its own options; all of them have none. */
@Command(sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class RunOfSystems extends PrintingCommand {
  private final Map<MeasuredSystem, Suite> systems = new LinkedHashMap<>();

  /** The run that goes on; empty for a new one. */
  private Optional<RunDirectory> resumed = Optional.empty();

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

  @Option(
      names = Shares.OPTION,
      paramLabel = "ROLE=CORES",
      description = {
        "Holds the processes of a role to a share of the machine while load is sent, for example"
            + " postgresql=0.3; ROLE=none takes the profile's limit from it. May be repeated.",
        "--dry-run names the roles of the system that are limited. With all: the systems that have"
            + " the role."
      })
  private List<String> processors = List.of();

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

  static CommandLine commandLine(List<MeasuredSystem> systems, String description) {
    var run = new RunOfSystems();
    systems.forEach(it -> run.systems.put(it, it.suite()));
    var command = CommandSpec.forAnnotatedObject(run);
    command.usageMessage().description(description);
    if (systems.size() == 1) {
      var own = CommandSpec.forAnnotatedObject(run.systems.values().iterator().next());
      command.addMixin("own", own);
    } else {
      // Whoever wants to say more of a system runs it alone.
      run.systems.values().forEach(CommandLine::populateCommand);
    }
    return new CommandLine(command);
  }

  /** Goes on with a run, with the options with which it was begun. */
  static int resume(CommandLine command, RunDirectory run, List<String> options) {
    RunOfSystems it = command.getCommand();
    it.resumed = Optional.of(run);
    return command.execute(options.toArray(String[]::new));
  }

  @Override
  int print(PrintWriter out) throws IOException, InterruptedException {
    var home = Home.current();
    home.writableResults();
    // What is wrong with any of them is said before the first one is measured.
    var plans = plans(home);
    if (dryRun) {
      plans.forEach((system, plan) -> describe(system, plan, out));
      return 0;
    }
    for (var plan : plans.values()) {
      plan.needs().requireRoom(home.results());
    }
    var worst = 0;
    for (var each : plans.entrySet()) {
      worst = Math.max(worst, run(each.getKey(), each.getValue(), home, out));
      if (Interruption.requested()) {
        break;
      }
    }
    return worst;
  }

  private void describe(MeasuredSystem system, Plan plan, PrintWriter out) {
    out.printf("%s, profile %s against %s%n", system.id(), profile, plan.target().name());
    plan.describe().forEach(line -> out.println("  " + line));
    plan.notRun().forEach((id, why) -> out.printf("  %-30s not run: %s%n", id, why));
    out.println("needs " + plan.needs().text());
  }

  private boolean several() {
    return systems.size() > 1;
  }

  /** Of several systems those that can do what was asked for. */
  private Map<MeasuredSystem, Plan> plans(Home home) throws IOException {
    if (several()) {
      target.requireNoUrl();
    }
    var plans = new LinkedHashMap<MeasuredSystem, Plan>();
    for (var each : systems.entrySet()) {
      var system = each.getKey();
      try {
        plans.put(system, UsageException.typed(() -> plan(system, each.getValue(), home)));
      } catch (UsageException e) {
        if (!several()) {
          throw e;
        }
        spec.commandLine().getErr().printf("%s is left out: %s%n", system.id(), e.getMessage());
      }
    }
    if (plans.isEmpty()) {
      throw new UsageException("no run is left: reprise list names the experiments of each system");
    }
    return plans;
  }

  private Plan plan(MeasuredSystem system, Suite suite, Home home) throws IOException {
    var plan =
        new Plan(
            suite,
            profile,
            Optional.ofNullable(experiment),
            repeat,
            seed,
            processors,
            target.target(home, system.service().address()));
    if (plan.experiments().isEmpty()) {
      throw new UsageException(
          "nothing is left to run: "
              + plan.notRun().values().stream().distinct().collect(joining("; ")));
    }
    return plan;
  }

  /** One of several that fails is explained, and the next one begins. */
  private int run(MeasuredSystem system, Plan plan, Home home, PrintWriter out)
      throws IOException, InterruptedException {
    var err = spec.commandLine().getErr();
    err.printf("run %s, profile %s: %s%n", system.id(), profile, plan.needs().text());
    var typed = spec.root().commandLine().getParseResult().originalArgs();
    try {
      return new SystemRun(
              home, system, plan, "reprise " + String.join(" ", typed), options(), resumed)
          .conduct(out, strict);
    } catch (IOException | RuntimeException failure) {
      if (!several() || Interruption.requested()) {
        throw failure;
      }
      err.printf("reprise: run %s failed:%n", system.id());
      return Failure.explain(failure, home, err);
    }
  }

  /** The options that decide what is measured, as they were typed. */
  private List<String> options() {
    var options = new ArrayList<String>();
    // An option that was typed twice is listed twice, each time with all its values.
    for (var option : new LinkedHashSet<>(spec.commandLine().getParseResult().matchedOptions())) {
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
}
