package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.RunRecord;

/**
 * Two runs side by side: what each measured steadily (of an open model as the report did), and the
 * second divided by the first.
 *
 * @param first the run that divides
 * @param second the run that is divided
 * @param rows every value that at least one of them has, save those of disturbed executions and
 *     those that tell the scale
 * @param reasons why they are not to be compared: another machine, profile or scale, other
 *     processors of a role, an invalid run
 * @param remarks what was left out, and what else is different
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
    if (!first.report().equals(second.report())) {
      throw new IllegalArgumentException(
          "%s is a run of %s and %s one of %s: they have no figure in common"
              .formatted(first.runId(), first.report(), second.runId(), second.report()));
    }
    Map<String, Estimate> left = values(first);
    Map<String, Estimate> right = values(second);
    Map<String, Estimate> all = new LinkedHashMap<>(left);
    right.forEach(all::putIfAbsent);
    List<Row> rows = all.keySet().stream().map(id -> row(id, left.get(id), right.get(id))).toList();
    return new RunComparison(first, second, rows, reasons(first, second), remarks(first, second));
  }

  private static Row row(String id, @Nullable Estimate first, @Nullable Estimate second) {
    String unit = id.endsWith(".flows") ? "flows/s" : id.endsWith(".avg") ? "ms" : "";
    Optional<Estimate> ratio =
        first == null || second == null || first.value() == 0
            ? Optional.empty()
            // The repetitions of two runs have nothing to do with each other.
            : Optional.of(second.alone().with('/', first.alone()));
    return new Row(
        id,
        unit,
        first == null ? null : first.value(),
        second == null ? null : second.value(),
        ratio.map(Estimate::value).orElse(null),
        ratio.map(Estimate::halfWidth).filter(Double::isFinite).orElse(null));
  }

  /** What was measured steadily, or, where that is done but once, as in the report. */
  private static MeasuredData data(RunRecord run, Baseline baseline, Experiment experiment) {
    String variant = experiment.loadModel().once() ? Variant.REPORT_EXACT : Variant.STEADY;
    return new MeasuredData(baseline, run.measured(), variant);
  }

  private static Map<String, Estimate> values(RunRecord run) {
    Map<String, Estimate> values = new LinkedHashMap<>();
    Baseline baseline = Baselines.load(run.report());
    for (Experiment experiment : baseline.experiments()) {
      MeasuredData data = data(run, baseline, experiment);
      String id = experiment.id();
      if (data.invalid(id).isPresent()) {
        continue;
      }
      data.value(Operand.RATE, id).ifPresent(rate -> values.put(id + ".flows", rate));
      for (Operation operation : baseline.operations()) {
        data.value(Operand.AVG, id, operation.id())
            .ifPresent(average -> values.put(id + "." + operation.id() + ".avg", average));
      }
    }
    for (FigureRecord it : Comparison.of(baseline, run.measured(), run.profile()).statements()) {
      Double value = it.measured();
      if (value != null && it.verdict().equals("NotComparable")) {
        Double spread = it.spread();
        values.put(it.id(), spread == null ? Estimate.once(value) : Estimate.within(value, spread));
      }
    }
    MeasuredData exact = new MeasuredData(baseline, run.measured(), Variant.REPORT_EXACT);
    for (String name : run.measured().quantities().keySet()) {
      Call quantity = new Call(Operand.QUANTITY, List.of(new Name(name)));
      if (!name.startsWith(Scale.QUANTITY) && exact.invalid(quantity).isEmpty()) {
        exact.of(quantity).ifPresent(it -> values.put(name, it));
      }
    }
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
    differ(reasons, "JVM flags", first.environment().jvmFlags(), second.environment().jvmFlags());
    differ(
        reasons,
        "settings of the database",
        first.environment().postgresSettings(),
        second.environment().postgresSettings());
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

  private static Map<String, String> limits(RunRecord run) {
    Map<String, String> limits = new LinkedHashMap<>();
    for (RoleProcessors role : run.measured().roles()) {
      if (role.cores() != null) {
        limits.put(role.role(), "%s of a core by %s".formatted(role.cores(), role.way()));
      }
    }
    return limits;
  }

  /** What a plan decides; how far a search for a knee went is no part of it. */
  private static Set<String> scale(RunRecord run) {
    Set<String> parts = new TreeSet<>();
    Baseline baseline = Baselines.load(run.report());
    run.measured().experiments().stream()
        .filter(it -> it.variant().equals(Variant.REPORT_EXACT))
        .filter(it -> baseline.require(it.experiment()).loadModel() instanceof LoadModel.Closed)
        .forEach(
            it -> parts.add("%s %d × %d".formatted(it.experiment(), it.threads(), it.circles())));
    run.measured().openLoads().stream()
        .filter(it -> it.variant().equals(Variant.REPORT_EXACT) && !it.steps().isEmpty())
        .forEach(it ->
            parts.add(
                "%s %s/s for %.1f s"
                    .formatted(
                        it.experiment(),
                        it.steps().getFirst().perSecond(),
                        it.steps().getFirst().seconds())));
    run.measured()
        .quantities()
        .forEach((name, value) -> {
          if (name.startsWith(Scale.QUANTITY)) {
            parts.add(name + " " + value);
          }
        });
    return parts;
  }

  private static List<String> remarks(RunRecord first, RunRecord second) {
    List<String> remarks = new ArrayList<>();
    for (RunRecord run : List.of(first, second)) {
      Baseline baseline = Baselines.load(run.report());
      baseline.experiments().stream()
          .flatMap(it -> data(run, baseline, it).invalid(it.id()).stream())
          .forEach(why -> remarks.add("left out of %s: %s".formatted(run.runId(), why)));
    }
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
