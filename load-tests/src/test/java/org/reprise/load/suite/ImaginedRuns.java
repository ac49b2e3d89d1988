package org.reprise.load.suite;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.reprise.load.OpenRun;
import org.reprise.load.Records;
import org.reprise.load.SampleRun;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Claim;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/** Runs as they could stand in a folder, a day after each other. */
final class ImaginedRuns {
  static final String FIGURE = "remote-10x100.create-node.avg";
  private static final Instant FIRST = Instant.parse("2026-11-01T10:00:00Z");

  private static final RunRecord GOOD = cps("", SampleRun.published(1), "quick");

  private ImaginedRuns() {}

  static RunRecord cps(String id, SampleRun run, String profile) {
    return record(id, SampleRun.BASELINE, run.measured(), profile);
  }

  static RunRecord ebms(String id) {
    return record(id, OpenRun.BASELINE, OpenRun.good().measured(), "quick");
  }

  private static RunRecord record(String id, Baseline baseline, Measured run, String profile) {
    var comparison = new Comparison(baseline, run, profile);
    return comparison.record(
        id, "local", SampleRun.manifest(comparison.scale()), SampleRun.environment());
  }

  static RunDirectory written(Path results, RunRecord run, int day) throws IOException {
    var started = FIRST.plus(Duration.ofDays(day));
    var directory = RunDirectory.create(results, run.system(), run.profile(), started);
    var finished = started.plusSeconds(200);
    var manifest = Records.with(run.manifest(), "started", started, "finished", finished);
    directory.write(Records.with(run, "runId", directory.runId(), "manifest", manifest));
    return directory;
  }

  /** Runs of one row whose headline figure has these values. */
  static List<RunRecord> withValues(double... values) {
    return IntStream.range(0, values.length)
        .mapToObj(i -> past("run-" + i, values[i], Verdict.REPRODUCED))
        .toList();
  }

  /** Runs of one row whose claim has these verdicts. */
  static List<RunRecord> withVerdicts(Verdict... verdicts) {
    return IntStream.range(0, verdicts.length)
        .mapToObj(i -> past("run-" + i, 100, verdicts[i]))
        .toList();
  }

  private static RunRecord past(String id, double value, Verdict verdict) {
    var figure =
        new FigureRecord(
            FIGURE, 170.0, value, null, "ms", value / 170, Verdict.NOT_COMPARABLE, "machine");
    var claims =
        List.of(
            new ClaimRecord("one", "One.", Claim.Source.OURS, verdict, null, "2", "2"),
            new ClaimRecord(
                "two", "Two.", Claim.Source.OURS, Verdict.BY_CONSTRUCTION, "set", "2", "2"));
    return Records.with(GOOD, "runId", id, "claims", claims, "figures", List.of(figure));
  }
}
