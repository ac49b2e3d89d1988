package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.deploy.Home;
import org.reprise.load.engine.Outcome;
import org.reprise.load.generator.Sample;
import org.reprise.load.judge.Comparison;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.report.TerminalTable;
import org.reprise.load.run.Environment;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.system.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise compare}: two runs, or what a simulation measured with a report. */
@Command(
    name = "compare",
    description = {
      "Compares two runs: reprise compare RUN RUN",
      "or what a simulation wrote that was run by hand: reprise compare FILE --baseline cps-307"
    })
@SuppressWarnings("NullAway.Init")
final class CompareCommand extends PrintingCommand {
  @Parameters(
      index = "0",
      paramLabel = "RUN|FILE",
      description = "A run's id or folder, or what a simulation wrote.")
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
      description = "The report that the file belongs to.")
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
      return compare(second, out);
    }
    if (second == null && baseline != null && !anyway) {
      return judge(Path.of(first), baseline, out);
    }
    throw new UsageException(
        "compare takes two runs, which --anyway belongs to, or one file of a simulation"
            + " with --baseline, which --experiment belongs to");
  }

  private int compare(String run, PrintWriter out) {
    var results = Home.current().results();
    var one = RunDirectory.open(results, first).read();
    var other = RunDirectory.open(results, run).read();
    var comparison = UsageException.typed(() -> RunComparison.of(one, other));
    if (!comparison.comparable() && !anyway) {
      out.println("These runs are not to be compared (--anyway does it nevertheless):");
      comparison.reasons().forEach(reason -> out.println("  " + reason));
      return Reprise.FAILED;
    }
    out.println(TerminalTable.of(comparison));
    return 0;
  }

  /** Of the machine of what somebody measured by hand nothing is known. */
  private int judge(Path file, String report, PrintWriter out) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(file + " is no file that a simulation wrote");
    }
    var samples = Sample.read(file);
    var published = UsageException.typed(() -> Baselines.load(report));
    var measured = UsageException.typed(() -> Outcome.byHand(published, samples, experiment));
    var comparison = Comparison.of(published, measured, "by-hand");
    var environment =
        new Environment(
            "not known", 0, 0, "not known", "not known", List.of(), null, Map.of(), null, null);
    var manifest =
        new Manifest(
            "unknown",
            0,
            comparison.scale(),
            1,
            samples.getFirst().start(),
            samples.getLast().end(),
            file.toString(),
            null,
            null);
    out.println(TerminalTable.of(comparison.record("by-hand", "by-hand", manifest, environment)));
    var failed =
        samples.stream()
            .filter(it -> !goesBeyondTheKnee(published, it))
            .flatMap(it -> it.faults().isEmpty() ? it.firstErrors().stream() : it.faults().stream())
            .toList();
    failed.forEach(it -> out.println("NOT VALID: " + it));
    return comparison.invalidReasons().isEmpty() && failed.isEmpty() ? 0 : Reprise.FAILED;
  }

  /** What a load beyond the knee does not answer is its result. */
  private boolean goesBeyondTheKnee(Baseline published, Sample sample) {
    var id = experiment == null ? String.valueOf(sample.phase().experiment()) : experiment;
    return published.require(id).saturating();
  }
}
