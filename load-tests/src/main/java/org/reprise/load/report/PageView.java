package org.reprise.load.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.TableRecord;

/**
 * What the page's template reads, all of it text.
 *
 * @param style the page's style sheet
 * @param run the record itself, for the parts that are shown as they are
 * @param tiles the few numbers on top
 * @param environment the report's machine beside ours
 * @param claims with their marks
 * @param explanations with their marks
 * @param published the report's tables
 * @param measured tables of what was measured beside them
 * @param distributions of response times, one for each load of an open model
 * @param courses of such loads
 * @param averages charts of averages against threads
 * @param throughputCharts charts of flows per second against threads
 * @param processors of each role, and how much it was held back
 * @param resources charts over the run's clock
 * @param phases the numbered windows of those charts
 * @param checks after the run
 * @param manifest name by name
 * @param beside other reports of the run
 */
record PageView(
    String style,
    RunRecord run,
    List<Tile> tiles,
    List<Pair> environment,
    List<Outcome> claims,
    List<Explained> explanations,
    List<TableView> published,
    List<TableView> measured,
    List<Drawing> distributions,
    List<Drawing> courses,
    List<Drawing> averages,
    List<Drawing> throughputCharts,
    List<TableView> processors,
    List<Drawing> resources,
    List<Pair> phases,
    List<CheckGroup> checks,
    List<Pair> manifest,
    List<String> beside) {
  private static final String DASH = "–";

  record Tile(String label, String value, String unit, String note) {}

  record Pair(String name, String one, String other) {}

  /**
   * {@code mark} is a sign and {@code tone} a class, so that a verdict is told by more than its
   * colour.
   */
  record Outcome(
      String verdict,
      String mark,
      String tone,
      String text,
      String why,
      String source,
      String published,
      String measured) {}

  record Explained(
      Outcome outcome, ExplanationRecord record, boolean measured, List<OffsetRow> offsets) {}

  record OffsetRow(
      String operation, String published, String control, String treatment, String extra) {}

  record Drawing(String title, String svg) {}

  record FloorLine(String id, String value, String description) {}

  static PageView of(RunRecord run, List<String> beside, String style) {
    boolean closed =
        run.experiments().stream().anyMatch(it -> it.loadModel() instanceof LoadModel.Closed);
    return new PageView(
        style,
        run,
        tiles(run),
        RunFacts.environments(run),
        run.claims().stream().map(PageView::claim).toList(),
        run.explanations().stream().map(it -> explained(it, run)).toList(),
        PublishedTables.of(run),
        MeasuredTables.of(run),
        OpenCharts.distributions(run),
        Stream.concat(OpenCharts.goodput(run).stream(), OpenCharts.courses(run).stream()).toList(),
        closed ? Charts.averages(run) : List.of(),
        closed ? Charts.throughput(run) : List.of(),
        ProcessorsView.tables(run),
        Charts.resources(run),
        RunFacts.phases(run),
        CheckGroup.of(run),
        RunFacts.manifest(run),
        List.copyOf(beside));
  }

  /** How the claims went, and the baseline's own few values. */
  private static List<Tile> tiles(RunRecord run) {
    List<Tile> tiles = new ArrayList<>();
    Map<String, Integer> words = new LinkedHashMap<>();
    run.claims().forEach(c -> words.merge(c.verdict(), 1, Integer::sum));
    boolean judged = words.containsKey("Reproduced") || words.containsKey("Differs");
    int reproduced = words.getOrDefault("Reproduced", 0);
    words.remove("Reproduced");
    tiles.add(
        new Tile(
            "Claims reproduced",
            judged ? String.valueOf(reproduced) : DASH,
            judged ? "of " + run.claims().size() : "none judged",
            String.join(
                ", ",
                words.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList())));
    for (TableRecord.Row row : run.highlights()) {
      TableRecord.Cell cell = row.cells().getFirst();
      Double measured = cell.measured();
      Double published = cell.published();
      if (measured != null) {
        String report =
            published == null
                ? "no figure of the report"
                : "report " + PublishedTables.shown(published, cell, true);
        tiles.add(
            new Tile(
                row.title(),
                PublishedTables.shown(measured, cell, false),
                cell.unit().equals("×") || cell.unit().equals("+%") ? "" : cell.unit(),
                report));
      }
    }
    return tiles;
  }

  String validity() {
    return run.valid() ? "Valid run" : "Invalid run";
  }

  String validityTone() {
    return run.valid() ? "good" : "bad";
  }

  boolean hasCharts() {
    return !(distributions.isEmpty() && courses.isEmpty() && averages.isEmpty());
  }

  boolean hasAverages() {
    return !averages.isEmpty();
  }

  boolean hasOpenCharts() {
    return !(distributions.isEmpty() && courses.isEmpty());
  }

  boolean hasNotices() {
    return !run.notices().isEmpty();
  }

  boolean hasExplanations() {
    return !explanations.isEmpty();
  }

  boolean hasUnavailable() {
    return !run.report().unavailable().isEmpty();
  }

  List<FloorLine> floorLines() {
    return run.floors().stream()
        .map(f ->
            new FloorLine(
                f.id(),
                Digits.of(f.value()) + " " + f.unit(),
                f.description().replaceAll("\\.$", "")))
        .toList();
  }

  String finished() {
    return RunFacts.TIME.format(run.manifest().finished());
  }

  private static Outcome claim(ClaimRecord claim) {
    return outcome(
        claim.verdict(),
        claim.text(),
        claim.why(),
        switch (claim.source()) {
          case REPORT -> "concluded by the report";
          case OURS -> "read from its figures by us";
        },
        claim.published(),
        text(claim.measured()));
  }

  private static Outcome outcome(
      String verdict,
      String text,
      @Nullable String why,
      String source,
      String published,
      String measured) {
    return new Outcome(
        verdict,
        Marks.mark(verdict),
        Marks.tone(verdict),
        text,
        text(why),
        source,
        published,
        measured);
  }

  private static Explained explained(ExplanationRecord it, RunRecord run) {
    return new Explained(
        outcome(it.verdict(), it.hypothesis(), it.why(), "", "", it.cameOut()),
        it,
        !it.offsets().isEmpty(),
        it.offsets().stream()
            .map(o ->
                new OffsetRow(
                    run.report().operations().getOrDefault(o.operation(), o.operation()),
                    Digits.of(o.publishedMs()),
                    Digits.of(o.controlMs()),
                    Digits.of(o.treatmentMs()),
                    Digits.of(o.extraMs())))
            .toList());
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
