package org.reprise.load.report;

import java.util.List;
import java.util.OptionalDouble;
import org.reprise.load.measure.Repeats;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;

/**
 * What a table of workflows says on another machine too: what running in parallel costs, and what
 * the split changes.
 *
 * @param company how much more in parallel than separately, in percent
 * @param split enabled divided by disabled
 * @param otherQuery what the query behind the disabled columns took, in a sentence; empty where it
 *     was not run
 */
record WorkflowRatios(List<Row> company, List<Row> split, String otherQuery) {
  /**
   * An operation, as text; what is not there is empty.
   *
   * @param title as the report writes it
   * @param publishedOne of running in parallel without the split, of the split alone
   * @param publishedOther of running in parallel with the split, of the split in parallel
   * @param one measured for the first, with its spread
   * @param other measured for the second, with its spread
   * @param fast with the fast refresh, and with the split, in parallel
   */
  record Row(
      String title,
      String publishedOne,
      String publishedOther,
      String one,
      String other,
      String fast) {}

  static WorkflowRatios of(RunRecord run) {
    WorkflowCells cells = new WorkflowCells(run);
    var operations = run.report().operations().entrySet();
    return new WorkflowRatios(
        operations.stream().map(o -> company(cells, o.getKey(), o.getValue())).toList(),
        operations.stream().map(o -> split(cells, o.getKey(), o.getValue())).toList(),
        operations.stream().findFirst().map(o -> otherQuery(cells, o.getKey())).orElse(""));
  }

  private static Row company(WorkflowCells cells, String operation, String title) {
    return new Row(
        title,
        more(cells.publishedRatio(operation, Place.PARALLEL_OFF, Place.SEPARATE_OFF)),
        more(cells.publishedRatio(operation, Place.PARALLEL_ON, Place.SEPARATE_ON)),
        more(cells.ratio(operation, Place.PARALLEL_OFF, Place.SEPARATE_OFF)),
        more(cells.ratio(operation, Place.PARALLEL_ON, Place.SEPARATE_ON)),
        more(cells.fastCompany(operation)));
  }

  private static Row split(WorkflowCells cells, String operation, String title) {
    return new Row(
        title,
        times(cells.publishedRatio(operation, Place.SEPARATE_ON, Place.SEPARATE_OFF)),
        times(cells.publishedRatio(operation, Place.PARALLEL_ON, Place.PARALLEL_OFF)),
        times(cells.ratio(operation, Place.SEPARATE_ON, Place.SEPARATE_OFF)),
        times(cells.ratio(operation, Place.PARALLEL_ON, Place.PARALLEL_OFF)),
        times(cells.fastTo(operation, Place.PARALLEL_OFF)));
  }

  private static String otherQuery(WorkflowCells cells, String operation) {
    Repeats ratio = cells.otherQueryRatio(operation);
    return ratio.isEmpty()
        ? ""
        : "The query behind the disabled columns, alone and without the split, took %s of the time of the one that all cells have here."
            .formatted(times(ratio));
  }

  private static String more(OptionalDouble ratio) {
    return ratio.isPresent() ? Digits.more(ratio.getAsDouble()) : "";
  }

  private static String more(Repeats ratio) {
    if (ratio.isEmpty()) {
      return "";
    }
    OptionalDouble spread = ratio.spread();
    return spread.isPresent()
        ? Digits.more(ratio.median(), spread.getAsDouble())
        : Digits.more(ratio.median());
  }

  private static String times(OptionalDouble ratio) {
    return ratio.isPresent() ? Digits.times(ratio.getAsDouble()) : "";
  }

  /** The middle of the repetitions with its spread, where there is one. */
  private static String times(Repeats ratio) {
    return ratio.isEmpty()
        ? ""
        : (Digits.times(ratio.median()) + " " + WorkflowTable.spread(ratio, 1)).strip();
  }
}
