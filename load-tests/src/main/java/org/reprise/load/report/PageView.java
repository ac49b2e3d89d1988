package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Role;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Measured;
import org.reprise.load.report.Plot.Drawing;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Environment;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.RunRecord;

/**
 * What the page's template reads.
 *
 * @param beside relative paths of other tools' reports about the same run
 * @param result the outcome in a sentence
 * @param first the chart on top; none where nothing is drawn
 * @param charts the other ones of the report
 * @param courses of loads with an open model, and how their times are distributed
 * @param environment what both the report and the run state
 * @param machine what the run states of its machine and itself
 */
record PageView(
    String style,
    RunRecord run,
    Baseline baseline,
    List<String> beside,
    String result,
    List<String> notices,
    List<Drawing> first,
    List<ClaimView> claims,
    List<ExplanationView> explanations,
    List<TableView> published,
    List<TableView> measured,
    List<Drawing> charts,
    List<Drawing> courses,
    List<Drawing> resources,
    List<TableView> processors,
    List<CheckGroup> checks,
    List<Pair> environment,
    List<Pair> machine) {
  /** The sign and the tone of each verdict, so that it is told by more than its colour. */
  private static final Map<String, Mark> MARKS =
      Map.of(
          "Reproduced", new Mark("✓", "good"),
          "Differs", new Mark("≠", "warn"),
          "ByConstruction", new Mark("≡", "calm"),
          "NotComparable", new Mark("≈", "calm"),
          "Invalid", new Mark("✕", "bad"),
          "NotMeasured", new Mark("○", "calm"));

  /** A sign, and the class of its colour. */
  record Mark(String sign, String tone) {
    static Mark of(String verdict) {
      return Objects.requireNonNull(MARKS.get(verdict));
    }
  }

  record ClaimView(ClaimRecord record, Mark mark, String source) {}

  record ExplanationView(ExplanationRecord record, Mark mark) {}

  /**
   * A named text of the report and of the run.
   *
   * @param there empty where only the run's is shown
   */
  record Pair(String name, String there, String here) {}

  static PageView of(RunRecord run, Baseline baseline, List<String> beside, String style) {
    Measured measured = run.measured();
    Comparison comparison = Comparison.of(baseline, measured, run.profile());
    Charts charts = new Charts(comparison, measured);
    List<Drawing> drawings = charts.published(baseline);
    List<Drawing> courses = new ArrayList<>(charts.distributions());
    courses.addAll(charts.courses());
    Map<String, String> machine = machine(run);
    return new PageView(
        style,
        run,
        baseline,
        beside,
        result(run),
        TerminalTable.notices(measured),
        drawings.stream().limit(1).toList(),
        run.claims().stream()
            .map(it -> new ClaimView(it, Mark.of(it.verdict()), source(it.source())))
            .toList(),
        run.explanations().stream()
            .map(it -> new ExplanationView(it, Mark.of(it.verdict())))
            .toList(),
        PublishedTables.of(baseline, comparison),
        MeasuredTables.of(run, baseline),
        drawings.stream().skip(1).toList(),
        courses,
        charts.resources(),
        ProcessorsView.tables(baseline, measured),
        CheckGroup.of(measured.checks()),
        environment(baseline.environment(), machine),
        machine.entrySet().stream().map(it -> new Pair(it.getKey(), "", it.getValue())).toList());
  }

  /** How the claims went, in words. */
  static String result(RunRecord run) {
    if (!run.valid()) {
      return "This run says nothing about the report.";
    }
    Map<String, Integer> words = new LinkedHashMap<>();
    for (String word : List.of("Reproduced", "Differs", "NotComparable")) {
      words.put(word, Collections.frequency(verdicts(run), word));
    }
    int decided = words.values().stream().mapToInt(Integer::intValue).sum();
    int others = run.claims().size() - decided;
    if (decided == 0) {
      String none = "None of the %d claims was judged".formatted(run.claims().size());
      return Comparison.judgesClaims(run.system(), run.profile())
          ? none + "."
          : "%s: %s judges no claim.".formatted(none, run.profile());
    }
    List<String> parts = new ArrayList<>();
    parts.add("%d of %d claims hold here".formatted(words.get("Reproduced"), run.claims().size()));
    parts.add("%d differ".formatted(words.get("Differs")));
    parts.add("%d undecided".formatted(words.get("NotComparable")));
    parts.add("%d not judged".formatted(others));
    return parts.stream()
            .filter(it -> !it.startsWith("0 ") || it.contains(" of "))
            .collect(joining(", "))
        + ".";
  }

  private static List<String> verdicts(RunRecord run) {
    return run.claims().stream().map(ClaimRecord::verdict).toList();
  }

  private static String source(Claim.Source source) {
    return switch (source) {
      case REPORT -> "concluded by the report";
      case OURS -> "read from its figures by us";
    };
  }

  /** What the run states of its machine and of itself, in the words of the reports. */
  private static Map<String, String> machine(RunRecord run) {
    Environment here = run.environment();
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("CPU", "%s, %d cores".formatted(here.cpu(), here.cores()));
    all.put(
        "Memory", String.format(Locale.ROOT, "%.1f GiB", here.memoryBytes() / (double) (1 << 30)));
    all.put("Operating system", here.os());
    all.put("JDK", here.jdk());
    all.put("JVM settings", String.join(" ", here.jvmFlags()));
    all.put("Database", here.postgres() == null ? null : "PostgreSQL " + here.postgres());
    all.put("Network", run.target().equals("local") ? "the loopback address" : null);
    all.put("Deployment", "target " + run.target());
    all.put("Revision", run.manifest().gitCommit());
    all.put("Resumed", String.join("; ", run.manifest().resumptions()));
    all.put("Database settings", settings(here.postgresSettings()));
    all.put("Service settings", settings(here.serviceSettings()));
    all.put("Calibration score", here.calibrationScore());
    Map<String, String> stated = new LinkedHashMap<>();
    all.forEach((name, value) -> {
      if (value != null && !value.toString().isBlank()) {
        stated.put(name, TableView.text(value));
      }
    });
    return stated;
  }

  private static @Nullable String settings(@Nullable Map<String, String> settings) {
    return settings == null
        ? null
        : settings.entrySet().stream()
            .map(it -> it.getKey() + " = " + it.getValue())
            .collect(joining(", "));
  }

  private static List<Pair> environment(Map<String, String> there, Map<String, String> here) {
    return there.entrySet().stream()
        .filter(it -> here.containsKey(it.getKey()) && !it.getValue().startsWith(Role.NOT_STATED))
        .map(it ->
            new Pair(it.getKey(), it.getValue(), Objects.requireNonNull(here.get(it.getKey()))))
        .toList();
  }
}
