package org.reprise.load.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reprise.load.report.OpenView.StatementRow;
import org.reprise.load.report.PageView.Tile;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;

/**
 * What the page shows of workflows: the report's table, the ratios in it, the figures beside it and
 * what every process used.
 *
 * @param table the report's own
 * @param ratios what holds on another machine too
 * @param statements figures outside the table
 * @param uses of CPU and memory
 * @param notes what must be known beside the experiments
 */
record WorkflowView(
    WorkflowTable table,
    WorkflowRatios ratios,
    List<StatementRow> statements,
    WorkflowUses uses,
    List<Note> notes) {
  /** What must be known beside an experiment. */
  record Note(String experiment, String load, String text) {}

  static WorkflowView of(RunRecord run) {
    return new WorkflowView(
        WorkflowTable.of(run),
        WorkflowRatios.of(run),
        OpenView.statements(run),
        WorkflowUses.of(run),
        run.experiments().stream().map(WorkflowView::note).toList());
  }

  private static Note note(ExperimentRecord experiment) {
    String note = experiment.note();
    return new Note(experiment.id(), experiment.loadModel().text(), note == null ? "" : note);
  }

  boolean hasUses() {
    return !uses.isEmpty();
  }

  /**
   * The few numbers on top: what running in parallel costs the first operation, and the last of the
   * table.
   */
  static List<Tile> tiles(RunRecord run) {
    List<Tile> tiles = new ArrayList<>();
    WorkflowTable.Row refresh = WorkflowTable.of(run).rows().getFirst();
    WorkflowTable.Cell parallel = refresh.cells().get(Place.PARALLEL_ON.ordinal());
    text(parallel.measured())
        .ifPresent(seconds ->
            tiles.add(
                new Tile(
                    refresh.title() + " in parallel, split enabled",
                    seconds,
                    "s",
                    "report %s %s".formatted(parallel.published(), refresh.unit()))));
    text(refresh.cells().getLast().measured())
        .ifPresent(seconds ->
            tiles.add(
                new Tile(
                    "The same with the fast refresh", seconds, "s", "no figure of the report")));
    WorkflowRatios.Row company = WorkflowRatios.of(run).company().getFirst();
    text(company.other())
        .ifPresent(times ->
            tiles.add(
                new Tile(
                    "What running in parallel costs it",
                    times,
                    "",
                    "%s without the split; report %s and %s"
                        .formatted(
                            company.one().isEmpty() ? "not measured" : company.one(),
                            company.publishedOther(),
                            company.publishedOne()))));
    return tiles;
  }

  private static Optional<String> text(String value) {
    return value.isEmpty() ? Optional.empty() : Optional.of(value);
  }
}
