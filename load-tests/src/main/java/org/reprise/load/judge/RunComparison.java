package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline.Operation;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Variant;
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
    List<Row> rows =
        all.keySet().stream()
            .map(id -> row(id, left.get(id), right.get(id)))
            .filter(it -> isSome(it.first()) || isSome(it.second()))
            .toList();
    return new RunComparison(first, second, rows, reasons(first, second), remarks(first, second));
  }

  /** Errors of which there are none in both runs say nothing. */
  private static boolean isSome(@Nullable Double value) {
    return value != null && value != 0;
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

  /** Names what was measured steadily, or, where that is done but once, as in the report. */
  private static String series(Experiment it) {
    return it.isMeasuredOnce() ? it.id() : it.id() + "@" + Variant.STEADY;
  }

  private static MeasuredData data(RunRecord run) {
    return new MeasuredData(Baselines.load(run.report()), run.measured(), Variant.REPORT_EXACT);
  }

  private static Map<String, Estimate> values(RunRecord run) {
    Map<String, Estimate> values = new LinkedHashMap<>();
    MeasuredData data = data(run);
    for (Experiment it : data.baseline().experiments()) {
      put(values, it.id() + ".flows", data, "rate(" + series(it) + ")");
      for (Operation operation : data.baseline().operations()) {
        String average = "avg(%s, %s)".formatted(series(it), operation.id());
        put(values, "%s.%s.avg".formatted(it.id(), operation.id()), data, average);
      }
    }
    data.baseline().statements().stream()
        .filter(it -> data.roots(it.id()).findAny().isPresent())
        .forEach(it -> put(values, it.id(), data, it.id()));
    run.measured().quantities().keySet().stream()
        .filter(it -> !it.startsWith(Scale.QUANTITY))
        .forEach(it -> put(values, it, data, "quantity(" + it + ")"));
    return values;
  }

  private static void put(
      Map<String, Estimate> values, String id, MeasuredData data, String expression) {
    Expression it = Expression.parse(expression);
    if (data.invalid(it).isEmpty()) {
      data.of(it).ifPresent(value -> values.put(id, value));
    }
  }

  private static List<String> reasons(RunRecord first, RunRecord second) {
    List<String> reasons = new ArrayList<>();
    for (RunRecord run : List.of(first, second)) {
      if (!run.valid()) {
        reasons.add(run.runId() + " is invalid: " + String.join("; ", run.invalidReasons()));
      }
    }
    first
        .environment()
        .otherSpeed(second.environment())
        .ifPresent(scores -> reasons.add("different speed of the machine: " + scores));
    Map<String, Function<RunRecord, ?>> same = new LinkedHashMap<>();
    same.put("machine", it -> it.environment().cpu());
    same.put("cores", it -> it.environment().cores());
    same.put("JVM flags", it -> it.environment().jvmFlags());
    same.put("settings of the database", it -> it.environment().postgresSettings());
    same.put("profile", RunRecord::profile);
    Stream.of(first, second)
        .flatMap(it -> it.measured().roles().stream().map(RoleProcessors::role))
        .sorted()
        .forEach(role -> same.put("processors of " + role, it -> limit(it, role)));
    same.put("scale", it -> Scale.of(Baselines.load(it.report()), it.measured()));
    reasons.addAll(differences(first, second, same));
    return reasons;
  }

  private static String limit(RunRecord run, String role) {
    return run.measured().roles().stream()
        .filter(it -> it.role().equals(role) && it.cores() != null)
        .map(it -> "%s of a core by %s".formatted(it.cores(), it.way()))
        .findFirst()
        .orElse("no limit");
  }

  private static List<String> remarks(RunRecord first, RunRecord second) {
    List<String> remarks = new ArrayList<>();
    for (RunRecord run : List.of(first, second)) {
      MeasuredData data = data(run);
      data.baseline().experiments().stream()
          .flatMap(it -> data.invalid(series(it)).stream())
          .forEach(why -> remarks.add("left out of %s: %s".formatted(run.runId(), why)));
    }
    Map<String, Function<RunRecord, ?>> others = new LinkedHashMap<>();
    others.put("target", RunRecord::target);
    others.put("JDK", it -> it.environment().jdk());
    others.put("commit", it -> it.manifest().gitCommit());
    remarks.addAll(differences(first, second, others));
    return remarks;
  }

  private static List<String> differences(
      RunRecord first, RunRecord second, Map<String, Function<RunRecord, ?>> values) {
    return values.entrySet().stream()
        .filter(it -> !it.getValue().apply(first).equals(it.getValue().apply(second)))
        .map(it ->
            "different %s: %s and %s"
                .formatted(it.getKey(), it.getValue().apply(first), it.getValue().apply(second)))
        .toList();
  }
}
