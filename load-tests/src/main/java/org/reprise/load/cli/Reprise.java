package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.UsageException;
import org.reprise.load.generator.Sample;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.report.RunReport;
import org.reprise.load.report.RunReport.Judged;
import org.reprise.load.report.RunView;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Digits;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.RunUnreadableException;
import org.reprise.load.run.Verdict;
import org.reprise.load.sampling.ProcessUsage;
import org.reprise.load.suite.FailOn;
import org.reprise.load.suite.PastRuns;
import org.reprise.load.suite.RunSeries;
import org.reprise.load.suite.SuitePage;
import org.reprise.localstack.process.LocalStackException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The {@code reprise} command. Exit codes: 0 all well, 1 an invalid run or a failed check, 2 a
 * mistake in the command line, 3 something that the machine lacks.
 */
@Command(
    name = "reprise",
    description = "Re-runs published performance reports and compares.",
    version = "reprise 0.1.0",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CommandLine.HelpCommand.class, ChaosCommand.class})
@SuppressWarnings("NullAway.Init")
public final class Reprise implements Callable<Integer> {
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;
  private static final String HISTORY = "%-36s %-8s %8s %8s %11s  %s%n";
  private static final String EXPERIMENT = "    %-31s %-9s %s, %d figures%n";
  private static final String FIGURE = "      %-42s %12s %-8s %s%n";

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    var code = commandLine(Systems.ALL).execute(arguments);
    // While the JVM is being ended by a signal, another exit would wait for the first one for ever.
    if (!Interruption.requested()) {
      System.exit(code);
    }
  }

  static CommandLine commandLine(List<MeasuredSystem> systems) {
    var reprise = new CommandLine(new Reprise());
    var run = Objects.requireNonNull(reprise.getSubcommands().get("run"));
    // Options of a system that there is not say nothing of what is wrong.
    run.setUnmatchedOptionsArePositionalParams(true);
    // Of --resume all.
    run.setAllowSubcommandsAsOptionParameters(true);
    for (var it : systems) {
      var description = "Measures %s: %s.".formatted(it.service().module(), it.title());
      run.addSubcommand(it.id(), RunCommand.commandLine(List.of(it), description));
      it.commands().forEach(reprise::addSubcommand);
    }
    run.addSubcommand(
        Systems.EACH, RunCommand.commandLine(systems, "Measures one system after the other."));
    Objects.requireNonNull(reprise.getSubcommands().get("repeat"))
        .setUnmatchedOptionsArePositionalParams(true);
    return reprise
        .setExecutionExceptionHandler(
            (failure, command, _) -> explain(failure, Home.current(), command.getErr()))
        .setCaseInsensitiveEnumValuesAllowed(true);
  }

  static int explain(Exception failure, Home home, PrintWriter err) {
    if (Interruption.requested()) {
      err.println("reprise: interrupted");
      return FAILED;
    }
    // A file system's message is often the file's name alone.
    var message =
        failure.getMessage() == null || failure instanceof FileSystemException
            ? failure.toString()
            : failure.getMessage();
    var code =
        switch (failure) {
          case UsageException _, RunUnreadableException _ -> USAGE;
          case EnvironmentException _, LocalStackException _ -> ENVIRONMENT;
          case IOException _, UncheckedIOException _ -> FAILED;
          default -> {
            message = "internal error, a fault of reprise and not of what you typed: " + failure;
            yield FAILED;
          }
        };
    err.println("reprise: " + message);
    for (var later : failure.getSuppressed()) {
      err.println("reprise: after that: " + later);
    }
    if (code != FAILED) {
      return code;
    }
    var trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    var time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString().replace(":", "");
    try {
      var name = "%s-%d.log".formatted(time, ProcessHandle.current().pid());
      var file = home.ownState("errors").resolve(name);
      Secrets.write(file, trace.toString());
      err.println("reprise: details: " + file);
    } catch (IOException | EnvironmentException e) {
      for (var cause = failure.getCause(); cause != null; cause = cause.getCause()) {
        err.println("reprise: because of: " + cause);
      }
      err.println("reprise: the details cannot be written: " + e.getMessage());
    }
    return FAILED;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Override
  public Integer call() {
    out().println("Begin with one of these:");
    for (var system : Systems.ALL) {
      var needs = Doctor.plan(system, "quick").needs().text();
      out().printf("  ./reprise run %-6s %s%n", system.id(), needs);
    }
    out().println("Each ends with the report's claims, a page, and what to do next.");
    out().println();
    spec.commandLine().usage(out());
    return 0;
  }

  @Command(
      description = {
        "Measures a system, compares it with its report, and writes results/RUN.",
        "reprise run SYSTEM --help tells the options of that system."
      },
      synopsisSubcommandLabel = "SYSTEM")
  int run(
      @Option(
              names = "--resume",
              paramLabel = "RUN|all",
              description =
                  "Goes on with a run that Ctrl-C, a crash or a kill stopped, with its own options:"
                      + " what was measured to its end is not measured again. Of all, the last run all.")
          @Nullable String resume,
      @Parameters(arity = "0..*", hidden = true) @Nullable List<String> unknown)
      throws IOException {
    var systems = spec.commandLine().getParseResult().subcommand().commandSpec().subcommands();
    var system = unknown == null ? null : unknown.getFirst();
    if (Systems.EACH.equals(resume) && unknown == null) {
      var series = RunSeries.read(Home.current().results());
      return RunCommand.resume(Objects.requireNonNull(systems.get(Systems.EACH)), series);
    }
    if (resume != null && unknown == null) {
      var directory = RunDirectory.open(Home.current().results(), resume);
      var record = directory.readUnfinished();
      system = record.system();
      var command = systems.get(system);
      if (command != null) {
        return RunCommand.resume(
            command, directory, Objects.requireNonNull(record.manifest().resumeOptions()));
      }
    }
    var ids = String.join(", ", systems.keySet());
    throw new UsageException(
        system == null
            ? "Missing SYSTEM: " + ids
            : "there is no system '%s', but: %s".formatted(system, ids));
  }

  @Command(
      description = {
        "Runs a system several times and prints each claim's verdicts beside each other.",
        "Exit code 1 where a claim is Reproduced in one run and Differs in another, too."
      })
  int repeat(
      @Parameters(paramLabel = "SYSTEM") String system,
      @Option(names = "--times", defaultValue = "3", paramLabel = "N", description = "How often.")
          int times,
      @Parameters(
              index = "1..*",
              arity = "0..*",
              paramLabel = "OPTION",
              description = "Of run SYSTEM, such as --profile, --target or --processors.")
          @Nullable List<String> options)
      throws IOException {
    if (times < 2) {
      throw new UsageException("--times must be at least 2, was " + times);
    }
    if (system.equals(Systems.EACH)) {
      throw new UsageException("repeat runs one system, not all");
    }
    var run = new ArrayList<>(List.of("run", system));
    run.addAll(options == null ? List.of() : options);
    var results = Home.current().results();
    var worst = 0;
    var claims = new ArrayList<List<ClaimRecord>>();
    for (int i = 0; i < times && !Interruption.requested(); i++) {
      var before = PastRuns.ids(results, system);
      var code = spec.commandLine().execute(run.toArray(String[]::new));
      worst = Math.max(worst, code);
      var after = new ArrayList<>(PastRuns.ids(results, system));
      after.removeAll(before);
      if (code > FAILED || after.isEmpty()) {
        return worst;
      }
      claims.add(RunDirectory.open(results, after.getLast()).read().claims());
    }
    return Math.max(worst, agree(claims, out()) ? 0 : FAILED);
  }

  static boolean agree(List<List<ClaimRecord>> runs, PrintWriter out) {
    var verdicts = new LinkedHashMap<String, List<Verdict>>();
    for (var claim : runs.stream().flatMap(List::stream).toList()) {
      verdicts.computeIfAbsent(claim.id(), _ -> new ArrayList<>()).add(claim.verdict());
    }
    var agree = true;
    for (var claim : verdicts.entrySet()) {
      var contradicts = claim.getValue().containsAll(List.of(Verdict.REPRODUCED, Verdict.DIFFERS));
      agree &= !contradicts;
      out.printf("%-32s", claim.getKey());
      claim.getValue().forEach(verdict -> out.printf(" %-14s", verdict));
      out.println(contradicts ? " contradicts itself" : "");
    }
    var measured =
        verdicts.values().stream().filter(it -> !Set.of(Verdict.NOT_MEASURED).containsAll(it));
    var decided =
        verdicts.values().stream()
            .map(Set::copyOf)
            .filter(Set.of(Set.of(Verdict.REPRODUCED), Set.of(Verdict.DIFFERS))::contains);
    out.printf("%d of %d measured claims decided%n", decided.count(), measured.count());
    return agree;
  }

  @Command(
      description = {
        "Compares two runs: reprise compare RUN RUN",
        "or what a simulation wrote that was run by hand: reprise compare FILE --baseline cps-307"
      })
  int compare(
      @Parameters(paramLabel = "RUN|FILE", description = "A run's id or folder, or a file.")
          String first,
      @Parameters(arity = "0..1", paramLabel = "RUN", description = "The run to compare it with.")
          @Nullable String second,
      @Option(names = "--baseline", paramLabel = "REPORT", description = "Report of the file.")
          @Nullable String baseline,
      @Option(names = "--experiment", paramLabel = "ID", description = "Of it, else as simulated.")
          @Nullable String experiment,
      @Option(names = "--anyway", description = "Runs that differ or are invalid, too.")
          boolean anyway,
      @Option(
              names = "--fail-on",
              paramLabel = "differs|worse:N%",
              description =
                  "Exit code 1 where a claim that the first run reproduced Differs in the second, or"
                      + " where a time or rate is worse by more than that. May be repeated.")
          @Nullable List<String> failOn)
      throws IOException {
    var typed = failOn == null ? List.<String>of() : failOn;
    var conditions = UsageException.typed(() -> typed.stream().map(FailOn::of).toList());
    if (second == null && !conditions.isEmpty()) {
      throw new UsageException("--fail-on compares two runs");
    }
    if (second == null && baseline != null && !anyway) {
      return judge(Path.of(first), baseline, experiment);
    }
    if (second == null || baseline != null || experiment != null) {
      throw new UsageException(
          "compare takes two runs, which --anyway belongs to, or one file of a simulation"
              + " with --baseline, which --experiment belongs to");
    }
    var results = Home.current().results();
    var one = RunDirectory.open(results, first).read();
    var other = RunDirectory.open(results, second).read();
    var comparison = UsageException.typed(() -> RunComparison.of(one, other));
    if (!comparison.comparable() && !anyway) {
      out().println("These runs are not to be compared (--anyway does it nevertheless):");
      comparison.reasons().forEach(reason -> out().println("  " + reason));
      return FAILED;
    }
    out().println(TerminalTable.of(comparison));
    var failures = conditions.stream().flatMap(it -> it.failures(comparison).stream()).toList();
    failures.forEach(it -> out().println("FAILED: " + it));
    return failures.isEmpty() ? 0 : FAILED;
  }

  private int judge(Path file, String report, @Nullable String experiment) {
    List<Sample> samples;
    try {
      samples = Sample.read(file);
      if (samples.isEmpty()) {
        throw new IOException("it holds no samples");
      }
    } catch (IOException e) {
      throw new UsageException("%s is no file that a simulation wrote: %s".formatted(file, e));
    }
    var published = UsageException.typed(() -> Baselines.load(report));
    var measured = UsageException.typed(() -> Outcome.byHand(published, samples, experiment));
    var comparison = new Comparison(published, measured, "by-hand");
    var unknown = "not known";
    var environment =
        new Environment(unknown, 0, 0, unknown, unknown, List.of(), null, Map.of(), null, null);
    var start = samples.getFirst().start();
    var end = samples.getLast().end();
    var manifest =
        new Manifest(unknown, 0, comparison.scale(), 1, start, end, "" + file, null, null);
    var record = comparison.record("by-hand", "by-hand", manifest, environment);
    out().println(TerminalTable.of(RunView.of(new Judged(record, comparison), null, List.of())));
    var failed = new ArrayList<String>();
    for (var it : samples) {
      var id = experiment == null ? String.valueOf(it.phase().experiment()) : experiment;
      // What a load beyond the knee does not answer is its result.
      if (!published.require(id).saturating()) {
        failed.addAll(it.faults().isEmpty() ? it.firstErrors() : it.faults());
      }
    }
    failed.forEach(it -> out().println("NOT VALID: " + it));
    return comparison.invalidReasons().isEmpty() && failed.isEmpty() ? 0 : FAILED;
  }

  @Command(description = "Judges and draws a run, an id or a folder, again, and prints its table.")
  void report(
      @Parameters(arity = "0..1", paramLabel = "RUN", defaultValue = RunDirectory.LATEST)
          String run,
      @Option(
              names = "--original",
              paramLabel = "RUN",
              description = "A run against the original, for a column between report and here.")
          @Nullable String original)
      throws IOException {
    var results = Home.current().results();
    var directory = RunDirectory.open(results, run);
    var today = original == null ? null : RunDirectory.open(results, original);
    try (var _ = directory.hold()) {
      print(directory, UsageException.typed(() -> RunReport.again(directory, today)), out());
    }
    SuitePage.write(Home.current().writableResults());
  }

  static void print(RunDirectory directory, RunView view, PrintWriter out) {
    var record = view.run();
    out.println(TerminalTable.of(view));
    out.println("page: " + directory.path().resolve(RunReport.PAGE));
    var next =
        record.manifest().resumeOptions() != null
            ? "run --resume %s goes on where it stopped".formatted(record.runId())
            : switch (record.profile()) {
              case "smoke" -> "run %s measures enough to judge claims".formatted(record.system());
              case "quick" ->
                  "run %s --profile full has the report's windows; ./reprise list %s names its figures"
                      .formatted(record.system(), record.report());
              default -> "compare RUN %s".formatted(record.runId());
            };
    out.println("next: ./reprise " + next);
  }

  @Command(description = "Lists the runs: when, how much, whether valid, and how many claims held.")
  void history(
      @Parameters(arity = "0..1", paramLabel = "SYSTEM", description = "Those of one system.")
          @Nullable String system)
      throws IOException {
    var out = out();
    var results = Home.current().results();
    if (PastRuns.ids(results, system).isEmpty()) {
      out.println("no run yet: reprise run SYSTEM makes one");
      return;
    }
    var page =
        Files.isWritable(results) ? SuitePage.write(results) : SuitePage.of(PastRuns.in(results));
    out.printf(HISTORY, "run", "profile", "seconds", "valid", "reproduced", "commit");
    for (var run : page.runs().all()) {
      if (system != null && !run.system().equals(system)) {
        continue;
      }
      if (!run.finished()) {
        var resume = "not finished: ./reprise run --resume %s goes on".formatted(run.runId());
        var why = run.invalidReasons().getFirst().lines().findFirst().orElse("");
        out.printf("%-36s %s%n", run.runId(), why.startsWith(RunRecord.NOT_STARTED) ? why : resume);
        continue;
      }
      out.printf(
          HISTORY,
          run.runId(),
          run.profile(),
          run.manifest().duration().toSeconds(),
          run.valid() ? "yes" : "NO",
          "%d of %d".formatted(run.count(Verdict.REPRODUCED), run.claims().size()),
          run.manifest().gitCommit());
      page.changes()
          .getOrDefault(run.runId(), List.of())
          .forEach(it -> out.println("  changed: " + it));
    }
    page.runs().unreadable().stream()
        .filter(id -> system == null || id.startsWith(system + "-"))
        .forEach(id -> out.printf("%-36s not finished, or not readable%n", id));
    out.println("page: " + results.resolve(RunReport.PAGE));
  }

  @Command(description = "Lists the reports, their experiments, claims and figures.")
  void list(
      @Parameters(arity = "0..1", paramLabel = "REPORT", description = "Such as cps-307.")
          @Nullable String report,
      @Option(names = "--figures", description = "Every published figure too.") boolean figures) {
    var baselines =
        report == null
            ? Baselines.all()
            : List.of(UsageException.typed(() -> Baselines.load(report)));
    baselines.forEach(it -> print(it, figures));
  }

  private void print(Baseline baseline, boolean figures) {
    var out = out();
    out.printf("%s  %s (system %s)%n", baseline.id(), baseline.title(), baseline.system());
    out.println("  experiments");
    for (var it : baseline.experiments()) {
      var mode = it.embedded() ? "embedded" : "remote";
      out.printf(EXPERIMENT, it.id(), mode, it.loadModel().text(), it.figures().size());
      if (figures) {
        it.figures().forEach(f -> out.printf(FIGURE, f.id(), f.value(), f.unit(), f.kind()));
      }
    }
    if (figures && !baseline.statements().isEmpty()) {
      out.println("  figures outside the table");
      for (var it : baseline.statements()) {
        out.printf(FIGURE, it.id(), Digits.exact(it.value()), it.unit(), it.kind());
      }
    }
    out.println("  claims");
    baseline.claims().forEach(it -> out.printf("    %-32s %s%n", it.id(), it.text()));
    if (!baseline.explanations().isEmpty()) {
      out.println("  explanations");
      baseline.explanations().forEach(it -> out.printf("    %-32s %s%n", it.id(), it.hypothesis()));
    }
  }

  @Command(
      description = {
        "Starts services in the background, with data that stays, and prints how to reach them.",
        "What died comes back at its port. Ctrl-C and failures end what was started until then.",
        "The environment decides the port and the properties of a service, for example"
            + " EBMS_PORT=9000 REPRISE_EBMS_PING_PERSIST=true ./reprise up ebms."
      })
  int up(
      @Parameters(arity = "0..*", paramLabel = "SYSTEM", defaultValue = Systems.EACH)
          List<String> systems)
      throws IOException, InterruptedException {
    var services =
        systems.stream()
            .flatMap(it -> Systems.named(it).stream())
            .flatMap(it -> it.services().stream())
            .distinct()
            .toList();
    try (var _ = new Interruption()) {
      var progress = spec.commandLine().getErr();
      var started = LocalServices.of(Home.current()).up(services, progress::println);
      var code = print(started);
      out().println("end them with ./reprise down");
      return code;
    }
  }

  private int print(List<LocalServices.Status> started) {
    started.forEach(service -> service.print(out()));
    if (started.isEmpty()) {
      out().println("nothing is running; ./reprise up starts PostgreSQL and the services");
    } else {
      var pids = started.stream().flatMapToLong(it -> it.pid().stream());
      out().printf("resident together: %,d MiB%n", pids.map(ProcessUsage::residentMiB).sum());
    }
    return started.stream().allMatch(LocalServices.Status::healthy) ? 0 : FAILED;
  }

  @Command(
      description = {
        "Shows the services that up started, and names those that have died since.",
        "Exit code 1 where one has died or is not ready."
      })
  int status() throws InterruptedException {
    return print(LocalServices.of(Home.current()).status());
  }

  @Command(description = "Ends the services that up started. Their data stays under .reprise.")
  void down() throws IOException, InterruptedException {
    var ended = LocalServices.of(Home.current()).down(spec.commandLine().getErr()::println);
    for (var it : ended) {
      var ending = it.pid().isPresent() ? "ended %s (pid %d)" : "%s had died before";
      out().println(ending.formatted(it.name(), it.pid().orElse(0)));
    }
    if (ended.isEmpty()) {
      out().println("nothing was running");
    }
  }

  @Command(
      description =
          "Looks whether this machine has what runs need, and says what to do where it has not.")
  int doctor(
      @Option(names = "--clean", description = "Ends and removes what killed runs left.")
          boolean clean)
      throws IOException, InterruptedException {
    return new Doctor(Home.current(), out()).look(clean) ? 0 : ENVIRONMENT;
  }

  @Command(
      description = "Writes .env with generated secrets for docker compose, readable by you alone.")
  void env() throws IOException {
    var file = Home.current().envFile();
    EnvFile.generate(file, Systems.services().stream().map(ServiceRole::address).toList());
    out().println("wrote " + file);
    out().println("next: docker compose up --build -d, then ./reprise run cps --target compose");
  }
}
