package org.reprise.load.ldx;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.reprise.load.child.StepPrinter;
import org.reprise.load.clm.Applications;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.ExitCode;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.Verdict;
import org.reprise.load.stack.Home;
import org.reprise.load.system.UsageException;
import org.reprise.localstack.LocalKafka;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code reprise bench ldx}. */
@Command(
    name = "ldx",
    description =
        "The first indexing of all artifacts, back-links of single artifacts, and the index's"
            + " size; the same changes by the index and by a plain store of triples (Jena TDB2),"
            + " with a commit for each and for a hundred; and how soon a link is found with hints"
            + " on Kafka.",
    mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init")
final class LdxBench implements Callable<Integer> {
  private static final int LINKS_WITH_HINTS = 300;
  private static final String FOLDER = "bench-ldx";

  @Spec private CommandSpec spec;

  @Option(
      names = "--profile",
      defaultValue = "full",
      paramLabel = "smoke|quick|full",
      description = "How many artifacts (default: ${DEFAULT-VALUE}).")
  private String profile;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      description = "Only ${COMPLETION-CANDIDATES}; several with commas (default: all of them).")
  private Set<Part> parts = EnumSet.noneOf(Part.class);

  /** What can be measured alone. */
  enum Part {
    /** First indexings, back-links and the size of the index; changes beside the plain store. */
    INDEXING,

    /** How soon a link is found, with hints on Kafka. */
    HINTS
  }

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    var request = RunRequest.local(profile);
    var plan = new LdxPlan(request, UsageException.typed(() -> request.profile(LdxProfile.ALL)));
    var home = Home.current();
    Files.createDirectories(home.state().resolve(FOLDER));
    var faults = new ArrayList<String>();
    // Samples and stores lie in it: of two commands at once each would read those of the other.
    try (var _ = RunDirectory.open(home.state(), FOLDER).hold()) {
      for (var part : parts.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(parts)) {
        switch (part) {
          case INDEXING -> faults.addAll(indexing(plan, home));
          case HINTS -> hints(plan, home);
        }
      }
    }
    faults.forEach(spec.commandLine().getErr()::println);
    return faults.isEmpty() ? 0 : ExitCode.FAILED;
  }

  private List<String> indexing(LdxPlan plan, Home home)
      throws IOException, SQLException, InterruptedException {
    var folder = home.state().resolve(FOLDER);
    var listener = new StepPrinter(spec.commandLine().getErr());
    var faults = new ArrayList<String>();
    try (var services =
        LdxTarget.open(plan, Map.of(), home, folder.resolve("logs"), listener::step)) {
      var target = new LdxTarget(services);
      var measurement = new LdxMeasurement(plan, target, folder, listener);
      try (var engine = new RunEngine(measurement, home, folder, listener)) {
        engine.prepare();
        for (var id : List.of("initial-ccm", "initial-qm", "initial-both")) {
          listener.step(id);
          var run = (LdxRun.Indexing) LdxRun.of(plan.baseline().require(id));
          faults.addAll(engine.execute(new IndexingExecution(plan, target, run, 1), 1).faults());
        }
        measurement.finish(engine);
        var comparison = compared(plan, engine.measured());
        print(comparison, spec.commandLine().getOut());
        faults.addAll(missed(comparison));
        engine.outcome().checks().stream()
            .filter(it -> !it.passed())
            .map(Check::detail)
            .forEach(faults::add);
      }
    }
    return faults;
  }

  private void hints(LdxPlan plan, Home home) throws IOException, InterruptedException {
    var logs = home.state().resolve(FOLDER).resolve("logs");
    var listener = new StepPrinter(spec.commandLine().getErr());
    listener.step("starting Kafka");
    try (var broker = LocalKafka.builder().start();
        var services =
            LdxTarget.open(
                plan,
                Map.of(Applications.KAFKA, broker.bootstrapServers()),
                home,
                logs,
                listener::step)) {
      listener.step("%,d links, one after another".formatted(LINKS_WITH_HINTS));
      var took = HintDelay.of(new LdxTarget(services), LINKS_WITH_HINTS);
      var out = spec.commandLine().getOut();
      for (var percentile : List.of(50, 99)) {
        out.printf(
            Locale.ROOT,
            "%-40s %,12.0f ms%n",
            "link found, with hints, p" + percentile,
            took.getValueAtPercentile(percentile) / 1e6);
      }
      out.printf(
          Locale.ROOT,
          "%,d links; without hints the data sources are polled every %d s%n",
          LINKS_WITH_HINTS,
          plan.profile().poll().toSeconds());
      out.flush();
    }
  }

  /** By the profile's own name, however it was typed: one of them judges nothing. */
  static Comparison compared(LdxPlan plan, Measured measured) {
    return Comparison.of(plan.baseline(), measured, plan.profile().name());
  }

  private static Stream<ClaimRecord> aims(Comparison comparison) {
    return comparison.claims().stream().filter(it -> it.id().startsWith("aim-"));
  }

  /** The aims that were not reached, each in words. */
  static List<String> missed(Comparison comparison) {
    return aims(comparison)
        .filter(it -> it.outcome() instanceof Verdict.Differs)
        .map(it -> "missed: " + it.text() + " " + it.detail())
        .toList();
  }

  /** What was measured with its floors, and whether it is what was aimed at. */
  private static void print(Comparison comparison, PrintWriter out) {
    for (var row : comparison.table("floors").rows()) {
      var cell = row.cells().getFirst();
      var measured = cell.measured();
      if (measured != null) {
        var spread = cell.spread();
        out.printf(
            Locale.ROOT,
            "%-40s %,12.2f%s %s%n",
            row.title(),
            measured,
            spread == null ? "" : " ± %,.2f".formatted(spread),
            cell.unit());
      }
    }
    aims(comparison).forEach(it -> out.printf("%-12s %s%n", it.verdict(), it.text()));
    comparison
        .explanations()
        .forEach(it -> out.printf("%-12s %s %s%n", it.verdict(), it.hypothesis(), it.cameOut()));
    out.flush();
  }
}
