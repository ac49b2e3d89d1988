package org.reprise.load.suite;

import static java.util.stream.Collectors.joining;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.report.RunReport;
import org.reprise.load.run.CommandLock;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunDirectory;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/**
 * The page over all runs, {@code index.html} beside their folders: what came out of each report,
 * the runs there were, and what changed between them. It is drawn by the parts and the style of a
 * run's page, and is as self-contained; it links the runs' own pages only.
 */
public record SuitePage(PastRuns runs, Map<String, List<String>> changes) {
  private static final Template TEMPLATE = RunReport.template("index", Escapers.HTML);

  private static final List<Verdict> COLUMNS = List.of(Verdict.values());

  /** A system, its report, and its newest valid runs, here and at a URL; null where none is. */
  record Row(
      String system,
      String title,
      @Nullable RunRecord run,
      @Nullable Headline headline,
      List<Count> counts,
      @Nullable RunRecord other,
      @Nullable Headline otherHeadline) {}

  record Count(Verdict verdict, int number) {}

  record Headline(String name, String published, String measured, String unit, String ratio) {}

  record Past(RunRecord run, List<Count> counts, List<String> changes) {}

  /** Returns the page over some runs. */
  public static SuitePage of(PastRuns runs) {
    return new SuitePage(runs, ChangePoints.of(runs.all()));
  }

  /** Reads the runs of a folder and writes the page over them; returns both. */
  public static SuitePage write(Path results) throws IOException {
    Files.createDirectories(results);
    // Of two commands that end at once the later one to write has the runs of both.
    try (var _ = CommandLock.take(results.resolve(".lock"), () -> {})) {
      var page = of(PastRuns.in(results));
      new RunDirectory(results).write(RunReport.PAGE, page.html());
      return page;
    }
  }

  String html() {
    return TEMPLATE.execute(this);
  }

  /** Returns the counts of verdicts and the page's place, for the end of a series of runs. */
  public static String summary(List<RunRecord> runs) {
    return Stream.concat(
            Stream.of(
                "%-10s%s"
                    .formatted("", COLUMNS.stream().map("%16s"::formatted).collect(joining()))),
            runs.stream()
                .map(it ->
                    "%-10s%s%s"
                        .formatted(
                            it.system(),
                            COLUMNS.stream()
                                .map(verdict -> "%16d".formatted(it.count(verdict)))
                                .collect(joining()),
                            it.valid()
                                ? ""
                                : "  invalid: " + String.join("; ", it.invalidReasons()))))
        .collect(joining("\n"));
  }

  private static List<Count> counts(@Nullable RunRecord run) {
    return run == null
        ? List.of()
        : COLUMNS.stream()
            .map(it -> new Count(it, run.count(it)))
            .filter(it -> it.number() > 0)
            .toList();
  }

  /** Returns how many reports there are: two systems stand for the parts of one. */
  long reports() {
    return Baselines.all().stream().map(Baseline::source).distinct().count();
  }

  List<Row> systems() {
    return Baselines.all().stream().map(this::row).toList();
  }

  private Row row(Baseline report) {
    var elsewhere = runs.latest(report.system(), true);
    var here = runs.latest(report.system(), false);
    var run = here.or(() -> elsewhere).orElse(null);
    var other = here.isPresent() ? elsewhere.orElse(null) : null;
    return new Row(
        report.system(),
        report.title(),
        run,
        run == null ? null : headline(run),
        counts(run),
        other,
        other == null ? null : headline(other));
  }

  private static @Nullable Headline headline(RunRecord run) {
    return PastRuns.headlines(run)
        .findFirst()
        .map(it ->
            new Headline(
                PastRuns.title(run, it.id()),
                Digits.exact(Objects.requireNonNullElse(it.published(), Double.NaN)),
                Digits.of(Objects.requireNonNullElse(it.measured(), Double.NaN)),
                it.unit(),
                it.ratio() == null ? "" : Digits.times(it.ratio())))
        .orElse(null);
  }

  List<Row> measured() {
    return systems().stream().filter(it -> it.run() != null).toList();
  }

  @Nullable Instant newest() {
    return measured().stream()
        .flatMap(it -> Stream.ofNullable(it.run()))
        .map(it -> it.manifest().finished())
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  String result() {
    var runs = measured().stream().flatMap(it -> Stream.ofNullable(it.run())).toList();
    var claims = runs.stream().mapToInt(it -> it.claims().size()).sum();
    return "%d of %d claims of %d of %d systems reproduced, %d by construction, %d different, %d undecided, %d not judged."
        .formatted(
            count(runs, Verdict.REPRODUCED),
            claims,
            runs.size(),
            Baselines.all().size(),
            count(runs, Verdict.BY_CONSTRUCTION),
            count(runs, Verdict.DIFFERS),
            count(runs, Verdict.NOT_COMPARABLE),
            count(runs, Verdict.NOT_MEASURED) + count(runs, Verdict.INVALID));
  }

  private static int count(List<RunRecord> runs, Verdict verdict) {
    return runs.stream().mapToInt(it -> it.count(verdict)).sum();
  }

  List<Map.Entry<String, List<String>>> changed() {
    return List.copyOf(changes.entrySet()).reversed();
  }

  List<Past> history() {
    return runs.all().stream()
        .map(it -> new Past(it, counts(it), changes.getOrDefault(it.runId(), List.of())))
        .toList()
        .reversed();
  }
}
