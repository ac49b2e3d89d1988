package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;

/**
 * Two runs side by side: what each measured steadily (of an open model as the report did), and the
 * second divided by the first.
 *
 * @param first the run that divides
 * @param second the run that is divided
 * @param rows every value that at least one of them has
 * @param remarks what stands against comparing them: other machine, other scale, invalid
 */
public record RunComparison(
    RunRecord first, RunRecord second, List<Row> rows, List<String> remarks) {
  public RunComparison {
    rows = List.copyOf(rows);
    remarks = List.copyOf(remarks);
  }

  /**
   * One value of both runs.
   *
   * @param id for example {@code remote-10x100.create-node.avg} or {@code remote-10x100.flows}
   * @param unit {@code ms}, {@code flows/s} or nothing
   * @param first of the first run; null where it has none
   * @param second of the second run; null where it has none
   */
  public record Row(String id, String unit, @Nullable Double first, @Nullable Double second) {
    /** Second divided by first, where both are there. */
    public Optional<Double> ratio() {
      return first == null || second == null || first == 0
          ? Optional.empty()
          : Optional.of(second / first);
    }
  }

  /**
   * Compares two runs of one report.
   *
   * @throws IllegalArgumentException where they are of different reports
   */
  public static RunComparison of(RunRecord first, RunRecord second) {
    if (!first.report().id().equals(second.report().id())) {
      throw new IllegalArgumentException(
          "%s is a run of %s and %s one of %s: they have no figure in common"
              .formatted(first.runId(), first.report().id(), second.runId(), second.report().id()));
    }
    Map<String, Double> left = values(first);
    Map<String, Double> right = values(second);
    Map<String, Double> all = new LinkedHashMap<>(left);
    right.forEach(all::putIfAbsent);
    List<Row> rows =
        all.keySet().stream()
            .map(id -> new Row(id, unit(id), left.get(id), right.get(id)))
            .toList();
    return new RunComparison(first, second, rows, remarks(first, second));
  }

  private static String unit(String id) {
    return id.endsWith(".flows") ? "flows/s" : id.endsWith(".avg") ? "ms" : "";
  }

  private static Map<String, Double> values(RunRecord run) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (ExperimentRecord experiment : run.experiments()) {
      String variant = experiment.loadModel().once() ? Variant.REPORT_EXACT : Variant.STEADY;
      experiment.runs().stream()
          .filter(r -> r.variant().equals(variant))
          .mapToDouble(ExperimentRun::flowsPerSecond)
          .average()
          .ifPresent(v -> values.put(experiment.id() + ".flows", v));
      for (String operation : run.report().operations().keySet()) {
        experiment.operations().stream()
            .filter(o -> o.variant().equals(variant) && o.operation().equals(operation))
            .filter(o -> o.count() > 0)
            .mapToDouble(OperationSummary::meanMs)
            .average()
            .ifPresent(v -> values.put(experiment.id() + "." + operation + ".avg", v));
      }
    }
    for (StatementRecord statement : run.statements()) {
      Double value = statement.measured();
      if (value != null && statement.verdict().equals("NotComparable")) {
        values.put(statement.id(), value);
      }
    }
    run.benches().forEach(b -> values.put(b.id() + ".flows", b.perSecond()));
    return values;
  }

  private static List<String> remarks(RunRecord first, RunRecord second) {
    List<String> remarks = new ArrayList<>();
    for (RunRecord run : List.of(first, second)) {
      if (!run.valid()) {
        remarks.add(run.runId() + " is invalid: " + String.join("; ", run.invalidReasons()));
      }
    }
    differ(remarks, "machine", first.environment().cpu(), second.environment().cpu());
    differ(remarks, "cores", first.environment().cores(), second.environment().cores());
    differ(remarks, "profile", first.profile(), second.profile());
    differ(remarks, "target", first.target(), second.target());
    differ(remarks, "JDK", first.environment().jdk(), second.environment().jdk());
    return remarks;
  }

  private static void differ(List<String> remarks, String what, Object first, Object second) {
    if (!first.equals(second)) {
      remarks.add("different %s: %s and %s".formatted(what, first, second));
    }
  }
}
