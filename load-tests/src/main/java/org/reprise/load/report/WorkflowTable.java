package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Durations;
import org.reprise.load.measure.Repeats;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/**
 * The report's own table: operations down; alone and in parallel, without the split and with it,
 * across; and two columns of ours, the fast refresh alone and in parallel.
 *
 * @param rows one for each operation, in the report's order
 * @param others what the report derives from them beside the table, each in a sentence
 */
record WorkflowTable(List<Row> rows, List<String> others) {
  /**
   * An operation.
   *
   * @param title as the report writes it
   * @param unit the report's
   * @param cells in the order of {@link Place}, then the fast refresh alone and in parallel
   */
  record Row(String title, String unit, List<Cell> cells) {}

  /**
   * A cell, as text; what is not there is empty. Measured times are seconds.
   *
   * @param published the report's digits
   * @param publishedDelta what the report prints in brackets
   * @param measured the middle of the repetitions
   * @param spread half the distance between the highest and the lowest of them
   * @param delta what belongs into the brackets here
   * @param ratio measured to published
   * @param word the verdict's word where the cell has no valid measured value
   * @param why the reason behind the word, or what else must be known
   * @param first whether it starts a group of columns
   */
  record Cell(
      String published,
      String publishedDelta,
      String measured,
      String spread,
      String delta,
      String ratio,
      String word,
      String why,
      boolean first) {}

  static WorkflowTable of(RunRecord run) {
    WorkflowCells cells = new WorkflowCells(run);
    return new WorkflowTable(
        run.report().operations().entrySet().stream()
            .map(o -> row(cells, o.getKey(), o.getValue()))
            .toList(),
        run.experiments().stream()
            .flatMap(e ->
                e.figures().stream()
                    .filter(f -> !f.statistic().equals("avg") && !f.statistic().equals("delta"))
                    .map(f -> other(run, e, f)))
            .toList());
  }

  private static String other(RunRecord run, ExperimentRecord experiment, FigureRecord figure) {
    return "%s of %s, %s: report %s %s, here %s."
        .formatted(
            run.report().operations().getOrDefault(figure.operation(), figure.operation()),
            experiment.id(),
            figure.statistic(),
            Digits.exact(figure.published()),
            figure.unit(),
            seconds(figure).map(s -> signed(s) + " s").orElse("not measured"));
  }

  private static Row row(WorkflowCells cells, String operation, String title) {
    List<Cell> row = new ArrayList<>();
    for (Place place : Place.values()) {
      row.add(
          cells
              .cell(operation, place)
              .map(e -> cell(e, operation, !place.parallel()))
              .orElse(measuredOnly(Repeats.NONE, !place.parallel())));
    }
    row.add(measuredOnly(WorkflowCells.measured(cells.fast(false), operation), true));
    row.add(measuredOnly(WorkflowCells.measured(cells.fast(true), operation), false));
    return new Row(title, unit(cells, operation), row);
  }

  private static String unit(WorkflowCells cells, String operation) {
    return cells
        .cell(operation, Place.PARALLEL_ON)
        .flatMap(e -> WorkflowCells.figure(e, operation, "avg"))
        .map(FigureRecord::unit)
        .orElse("");
  }

  private static Cell cell(ExperimentRecord experiment, String operation, boolean first) {
    FigureRecord average = WorkflowCells.figure(experiment, operation, "avg").orElseThrow();
    Optional<FigureRecord> delta = WorkflowCells.figure(experiment, operation, "delta");
    Double ratio = average.ratio();
    String why = average.why();
    boolean plain = average.measured() != null && !average.verdict().equals("Invalid");
    return new Cell(
        Digits.exact(average.published()),
        delta.map(d -> Digits.exact(d.published())).orElse(""),
        seconds(average).map(Digits::of).orElse(""),
        spread(WorkflowCells.measured(Optional.of(experiment), operation), 1000),
        delta.flatMap(WorkflowTable::seconds).map(WorkflowTable::signed).orElse(""),
        ratio == null ? "" : Digits.times(ratio),
        plain ? "" : average.verdict(),
        why == null ? "" : why,
        first);
  }

  private static Cell measuredOnly(Repeats milliseconds, boolean first) {
    return new Cell(
        "",
        "",
        milliseconds.isEmpty() ? "" : Digits.of(milliseconds.median() / 1000),
        spread(milliseconds, 1000),
        "",
        "",
        "",
        "",
        first);
  }

  private static Optional<Double> seconds(FigureRecord figure) {
    @Nullable Double measured = figure.measured();
    return measured == null
        ? Optional.empty()
        : Durations.milliseconds(figure.unit()).stream()
            .mapToObj(each -> measured * each / 1000)
            .findFirst();
  }

  /** Half the distance between highest and lowest, in another unit; empty for a single value. */
  static String spread(Repeats values, double divisor) {
    return values.spread().isPresent()
        ? "± " + Digits.of(values.spread().getAsDouble() / divisor)
        : "";
  }

  private static String signed(double value) {
    return value > 0 ? "+" + Digits.of(value) : Digits.of(value);
  }
}
