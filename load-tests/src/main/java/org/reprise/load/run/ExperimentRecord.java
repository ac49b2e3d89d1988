package org.reprise.load.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Mode;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.OperationSummary;

/**
 * One experiment of the report and what came of it.
 *
 * @param id the experiment's
 * @param mode how it reaches the system
 * @param loadModel the report's load
 * @param publishedFlowsPerSecond what the published averages make by Little's law; null where they
 *     do not tell
 * @param runs each execution: what was really sent
 * @param operations each operation of each execution
 * @param figures the published cells
 * @param note what must be known beside them; null where nothing must
 */
public record ExperimentRecord(
    String id,
    Mode mode,
    LoadModel loadModel,
    @Nullable Double publishedFlowsPerSecond,
    List<ExperimentRun> runs,
    List<OperationSummary> operations,
    List<FigureRecord> figures,
    @Nullable String note) {
  public ExperimentRecord {
    runs = List.copyOf(runs);
    operations = List.copyOf(operations);
    figures = List.copyOf(figures);
  }
}
