package org.reprise.load.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.UsageException;
import org.reprise.load.report.RunReport;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.suite.PastRuns;
import org.reprise.load.suite.RunSeries;
import org.reprise.load.suite.SuitePage;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise run SYSTEM}. A single system has its own options; all of them have none. */
@Command(sortOptions = false)
@SuppressWarnings("NullAway.Init")
final class RunCommand implements Callable<Integer> {
  private final List<MeasuredSystem> systems;

  private Optional<RunDirectory> resumed = Optional.empty();
  private Optional<RunSeries> resumedSeries = Optional.empty();

  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      defaultValue = "quick",
      paramLabel = "smoke|quick|full",
      description =
          "smoke: some seconds, claims nothing; quick: some minutes, the report's load with short"
              + " windows and steps; full: the report's load. --dry-run says how long each takes.")
  private String profile;

  @Option(
      names = "--target",
      defaultValue = "local",
      paramLabel = "local|compose|URL",
      description = {
        "local: PostgreSQL and the service, started for the run and ended with it;",
        "compose: the services of docker-compose.yml, which you start;",
        "URL: any deployment of your own, the API's base such as http://127.0.0.1:8883/cps/api"
            + " (cps), the message handler such as http://127.0.0.1:8884/ebms (ebms), else the"
            + " service's origin."
      })
  private String target;

  @Option(names = "--i-own-this", description = "The server at a URL elsewhere is yours.")
  private boolean owned;

  @Option(
      names = "--username",
      paramLabel = "NAME",
      defaultValue = "${env:" + EnvFile.USERNAME + "}",
      description = "User at the URL; else " + EnvFile.USERNAME + ".")
  private @Nullable String username;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "File that holds the user's password; else " + EnvFile.PASSWORD + ".")
  private @Nullable Path passwordFile;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File that holds a token, sent instead, as to FOLIO; else " + EnvFile.TOKEN + ".")
  private @Nullable Path tokenFile;

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

  @Option(names = "--experiment", paramLabel = "ID", description = "This one only, see list.")
  private @Nullable String experiment;

  @Option(names = "--repeat", defaultValue = "1", paramLabel = "N", description = "How often.")
  private int repeat;

  @Option(names = "--seed", defaultValue = "1", paramLabel = "N", description = "Of random data.")
  private long seed;

  @Option(names = "--strict", description = "Exit code 1 for a claim that differs, too.")
  private boolean strict;

  @Option(names = "--dry-run", description = "Says what would be run and what it takes, and ends.")
  private boolean dryRun;

  private RunCommand(List<MeasuredSystem> systems) {
    this.systems = systems;
  }

  static CommandLine commandLine(List<MeasuredSystem> systems, String description) {
    var command = CommandSpec.forAnnotatedObject(new RunCommand(systems));
    command.usageMessage().description(description);
    if (systems.size() == 1) {
      command.addMixin("own", CommandSpec.forAnnotatedObject(systems.getFirst()));
    } else {
      // The options of one system are taken only where it is run alone.
      systems.forEach(CommandLine::populateCommand);
    }
    return new CommandLine(command);
  }

  static int resume(CommandLine command, RunDirectory run, List<String> options) {
    RunCommand it = command.getCommand();
    it.resumed = Optional.of(run);
    return command.execute(options.toArray(String[]::new));
  }

  /** Goes on with a {@code run all}: what has a finished run of it is not measured again. */
  static int resume(CommandLine command, RunSeries series) {
    RunCommand it = command.getCommand();
    it.resumedSeries = Optional.of(series);
    return command.execute(series.options().toArray(String[]::new));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var out = spec.commandLine().getOut();
    var home = Home.current();
    home.writableResults();
    // A fault of any of them is reported before the first one is measured.
    var plans = plans(home);
    if (dryRun) {
      for (var plan : plans) {
        out.printf("%s, profile %s against %s%n", plan.suite().id(), profile, plan.target().name());
        plan.describe().forEach(line -> out.println("  " + line));
        plan.notRun().forEach((id, why) -> out.printf("  %-30s not run: %s%n", id, why));
        out.println("needs " + plan.needs().text());
      }
      return 0;
    }
    for (var plan : plans) {
      var lacking = plan.lacking(home.results());
      if (lacking.isPresent()) {
        throw new EnvironmentException("the run needs " + lacking.get());
      }
    }
    var series = resumedSeries;
    if (systems.size() > 1 && series.isEmpty()) {
      series = Optional.of(new RunSeries(Instant.now(), typed(), options()));
      series.get().write(home.results());
    }
    var worst = 0;
    for (var plan : plans) {
      worst = Math.max(worst, run(plan, series, home, out));
      if (Interruption.requested()) {
        break;
      }
    }
    if (series.isPresent()) {
      summary(plans, series.get(), home, out);
    }
    return worst;
  }

  private static void summary(List<Plan> plans, RunSeries series, Home home, PrintWriter out)
      throws IOException {
    var page = SuitePage.write(home.results());
    var runs =
        plans.stream().flatMap(it -> series.of(page.runs(), it.suite().id()).stream()).toList();
    out.println(SuitePage.summary(runs));
    out.println("page: " + home.results().resolve(RunReport.PAGE));
    if (runs.stream().filter(RunRecord::finished).count() < plans.size()) {
      out.println("next: ./reprise run --resume all goes on where it stopped");
    }
  }

  private String typed() {
    var typed = spec.root().commandLine().getParseResult().originalArgs();
    return "reprise " + String.join(" ", typed);
  }

  private List<String> options() {
    return spec.commandLine().getParseResult().expandedArgs();
  }

  private List<Plan> plans(Home home) throws IOException {
    if (systems.size() > 1 && !List.of("local", "compose").contains(target)) {
      throw new UsageException(
          ("--target %s: run all takes local or compose; a URL is the address of one system, which"
                  + " run SYSTEM --target URL measures")
              .formatted(target));
    }
    var plans = new ArrayList<Plan>();
    for (var system : systems) {
      try {
        plans.add(UsageException.typed(() -> plan(system, home)));
      } catch (UsageException e) {
        if (systems.size() == 1) {
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

  private Plan plan(MeasuredSystem system, Home home) throws IOException {
    var byPassword = tokenFile == null && passwordFile != null;
    var token = byPassword ? null : secret("--token-file", tokenFile, EnvFile.TOKEN);
    var password = secret("--password-file", passwordFile, EnvFile.PASSWORD);
    var credentials =
        token != null
            ? new Credentials("token", token, true)
            : username == null || password == null ? null : new Credentials(username, password);
    var at = Target.of(target, credentials, owned, home, system.service().address());
    var only = Optional.ofNullable(experiment);
    var plan = Plan.of(system, profile, only, repeat, seed, processors, at);
    if (plan.experiments().isEmpty()) {
      var why = plan.notRun().values().stream().distinct().collect(joining("; "));
      throw new UsageException("nothing is left to run: " + why);
    }
    return plan;
  }

  private static @Nullable String secret(String option, @Nullable Path file, String variable) {
    try {
      var set = System.getenv().getOrDefault(variable, "");
      return file != null ? Secrets.read(file) : set.isBlank() ? null : set;
    } catch (IOException e) {
      throw new UsageException("%s: cannot read %s: %s".formatted(option, file, e.getMessage()));
    }
  }

  private int run(Plan plan, Optional<RunSeries> series, Home home, PrintWriter out)
      throws IOException, InterruptedException {
    var err = spec.commandLine().getErr();
    var system = plan.suite().id();
    try {
      var begun = resumed;
      if (resumedSeries.isPresent()) {
        var commit = Machine.gitCommit(home);
        // What other code measured is measured anew.
        var last = resumedSeries.get().of(PastRuns.in(home.results()), system);
        var before = last.filter(it -> it.manifest().gitCommit().equals(commit));
        begun = before.map(it -> RunDirectory.open(home.results(), it.runId()));
        if (before.filter(RunRecord::finished).isPresent()) {
          err.printf("run %s was finished before: %s%n", system, before.get().runId());
          return before.get().fails(strict) ? Reprise.FAILED : 0;
        }
        if (begun.isPresent() && begun.get().executions().isEmpty()) {
          begun = Optional.empty();
        }
      }
      err.printf("run %s, profile %s: %s%n", system, profile, plan.needs().text());
      plan.warnings().forEach(err::println);
      var command = series.map(RunSeries::command).orElseGet(this::typed);
      return new SystemRun(home, plan, command, options(), begun).conduct(out, strict);
    } catch (IOException | RuntimeException failure) {
      if (systems.size() == 1 || Interruption.requested()) {
        throw failure;
      }
      err.printf("reprise: run %s failed:%n", system);
      return Reprise.explain(failure, home, err);
    }
  }
}
