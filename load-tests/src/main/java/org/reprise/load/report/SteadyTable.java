package org.reprise.load.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RunRecord;

/** What each operation took after warm-up, percentile by percentile. */
final class SteadyTable {
  private SteadyTable() {}

  /** The operations of one experiment. */
  record Group(String experiment, String load, List<Row> rows) {}

  /** One operation of one repetition, as text; times in milliseconds. */
  record Row(
      String operation,
      String count,
      String errors,
      String min,
      String mean,
      String p50,
      String p95,
      String p99,
      String max) {}

  static List<Group> of(RunRecord run) {
    return run.experiments().stream()
        .map(e -> new Group(e.id(), load(e), rows(run, e)))
        .filter(g -> !g.rows().isEmpty())
        .toList();
  }

  /** What was really sent: a steady window lasts for a time and not for the report's circles. */
  private static String load(ExperimentRecord experiment) {
    return experiment.runs().stream()
        .filter(r -> r.variant().equals(Variant.STEADY))
        .map(r ->
            "%s, %d threads, %s s, %s flows/s"
                .formatted(
                    r.loadModel(),
                    r.threads(),
                    Digits.of(r.seconds()),
                    Digits.of(r.flowsPerSecond())))
        .collect(joining("; "));
  }

  private static List<Row> rows(RunRecord run, ExperimentRecord experiment) {
    boolean repeated = experiment.operations().stream().anyMatch(o -> o.repetition() > 1);
    return experiment.operations().stream()
        .filter(o -> o.variant().equals(Variant.STEADY))
        .map(o -> row(run, o, repeated))
        .toList();
  }

  private static Row row(RunRecord run, OperationSummary o, boolean repeated) {
    String title = run.report().operations().getOrDefault(o.operation(), o.operation());
    return new Row(
        repeated ? "%s (%d)".formatted(title, o.repetition()) : title,
        Digits.exact((double) o.count()),
        Digits.exact((double) o.errors()),
        Digits.of(o.minMs()),
        Digits.of(o.meanMs()),
        Digits.of(o.p50Ms()),
        Digits.of(o.p95Ms()),
        Digits.of(o.p99Ms()),
        Digits.of(o.maxMs()));
  }
}
