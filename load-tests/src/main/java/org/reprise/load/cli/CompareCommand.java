package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.stack.Home;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise compare}: two runs, or a Gatling result with a report. */
@Command(
    name = "compare",
    description = {
      "Compares two runs: reprise compare RUN RUN",
      "or what a simulation measured that was run by hand: reprise compare GATLING_DIR --baseline"
          + " cps-307"
    })
@SuppressWarnings("NullAway.Init")
final class CompareCommand extends PrintingCommand {
  @Parameters(
      index = "0",
      paramLabel = "RUN|GATLING_DIR",
      description = "A run's id or folder, or a Gatling result.")
  private String first;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run to compare it with.")
  private @Nullable String second;

  @Option(
      names = "--baseline",
      paramLabel = "REPORT",
      description = "The report that the Gatling result belongs to.")
  private @Nullable String baseline;

  @Option(
      names = "--experiment",
      paramLabel = "ID",
      description = "The setting that it reproduces, where it was not run with -Dexperiment.")
  private @Nullable String experiment;

  @Option(
      names = "--anyway",
      description =
          "Two runs: compares even what differs in machine, profile or scale, or is invalid.")
  private boolean anyway;

  @Override
  int print(PrintWriter out) throws IOException {
    if (second != null && baseline == null && experiment == null) {
      var results = Home.current().results();
      var one = RunDirectory.open(results, first).read();
      var other = RunDirectory.open(results, second).read();
      var comparison = UsageException.typed(() -> RunComparison.of(one, other));
      if (!comparison.comparable() && !anyway) {
        out.println("These runs are not to be compared (--anyway does it nevertheless):");
        comparison.reasons().forEach(reason -> out.println("  " + reason));
        return Reprise.FAILED;
      }
      RunOutput.print(comparison, out);
      return 0;
    }
    if (second != null || baseline == null || anyway) {
      throw new UsageException(
          "compare takes two runs, which --anyway belongs to, or one Gatling result with"
              + " --baseline, which --experiment belongs to");
    }
    var folder = Path.of(first);
    if (!Files.isRegularFile(folder.resolve(GatlingLog.FILE))) {
      throw new UsageException(folder + " holds no " + GatlingLog.FILE);
    }
    var log = GatlingLog.read(folder);
    var named = baseline;
    var report = UsageException.typed(() -> Baselines.load(named));
    var system = Systems.named(report.system()).getFirst();
    var measured = UsageException.typed(() -> system.byHand(log, experiment));
    var comparison = Comparison.of(report, measured, "by-hand");
    RunOutput.print(log, comparison, out);
    var failures = failures(log);
    failures.ifPresent(out::println);
    return comparison.invalidReasons().isEmpty() && failures.isEmpty() ? 0 : Reprise.FAILED;
  }

  /** Times of what passed say little where the rest failed. */
  private static Optional<String> failures(GatlingLog log) {
    var failed = log.requests().stream().mapToLong(GatlingLog.Request::failed).sum();
    var passed = log.requests().stream().mapToLong(GatlingLog.Request::passed).sum();
    return failed == 0
        ? Optional.empty()
        : Optional.of(
            "NOT VALID: %d of %d requests failed, the figures are of the others: %s"
                .formatted(failed, failed + passed, String.join("; ", log.errors())));
  }
}
