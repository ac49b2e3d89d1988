package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ExperimentRecord;
import org.reprise.load.run.RoleRecord;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.StatementRecord;

/**
 * Two runs side by side: what each measured steadily (of an open model as the report did), and the
 * second divided by the first.
 *
 * @param first the run that divides
 * @param second the run that is divided
 * @param rows every value that at least one of them has
 * @param reasons why they are not to be compared: another machine, profile or scale, other
 *     processors of a role, an invalid run
 * @param remarks what else is different
 */
public record RunComparison(
    RunRecord first, RunRecord second, List<Row> rows, List<String> reasons, List<String> remarks) {
  private static final String UNLIMITED = "no limit";

  public RunComparison {
    rows = List.copyOf(rows);
    reasons = List.copyOf(reasons);
    remarks = List.copyOf(remarks);
  }

  /**
   * One value of both runs.
   *
   * @param id for example {@code remote-10x100.create-node.avg} or {@code remote-10x100.flows}
   * @param unit {@code ms}, {@code flows/s} or nothing
   * @param first of the first run; null where it has none
   * @param second of the second run; null where it has none
   * @param ratio second divided by first; null where one is missing
   * @param spread half of the interval in which the ratio lies with 95 % confidence; null where
   *     nothing tells it
   */
  public record Row(
      String id,
      String unit,
      @Nullable Double first,
      @Nullable Double second,
      @Nullable Double ratio,
      @Nullable Double spread) {
    /** Whether the two differ by more than the spread of their ratio; false where it is unknown. */
    public boolean differs() {
      return ratio != null && spread != null && Math.abs(ratio - 1) > spread;
    }
  }

  /** Whether a ratio of the two runs says something. */
  public boolean comparable() {
    return reasons.isEmpty();
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
    Map<String, Reading> left = values(first);
    Map<String, Reading> right = values(second);
    Map<String, Reading> all = new LinkedHashMap<>(left);
    right.forEach(all::putIfAbsent);
    List<Row> rows = all.keySet().stream().map(id -> row(id, left.get(id), right.get(id))).toList();
    return new RunComparison(first, second, rows, reasons(first, second), remarks(first, second));
  }

  private static Row row(String id, @Nullable Reading first, @Nullable Reading second) {
    String unit = id.endsWith(".flows") ? "flows/s" : id.endsWith(".avg") ? "ms" : "";
    Optional<Reading> ratio =
        first == null || second == null || first.value() == 0
            ? Optional.empty()
            // The repetitions of two runs have nothing to do with each other.
            : Optional.of(alone(second).with('/', alone(first)));
    return new Row(
        id,
        unit,
        first == null ? null : first.value(),
        second == null ? null : second.value(),
        ratio.map(Reading::value).orElse(null),
        ratio.map(Reading::spread).filter(Double::isFinite).orElse(null));
  }

  private static Reading alone(Reading it) {
    return Reading.exact(it.value()).withDeviation(it.deviation());
  }

  private static Map<String, Reading> values(RunRecord run) {
    Map<String, Reading> values = new LinkedHashMap<>();
    Baseline baseline = Baselines.load(run.report().id());
    Measured measured =
        Measured.of(
            run.experiments().stream().flatMap(it -> it.runs().stream()).toList(),
            run.experiments().stream().flatMap(it -> it.operations().stream()).toList());
    Map<String, MeasuredData> data = new HashMap<>();
    for (ExperimentRecord experiment : run.experiments()) {
      String variant = experiment.loadModel().once() ? Variant.REPORT_EXACT : Variant.STEADY;
      MeasuredData it =
          data.computeIfAbsent(variant, name -> new MeasuredData(baseline, measured, name));
      String id = experiment.id();
      it.value(Operand.RATE, id).ifPresent(rate -> values.put(id + ".flows", rate));
      for (String operation : run.report().operations().keySet()) {
        it.value(Operand.AVG, id, operation)
            .ifPresent(average -> values.put(id + "." + operation + ".avg", average));
      }
    }
    for (StatementRecord it : run.statements()) {
      Double value = it.measured();
      if (value != null && it.verdict().equals("NotComparable")) {
        values.put(it.id(), Reading.exact(value).withDeviation(Deviation.ofSpread(it.spread())));
      }
    }
    run.benches()
        .forEach(it ->
            values.put(
                it.id() + ".flows",
                Reading.exact(it.perSecond()).withDeviation(Deviation.UNKNOWN)));
    return values;
  }

  private static List<String> reasons(RunRecord first, RunRecord second) {
    List<String> reasons = new ArrayList<>();
    for (RunRecord run : List.of(first, second)) {
      if (!run.valid()) {
        reasons.add(run.runId() + " is invalid: " + String.join("; ", run.invalidReasons()));
      }
    }
    differ(reasons, "machine", first.environment().cpu(), second.environment().cpu());
    differ(reasons, "cores", first.environment().cores(), second.environment().cores());
    first
        .environment()
        .otherSpeed(second.environment())
        .ifPresent(scores -> reasons.add("different speed of the machine: " + scores));
    differ(reasons, "profile", first.profile(), second.profile());
    Map<String, String> limits = limits(first);
    Map<String, String> others = limits(second);
    Set<String> roles = new TreeSet<>(limits.keySet());
    roles.addAll(others.keySet());
    roles.forEach(role ->
        differ(
            reasons,
            "processors of " + role,
            limits.getOrDefault(role, UNLIMITED),
            others.getOrDefault(role, UNLIMITED)));
    if (!scale(first).equals(scale(second))) {
      differ(reasons, "scale", first.manifest().scale(), second.manifest().scale());
    }
    return reasons;
  }

  /** Of the roles that were limited. */
  private static Map<String, String> limits(RunRecord run) {
    Map<String, String> limits = new LinkedHashMap<>();
    for (RoleRecord role : run.roles()) {
      if (role.cores() != null) {
        limits.put(role.role(), "%s of a core by %s".formatted(role.cores(), role.way()));
      }
    }
    return limits;
  }

  /** What a plan decides; how far a search for a knee went is no part of it. */
  private static Set<String> scale(RunRecord run) {
    Set<String> parts = new TreeSet<>();
    for (ExperimentRecord experiment : run.experiments()) {
      experiment.runs().stream()
          .filter(it -> it.variant().equals(Variant.REPORT_EXACT))
          .filter(it -> experiment.loadModel() instanceof LoadModel.Closed)
          .forEach(
              it -> parts.add("%s %d × %d".formatted(experiment.id(), it.threads(), it.circles())));
    }
    run.openLoads().stream()
        .filter(it -> it.variant().equals(Variant.REPORT_EXACT) && !it.steps().isEmpty())
        .forEach(it ->
            parts.add(
                "%s %s/s for %.1f s"
                    .formatted(
                        it.experiment(),
                        it.steps().getFirst().perSecond(),
                        it.steps().getFirst().seconds())));
    run.quantities()
        .forEach((name, value) -> {
          if (name.startsWith(Scale.QUANTITY)) {
            parts.add(name + " " + value);
          }
        });
    return parts;
  }

  private static List<String> remarks(RunRecord first, RunRecord second) {
    List<String> remarks = new ArrayList<>();
    differ(remarks, "target", first.target(), second.target());
    differ(remarks, "JDK", first.environment().jdk(), second.environment().jdk());
    differ(remarks, "commit", first.manifest().gitCommit(), second.manifest().gitCommit());
    return remarks;
  }

  private static void differ(List<String> reasons, String what, Object first, Object second) {
    if (!first.equals(second)) {
      reasons.add("different %s: %s and %s".formatted(what, first, second));
    }
  }
}
