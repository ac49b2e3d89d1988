package org.reprise.load.report;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Repeats;
import org.reprise.load.measure.Usage;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;

/**
 * What every process used in every experiment, the middle of its repetitions.
 *
 * @param processes the columns
 * @param rows one for each experiment of which something was counted
 */
record WorkflowUses(List<String> processes, List<Row> rows) {
  /**
   * An experiment.
   *
   * @param experiment its id
   * @param cells in the order of the processes
   */
  record Row(String experiment, List<Cell> cells) {}

  /**
   * What one process used, as text; what is not known is empty.
   *
   * @param cpuSeconds CPU time
   * @param peak highest use of CPU over five seconds, % of one core
   * @param heap Java heap before and after, MiB
   * @param rss resident memory before and after, MiB
   * @param wal write-ahead log, MiB
   */
  record Cell(String cpuSeconds, String peak, String heap, String rss, String wal) {}

  static WorkflowUses of(RunRecord run) {
    List<String> processes = run.usages().stream().map(Usage::process).distinct().toList();
    return new WorkflowUses(
        processes,
        run.experiments().stream()
            .map(ExperimentRecord::id)
            .filter(id -> run.usages().stream().anyMatch(u -> u.experiment().equals(id)))
            .map(id -> new Row(id, processes.stream().map(p -> cell(run, id, p)).toList()))
            .toList());
  }

  /** Nothing was counted. */
  boolean isEmpty() {
    return rows.isEmpty();
  }

  private static Cell cell(RunRecord run, String experiment, String process) {
    List<Usage> usages =
        run.usages().stream()
            .filter(u -> u.experiment().equals(experiment) && u.process().equals(process))
            .toList();
    return new Cell(
        median(usages, Usage::cpuSeconds),
        median(usages, Usage::peakPercent),
        course(median(usages, Usage::heapBeforeMiB), median(usages, Usage::heapAfterMiB)),
        course(median(usages, Usage::rssBeforeMiB), median(usages, Usage::rssAfterMiB)),
        median(usages, Usage::walMiB));
  }

  private static String median(List<Usage> usages, Function<Usage, @Nullable Double> value) {
    Repeats values =
        Repeats.of(
            usages.stream().filter(u -> value.apply(u) != null),
            Usage::repetition,
            u -> Objects.requireNonNull(value.apply(u)));
    return values.isEmpty() ? "" : Digits.of(values.median());
  }

  private static String course(String before, String after) {
    return before.isEmpty() || after.isEmpty() ? "" : before + " → " + after;
  }
}
