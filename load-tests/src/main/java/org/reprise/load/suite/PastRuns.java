package org.reprise.load.suite;

import static java.util.Comparator.comparing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunJson;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.RunUnreadableException;
import org.reprise.load.run.Verdict;

/**
 * The runs in a folder, the oldest first, without what they measured: a folder holds many.
 *
 * @param unreadable ids of folders whose run.json is missing, damaged or foreign
 */
public record PastRuns(List<RunRecord> all, List<String> unreadable) {
  public static PastRuns in(Path results) throws IOException {
    var all = new ArrayList<RunRecord>();
    var unreadable = new ArrayList<String>();
    for (var id : ids(results, null)) {
      try {
        var run = RunJson.readVerdicts(results.resolve(id).resolve(RunDirectory.RECORD));
        Baselines.load(run.report());
        if (!run.runId().equals(id) || run.claims().stream().anyMatch(Objects::isNull)) {
          throw new IllegalArgumentException(id + " holds another run");
        }
        all.add(run);
      } catch (RunUnreadableException | IllegalArgumentException e) {
        unreadable.add(id);
      }
    }
    return new PastRuns(all, unreadable);
  }

  /** Returns the ids of the runs of a system, or of all, by the time at their end. */
  public static List<String> ids(Path results, @Nullable String system) throws IOException {
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (var folders = Files.list(results)) {
      return folders
          .filter(it -> Files.isDirectory(it) && !Files.isSymbolicLink(it))
          .map(it -> String.valueOf(it.getFileName()))
          .filter(id -> !id.startsWith(".") && (system == null || id.startsWith(system + "-")))
          .sorted(comparing(id -> id.replaceFirst("^.*?(\\d{8}T\\d{6}Z)", "$1")))
          .toList();
    }
  }

  /**
   * Returns the newest valid run: rather one that judged claims, and of all experiments.
   *
   * @param elsewhere of a URL, such as the original's, instead of the reference service
   */
  Optional<RunRecord> latest(String system, boolean elsewhere) {
    return all.stream()
        .filter(it -> it.system().equals(system) && it.valid() && it.finished())
        .filter(it -> it.target().contains("://") == elsewhere)
        .max(
            comparing(PastRuns::isJudged)
                .thenComparing(it -> !it.manifest().command().contains(" --experiment"))
                .thenComparing(it -> it.manifest().started()));
  }

  /** Returns whether a run is valid and judged claims, which smoke does not. */
  static boolean isJudged(RunRecord run) {
    return run.valid() && run.finished() && run.count(Verdict.NOT_MEASURED) < run.claims().size();
  }

  /** Returns the headline figures of its report that a run measured, in the report's order. */
  static Stream<FigureRecord> headlines(RunRecord run) {
    return Baselines.load(run.report()).headlines().stream()
        .flatMap(id -> run.figures().stream().filter(it -> it.id().equals(id)))
        .filter(it -> it.measured() != null && it.verdict() != Verdict.INVALID);
  }

  /** Returns a figure in the report's words, for example {@code average of CREATE NODE}. */
  static String title(RunRecord run, String figure) {
    var report = Baselines.load(run.report());
    return report.measuredBy(figure).map(report::title).orElse(report.title(figure));
  }
}
