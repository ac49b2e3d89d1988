package org.reprise.load.judge;

import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Operation;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Unit;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.run.RunRecord;

/**
 * Two runs side by side: what each measured steadily (of an open model as the report did), and the
 * second divided by the first.
 *
 * @param rows every value that at least one of them has, save those of disturbed executions and
 *     those that tell the scale
 * @param reasons why they are not to be compared: another machine, profile, seed or scale, other
 *     processors of a role, an invalid run
 */
public record RunComparison(
    RunRecord first,
    RunRecord second,
    List<Difference> rows,
    List<String> reasons,
    List<String> remarks) {
  private static final Pattern PLACE = Pattern.compile("://|:\\d+|^127\\.|^/");

  /**
   * One value of both runs.
   *
   * @param id for example {@code remote-10x100.create-node.avg} or {@code remote-10x100.flows}
   * @param spread half of the interval in which the ratio lies with 95 % confidence; null where
   *     nothing tells it
   */
  public record Difference(
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

  public boolean comparable() {
    return reasons.isEmpty();
  }

  public static RunComparison of(RunRecord first, RunRecord second) {
    if (!first.report().equals(second.report())) {
      throw new IllegalArgumentException(
          "%s is a run of %s and %s one of %s: they have no figure in common"
              .formatted(first.runId(), first.report(), second.runId(), second.report()));
    }
    Baseline baseline = Baselines.load(first.report());
    MeasuredData one = MeasuredData.steady(baseline, first.measured());
    MeasuredData other = MeasuredData.steady(baseline, second.measured());
    List<Difference> rows =
        expressions(one, List.of(first, second)).entrySet().stream()
            .map(it -> row(it.getKey(), Expression.parse(it.getValue()), one, other))
            .filter(it -> isSome(it.first()) || isSome(it.second()))
            .toList();
    List<String> remarks = new ArrayList<>(leftOut(first, one));
    remarks.addAll(leftOut(second, other));
    difference(first, second, "target", RunRecord::target).ifPresent(remarks::add);
    difference(first, second, "JDK", it -> it.environment().jdk()).ifPresent(remarks::add);
    difference(first, second, "commit", it -> it.manifest().gitCommit()).ifPresent(remarks::add);
    return new RunComparison(first, second, rows, reasons(first, second), remarks);
  }

  private static List<String> leftOut(RunRecord run, MeasuredData data) {
    return data.baseline().experiments().stream()
        .flatMap(it -> data.invalid(it.id()).stream())
        .map(why -> "left out of %s: %s".formatted(run.runId(), why))
        .toList();
  }

  private static boolean isSome(@Nullable Double value) {
    return value != null && value != 0;
  }

  private static Difference row(String id, Expression of, MeasuredData one, MeasuredData other) {
    String unit =
        id.endsWith(".flows") ? "flows/s" : id.endsWith(".avg") ? "ms" : one.baseline().unit(of);
    // A figure is in its unit already.
    Estimate base = Estimate.exact(of instanceof Expression.Name ? 1 : Unit.of(unit).base());
    Optional<Estimate> first = value(one, of, base);
    Optional<Estimate> second = value(other, of, base);
    // The repetitions of two runs have nothing to do with each other.
    Optional<Estimate> ratio =
        Data.with(second.map(Estimate::alone), '/', first.map(Estimate::alone))
            .filter(it -> Double.isFinite(it.value()));
    return new Difference(
        id,
        unit,
        first.map(Estimate::value).orElse(null),
        second.map(Estimate::value).orElse(null),
        ratio.map(Estimate::value).orElse(null),
        ratio.map(Estimate::halfWidth).filter(Double::isFinite).orElse(null));
  }

  private static Map<String, String> expressions(MeasuredData data, List<RunRecord> runs) {
    Baseline baseline = data.baseline();
    Map<String, String> all = new LinkedHashMap<>();
    for (Experiment it : baseline.experiments()) {
      all.put(it.id() + ".flows", "rate(%s)".formatted(it.id()));
      for (Operation operation : baseline.operations()) {
        all.put(
            "%s.%s.avg".formatted(it.id(), operation.id()),
            "avg(%s, %s)".formatted(it.id(), operation.id()));
      }
    }
    baseline.statements().stream()
        .map(Figure::id)
        .filter(it -> data.roots(it).findAny().isPresent())
        .forEach(it -> all.put(it, it));
    runs.stream()
        .flatMap(it -> it.measured().quantities().keySet().stream())
        .filter(it -> !it.startsWith(Scale.QUANTITY))
        .forEach(it -> all.put(it, "quantity(" + it + ")"));
    return all;
  }

  private static Optional<Estimate> value(MeasuredData data, Expression of, Estimate base) {
    return data.of(of).filter(_ -> data.invalid(of).isEmpty()).map(it -> it.with('/', base));
  }

  private static List<String> reasons(RunRecord first, RunRecord second) {
    List<String> reasons = new ArrayList<>();
    for (RunRecord run : List.of(first, second)) {
      if (!run.valid()) {
        reasons.add(run.runId() + " is invalid: " + String.join("; ", run.invalidReasons()));
      }
    }
    first.environment().otherSpeed(second.environment()).ifPresent(reasons::add);
    Map<String, Function<RunRecord, ?>> same = new LinkedHashMap<>();
    same.put("machine", it -> it.environment().cpu());
    same.put("cores", it -> it.environment().cores());
    same.put("JVM flags", it -> it.environment().jvmFlags());
    same.put("settings of the database", it -> it.environment().postgresSettings());
    Stream.of(first, second)
        .flatMap(it -> settings(it).keySet().stream())
        .forEach(name ->
            same.put("setting " + name, it -> settings(it).getOrDefault(name, "the default")));
    same.put("profile", RunRecord::profile);
    same.put("seed", it -> it.manifest().seed());
    Stream.of(first, second)
        .flatMap(it -> it.measured().roles().stream().map(RoleProcessors::role))
        .sorted()
        .forEach(role -> same.put("processors of " + role, it -> limit(it, role)));
    same.put("scale", it -> Scale.of(Baselines.load(it.report()), it.measured()));
    same.forEach((what, value) -> difference(first, second, what, value).ifPresent(reasons::add));
    return reasons;
  }

  /** Returns those of the service, without names and places, which are others in each run. */
  private static Map<String, String> settings(RunRecord run) {
    var settings = new TreeMap<>(requireNonNullElse(run.environment().serviceSettings(), Map.of()));
    settings.keySet().removeIf(it -> it.endsWith("USERNAME"));
    settings.values().removeIf(it -> PLACE.matcher(it).find());
    return settings;
  }

  private static String limit(RunRecord run, String role) {
    return run.measured().roles().stream()
        .filter(it -> it.role().equals(role) && it.cores() != null)
        .map(it -> "%s of a core by %s".formatted(it.cores(), it.way()))
        .findFirst()
        .orElse("no limit");
  }

  private static Optional<String> difference(
      RunRecord first, RunRecord second, String what, Function<RunRecord, ?> value) {
    Object one = value.apply(first);
    Object other = value.apply(second);
    return one.equals(other)
        ? Optional.empty()
        : Optional.of("different %s: %s and %s".formatted(what, one, other));
  }
}
