package org.reprise.load.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import com.samskivert.mustache.Mustache;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Role;
import org.reprise.load.judge.Comparison;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Violation;
import org.reprise.load.report.RunReport.Judged;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/** A run as the templates read it; the first of the drawn charts stands on top of the page. */
public record RunView(
    RunRecord run,
    @Nullable Judged original,
    Baseline baseline,
    List<String> beside,
    List<TableView> published,
    Tables tables,
    Charts drawings,
    List<Plot> drawn) {
  /**
   * Draws a run.
   *
   * @param original a run of the same report against the original
   * @param beside pages in the run's folder
   */
  public static RunView of(Judged judged, @Nullable Judged original, List<String> beside) {
    RunRecord run = judged.run();
    Comparison comparison = judged.comparison();
    Baseline baseline = comparison.baseline();
    Comparison today = original == null ? null : original.comparison();
    Tables tables = new Tables(run, baseline, comparison, today);
    Charts charts = new Charts(baseline, comparison, run.measured());
    return new RunView(
        run, original, baseline, beside, tables.published(), tables, charts, charts.published());
  }

  List<Plot> charts() {
    return drawn.stream().skip(1).toList();
  }

  List<TableView> brief() {
    return Stream.concat(
            published.stream(), tables.all().stream().filter(it -> !it.id().equals("operations")))
        .toList();
  }

  Mustache.Lambda asText() {
    return (table, out) -> out.write(TerminalTable.text((TableView) table.context()));
  }

  /** Around a claim: what the original's run came to, where there is one. */
  Mustache.Lambda today() {
    return (words, out) -> {
      String id = ((ClaimRecord) words.context()).id();
      List<ClaimRecord> all = original == null ? List.of() : original.run().claims();
      all.stream().filter(it -> it.id().equals(id)).forEach(it -> words.execute(it, out));
    };
  }

  Mustache.Lambda pad() {
    return (text, out) -> out.write("%-15s ".formatted(text.execute()));
  }

  List<String> notices() {
    return run.measured().violations().stream()
        .filter(it -> !it.fatal() || it.isDisturbance())
        .map(Violation::text)
        .toList();
  }

  List<Pair> limited() {
    return run.measured().roles().stream()
        .filter(it -> it.cores() != null || it.why() != null)
        .map(it -> new Pair(it.role(), "", Tables.text(it)))
        .toList();
  }

  List<CheckGroup> checks() {
    return CheckGroup.of(run.measured().checks());
  }

  String result() {
    if (!run.valid()) {
      return "This run says nothing about the report.";
    }
    int all = run.claims().size();
    int others = run.count(Verdict.NOT_MEASURED) + run.count(Verdict.INVALID);
    if (others == all) {
      return run.claims().stream()
          .map(it -> "None of the %d claims was judged: %s.".formatted(others, it.why()))
          .findFirst()
          .orElse("The report has no claim.");
    }
    String reproduced = "%d of %d claims reproduced".formatted(run.count(Verdict.REPRODUCED), all);
    return Stream.of(
            run.count(Verdict.BY_CONSTRUCTION) + " by construction",
            run.count(Verdict.DIFFERS) + " different",
            run.count(Verdict.NOT_COMPARABLE) + " undecided",
            others + " not judged")
        .filter(it -> !it.startsWith("0 "))
        .map(it -> ", " + it)
        .collect(joining("", reproduced, "."));
  }

  /** What the run states of its machine and of itself, in the words of the reports. */
  Map<String, @Nullable Object> machine() {
    var here = run.environment();
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("CPU", here.cpu() + (here.cores() == 0 ? "" : ", %d cores".formatted(here.cores())));
    all.put(
        "Memory", String.format(Locale.ROOT, "%.1f GiB", here.memoryBytes() / (double) (1 << 30)));
    all.put("Operating system", here.os());
    all.put("JDK", here.jdk());
    all.put("JVM settings", String.join("; ", here.jvmFlags()));
    all.put("Database", here.postgres() == null ? null : "PostgreSQL " + here.postgres());
    all.put("Network", run.target().equals("local") ? "the loopback address" : null);
    all.put("Deployment", "target " + run.target());
    all.put("Revision", run.manifest().gitCommit());
    all.put("Resumed", String.join("; ", run.manifest().resumptions()));
    all.put("Database settings", settings(here.postgresSettings()));
    all.put("Service settings", settings(here.serviceSettings()));
    all.put("Calibration score", here.calibrationScore());
    all.values().removeIf(it -> it == null || it.toString().isBlank());
    all.replaceAll((_, it) -> TableView.text(it));
    return all;
  }

  private static String settings(@Nullable Map<String, String> settings) {
    return settings == null ? "" : settings.toString().replaceAll("^\\{|}$", "");
  }

  record Pair(String name, String there, String here) {}

  List<Pair> environment() {
    var here = machine();
    return baseline.environment().entrySet().stream()
        .filter(it -> here.containsKey(it.getKey()) && !it.getValue().startsWith(Role.NOT_STATED))
        .map(it -> new Pair(it.getKey(), it.getValue(), String.valueOf(here.get(it.getKey()))))
        .toList();
  }

  /** Checks of one kind, which stands before the first dot of their ids. */
  record CheckGroup(String kind, List<Check> checks) {
    static List<CheckGroup> of(List<Check> checks) {
      return checks.stream()
          .collect(groupingBy(it -> it.id().replaceAll("\\..*", ""), LinkedHashMap::new, toList()))
          .entrySet()
          .stream()
          .map(it -> new CheckGroup(it.getKey(), it.getValue()))
          .toList();
    }

    boolean passed() {
      return checks.stream().allMatch(Check::passed);
    }

    String line() {
      if (checks.size() == 1) {
        String detail = checks.getFirst().detail();
        return detail.isEmpty() ? kind : kind + ": " + detail;
      }
      String failed =
          checks.stream()
              .filter(it -> !it.passed())
              .map(it -> it.id() + ": " + it.detail())
              .collect(joining("; "));
      long passed = checks.stream().filter(Check::passed).count();
      return "%s (%d of %d passed)".formatted(kind, passed, checks.size())
          + (failed.isEmpty() ? "" : ": " + failed);
    }
  }
}
