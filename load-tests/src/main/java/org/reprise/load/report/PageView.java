package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Claim;
import org.reprise.load.report.Plot.Drawing;
import org.reprise.load.report.TableView.Columns;
import org.reprise.load.run.Environment;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.ExplanationRecord.Offset;
import org.reprise.load.run.ExplanationRecord.Rate;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.TableRecord;

/** What the page's template reads beside the record itself. */
final class PageView {
  /** The sign and the tone of each verdict, so that it is told by more than its colour. */
  private static final Map<String, Mark> MARKS =
      Map.of(
          "Reproduced", new Mark("✓", "good"),
          "Differs", new Mark("≠", "warn"),
          "ByConstruction", new Mark("≡", "calm"),
          "NotComparable", new Mark("≈", "calm"),
          "Invalid", new Mark("✕", "bad"),
          "NotMeasured", new Mark("○", "calm"));

  private PageView() {}

  /** A sign, and the class of its colour. */
  record Mark(String sign, String tone) {
    static Mark of(String verdict) {
      return Objects.requireNonNull(MARKS.get(verdict));
    }
  }

  /** One of the few numbers on top. */
  private record Tile(String label, String value, String unit, String note) {}

  /** A claim or an explanation with its mark, and what belongs to it. */
  private record Judged(Object record, Mark mark, String source, List<TableView> tables) {}

  private record Pair(String name, String there, String here) {}

  static Map<String, Object> of(RunRecord run, List<String> beside, String style) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("style", style);
    page.put("run", run);
    page.put("beside", beside);
    page.put("tiles", tiles(run));
    page.put("environment", environments(run));
    page.put(
        "claims",
        run.claims().stream()
            .map(it -> new Judged(it, Mark.of(it.verdict()), source(it.source()), List.of()))
            .toList());
    page.put(
        "explanations",
        run.explanations().stream()
            .map(it -> new Judged(it, Mark.of(it.verdict()), "", tables(it, run)))
            .toList());
    page.put("published", PublishedTables.of(run));
    page.put("measured", MeasuredTables.of(run));
    List<Drawing> averages = ThreadCharts.averages(run);
    List<Drawing> distributions = TimeCharts.distributions(run);
    List<Drawing> courses =
        Stream.concat(TimeCharts.goodput(run).stream(), TimeCharts.courses(run).stream()).toList();
    page.put("averages", averages);
    page.put("throughputs", ThreadCharts.throughput(run));
    page.put("distributions", distributions);
    page.put("courses", courses);
    page.put("openCharts", distributions.size() + courses.size());
    page.put("charts", averages.size() + distributions.size() + courses.size());
    page.put("processors", ProcessorsView.tables(run));
    page.put("resources", TimeCharts.resources(run));
    page.put("checks", CheckGroup.of(run));
    return page;
  }

  /** How the claims went, and the baseline's own few values. */
  private static List<Tile> tiles(RunRecord run) {
    List<Tile> tiles = new ArrayList<>();
    Map<String, Integer> words = new LinkedHashMap<>();
    run.claims().forEach(c -> words.merge(c.verdict(), 1, Integer::sum));
    boolean judged = words.containsKey("Reproduced") || words.containsKey("Differs");
    Integer reproduced = words.remove("Reproduced");
    tiles.add(
        new Tile(
            "Claims reproduced",
            judged ? String.valueOf(Objects.requireNonNullElse(reproduced, 0)) : TableView.DASH,
            judged ? "of " + run.claims().size() : "none judged",
            words.entrySet().stream()
                .map(it -> it.getValue() + " " + it.getKey())
                .collect(joining(", "))));
    for (TableRecord.Row row : run.highlights()) {
      TableRecord.Cell cell = row.cells().getFirst();
      Double measured = cell.measured();
      Double published = cell.published();
      if (measured != null) {
        tiles.add(
            new Tile(
                row.title(),
                PublishedTables.shown(measured, cell, false),
                PublishedTables.isRatio(cell.unit()) ? "" : cell.unit(),
                published == null
                    ? "no figure of the report"
                    : "report " + PublishedTables.shown(published, cell, true)));
      }
    }
    return tiles;
  }

  private static String source(Claim.Source source) {
    return switch (source) {
      case REPORT -> "concluded by the report";
      case OURS -> "read from its figures by us";
    };
  }

  private static List<TableView> tables(ExplanationRecord it, RunRecord run) {
    Map<String, String> titles = run.report().operations();
    return TableView.filled(
        new Columns<Offset>("Minimum, ms", o -> titles.getOrDefault(o.operation(), o.operation()))
            .and("Report: remote − embedded", Offset::publishedMs)
            .and("Here: without", Offset::controlMs)
            .and("Here: with", Offset::treatmentMs)
            .and("Here: extra", Offset::extraMs)
            .of(it.id(), "Extra time of each operation", "", it.offsets()),
        new Columns<Rate>("Items in a second", Rate::title)
            .and("Report", Rate::published)
            .and("Here", Rate::measured)
            .and("Here: ±", Rate::spread)
            .of(it.id(), "Rates", "", it.rates()));
  }

  /** The report's machine beside ours, name by name. */
  private static List<Pair> environments(RunRecord run) {
    Environment here = run.environment();
    Map<String, @Nullable Object> ours = new LinkedHashMap<>();
    ours.put("CPU", "%s, %d cores".formatted(here.cpu(), here.cores()));
    ours.put(
        "Memory", String.format(Locale.ROOT, "%.1f GiB", here.memoryBytes() / (double) (1 << 30)));
    ours.put("Operating system", here.os());
    ours.put("JDK", here.jdk());
    ours.put("JVM settings", String.join(" ", here.jvmFlags()));
    ours.put("Database", here.postgres() == null ? null : "PostgreSQL " + here.postgres());
    ours.put("Deployment", "target " + run.target());
    ours.put("Revision", run.manifest().gitCommit());
    ours.put("Resumed", String.join("; ", run.manifest().resumptions()));
    ours.put(
        "Database settings",
        here.postgresSettings().entrySet().stream()
            .map(it -> it.getKey() + " = " + it.getValue())
            .collect(joining(", ")));
    ours.put("Calibration score", here.calibrationScore());
    return Stream.concat(run.report().environment().keySet().stream(), ours.keySet().stream())
        .distinct()
        .map(name ->
            new Pair(name, dash(run.report().environment().get(name)), dash(ours.get(name))))
        .filter(it -> !it.there().equals(TableView.DASH) || !it.here().equals(TableView.DASH))
        .toList();
  }

  private static String dash(@Nullable Object value) {
    String text = TableView.text(value);
    return text.isBlank() ? TableView.DASH : text;
  }
}
