package org.reprise.load.ldx;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Check;
import org.reprise.load.stack.Home;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise bench ldx}. */
@Command(
    name = "ldx",
    description =
        "The first indexing of all artifacts by the index and by a plain store of triples (Jena"
            + " TDB2), with a commit for each and for a hundred, back-links of single artifacts,"
            + " and the index's size.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class LdxBench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      defaultValue = "full",
      paramLabel = "smoke|quick|full",
      description = "How many artifacts (default: ${DEFAULT-VALUE}).")
  private String profile;

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    var request = RunRequest.local(profile);
    var amounts = UsageException.typed(() -> request.profile(LdxProfile.ALL));
    var plan = new LdxPlan(request, amounts);
    var home = Home.current();
    var folder = home.state().resolve("bench-ldx");
    var listener = new StepPrinter(spec.commandLine().getErr());
    try (var services = LdxTarget.open(plan, home, folder.resolve("logs"), listener::step)) {
      var target = new LdxTarget(services);
      var measurement = new LdxMeasurement(plan, target, folder, listener);
      try (var engine = new RunEngine(measurement, home, folder, listener)) {
        engine.prepare();
        for (var id : new String[] {"initial-ccm", "initial-both"}) {
          listener.step(id);
          var run = (LdxRun.Indexing) LdxRun.of(plan.baseline().require(id));
          engine.execute(new IndexingExecution(plan, target, run, 1, true), 1);
        }
        measurement.finish(engine);
        print(engine.outcome().quantities(), spec.commandLine().getOut());
        var failed = engine.outcome().checks().stream().filter(it -> !it.passed()).toList();
        failed.stream().map(Check::detail).forEach(spec.commandLine().getErr()::println);
        return failed.isEmpty() ? 0 : ExitCode.FAILED;
      }
    }
  }

  private static void print(Map<String, Double> measured, PrintWriter out) {
    row(
        out,
        "first indexing of work items, 2 threads",
        measured.get("initial-rate.initial-ccm"),
        "/s",
        "aim 4,000");
    row(out, "of both data sources at once", measured.get("initial-rate.initial-both"), "/s", "");
    row(out, "Jena TDB2, a commit for each resource", measured.get("jena-per-item"), "/s", "");
    row(out, "Jena TDB2, a commit for 100", measured.get("jena-batched"), "/s", "");
    row(out, "back-links of one artifact, 99 %", measured.get("discover-p99"), "ms", "aim 2");
    row(out, "the same question in SQL, 99 %", measured.get("discover-sql-p99"), "ms", "");
    var grown = difference(measured, "index-size.after", "index-size.before");
    var links = measured.getOrDefault("index-size.links", 0.0);
    row(
        out,
        "index for 100,000 links",
        grown.isPresent() && links > 0 ? grown.get() / links * 100_000 : null,
        "MiB",
        "aim 100");
    out.flush();
  }

  private static Optional<Double> difference(Map<String, Double> all, String of, String less) {
    return all.containsKey(of) && all.containsKey(less)
        ? Optional.of(all.getOrDefault(of, 0.0) - all.getOrDefault(less, 0.0))
        : Optional.empty();
  }

  private static void row(
      PrintWriter out,
      String what,
      @org.jspecify.annotations.Nullable Double value,
      String unit,
      String aim) {
    if (value != null) {
      out.printf(Locale.ROOT, "%-44s %,10.2f %-4s %s%n", what, value, unit, aim);
    }
  }
}
