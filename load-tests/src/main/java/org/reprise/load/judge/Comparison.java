package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Explanation;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Unit;
import org.reprise.load.engine.Profile;
import org.reprise.load.judge.ClaimJudge.Judgement;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.RoleProcessors;
import org.reprise.load.measure.Variant;
import org.reprise.load.measure.Violation;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Environment;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Manifest;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/**
 * A report beside what was measured. Every published figure has its row, whether it was run or not;
 * what follows from others is computed anew; claims and explanations have their verdicts. An
 * absolute figure has a ratio and no verdict but the reason why: another machine has other times.
 */
public final class Comparison {
  private static final double STEPS = 1000; // published times have microseconds
  private static final String NOT_MEASURED = "not measured in this run";
  private static final String INVALID = "the run is invalid";
  private static final String OTHER_MACHINE =
      "an absolute figure of another machine: only its ratio compares";

  private final Baseline baseline;
  private final Measured measured;
  private final String profile;
  private final List<String> invalidReasons;
  private final MeasuredData exact;
  final List<FigureRecord> figures;
  private final List<FigureRecord> statements;

  public Comparison(Baseline baseline, Measured measured, String profile) {
    this.baseline = baseline;
    this.measured = measured;
    this.profile = profile;
    this.invalidReasons = invalidReasons(measured);
    this.exact = new MeasuredData(baseline, measured, Variant.REPORT_EXACT);
    this.figures =
        baseline.experiments().stream()
            .flatMap(e -> e.figures().stream().map(f -> judge(f, e)))
            .toList();
    this.statements = baseline.statements().stream().map(it -> judge(it, null)).toList();
  }

  public String scale() {
    int highest =
        measured.experiments().stream().mapToInt(ExperimentRun::repetition).max().orElse(1);
    int repetitions = Measured.repetition(highest);
    String all = Scale.of(baseline, measured);
    return repetitions == 1 ? all : "%s; %d repetitions".formatted(all, repetitions);
  }

  /** Why the run says nothing: what was noticed while it ran, and every failed check. */
  public List<String> invalidReasons() {
    return invalidReasons;
  }

  public RunRecord record(String runId, String target, Manifest manifest, Environment environment) {
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        runId,
        baseline.system(),
        baseline.id(),
        profile,
        target,
        invalidReasons.isEmpty(),
        invalidReasons,
        manifest,
        environment,
        claims(),
        explanations(),
        Stream.concat(figures.stream(), statements.stream()).toList(),
        measured);
  }

  public Baseline baseline() {
    return baseline;
  }

  public List<FigureRecord> statements() {
    return statements;
  }

  public FigureRecord cell(Expression value, @Nullable String unit) {
    return Stream.concat(figures.stream(), statements.stream())
        .filter(it -> value instanceof Name(String id) && it.id().equals(id))
        .findFirst()
        .orElseGet(() -> computed(value, unit));
  }

  private FigureRecord computed(Expression value, @Nullable String wanted) {
    String unit = Objects.requireNonNullElse(wanted, value.dimension().unit());
    if (value.isRatio()) {
      unit = unit.equals("+%") ? unit : "×";
    }
    Estimate base = Estimate.exact(Unit.of(unit).base());
    Optional<Estimate> here = exact.of(value).map(it -> it.with('/', base));
    Stream<String> missing = value.experiments().stream().flatMap(it -> exact.missing(it).stream());
    Optional<Double> there = exact.published().of(value).map(it -> it.value() / base.value());
    Judgement judgement =
        here.isEmpty()
            ? new Judgement(Verdict.NOT_MEASURED, missing.findFirst().orElse(NOT_MEASURED))
            : judgement(value, OTHER_MACHINE);
    return record(value.toString(), there.orElse(null), here, unit, judgement);
  }

  private FigureRecord judge(Figure it, @Nullable Experiment of) {
    Optional<Estimate> value = it.isInput() ? Optional.empty() : exact.figure(it.id());
    Unit unit = Unit.of(it.unit());
    double steps = STEPS * (unit.dimension() == Unit.Dimension.TIME ? unit.base() : 1);
    Optional<Estimate> shown =
        of == null
            ? value
            : value.map(here -> here.withValue(Math.round(here.value() * steps) / steps));
    return record(it.id(), it.value(), shown, it.unit(), judgement(it, of, value));
  }

  private Judgement judgement(Figure it, @Nullable Experiment of, Optional<Estimate> value) {
    if (it.isInput()) {
      return new Judgement(Verdict.BY_CONSTRUCTION, "an input of the report, which is taken over");
    }
    if (value.isEmpty()) {
      Optional<String> why =
          baseline.measuredBy(it.id()).stream()
              .flatMap(Expression::calls)
              .flatMap(call -> exact.tooFew(call).stream())
              .findFirst()
              .or(() -> Optional.ofNullable(of).flatMap(e -> exact.missing(e.id())));
      return new Judgement(Verdict.NOT_MEASURED, why.orElse(NOT_MEASURED));
    }
    Optional<String> root = exact.roots(it.id()).findFirst();
    if (root.isEmpty()) {
      return new Judgement(Verdict.BY_CONSTRUCTION, "computed from the report's inputs, as there");
    }
    String why = exact.lowerBound(root.get()).orElse(OTHER_MACHINE);
    String note = of == null ? it.note() : of.note();
    return judgement(new Name(it.id()), note == null ? why : why + "; " + note);
  }

  private Judgement judgement(Expression expression, String why) {
    return (invalidReasons.isEmpty() ? exact.invalid(expression) : Optional.of(INVALID))
        .map(it -> new Judgement(Verdict.INVALID, it))
        .orElseGet(() -> new Judgement(Verdict.NOT_COMPARABLE, why));
  }

  private static FigureRecord record(
      String id,
      @Nullable Double published,
      Optional<Estimate> measured,
      String unit,
      Judgement judgement) {
    return new FigureRecord(
        id,
        published,
        measured.map(Estimate::value).orElse(null),
        // Empty where nothing tells it, and of what is exact.
        measured.filter(it -> it.isKnown() && !it.isExact()).map(Estimate::halfWidth).orElse(null),
        unit,
        published == null || published == 0
            ? null
            : measured.map(it -> it.value() / published).orElse(null),
        judgement.verdict(),
        judgement.why());
  }

  public List<ClaimRecord> claims() {
    MeasuredData steady = MeasuredData.steady(baseline, measured);
    Optional<Judgement> none = unjudged();
    return baseline.claims().stream()
        .map(it ->
            none.or(() -> lacking(it))
                .map(why -> new ClaimJudge(it, steady).record(why, null))
                .orElseGet(() -> new ClaimJudge(it, steady).record()))
        .toList();
  }

  public List<ExplanationRecord> explanations() {
    return baseline.explanations().stream().map(this::judge).toList();
  }

  /** An explanation stands where all of its marks are found, and falls with one of them. */
  private ExplanationRecord judge(Explanation it) {
    List<ClaimRecord> marks =
        it.marks().stream().map(mark -> new ClaimJudge(mark, exact).record()).toList();
    ClaimRecord weakest = Collections.max(marks, Comparator.comparing(ClaimRecord::verdict));
    Optional<Judgement> none =
        unjudged()
            .or(() ->
                Optional.ofNullable(measured.notRun().get(it.id()))
                    .map(why -> new Judgement(Verdict.NOT_MEASURED, why)));
    Judgement judgement = none.orElse(new Judgement(weakest.verdict(), weakest.why()));
    String found =
        marks.stream()
            .filter(mark -> mark.measured() != null)
            .map(mark -> "%s %s: %s.".formatted(mark.text(), mark.verdict(), mark.measured()))
            .collect(joining(" "));
    String but =
        judgement.verdict() == Verdict.REPRODUCED
            ? " So the hypothesis stands; that it was what happened on the report's machine, no"
                + " experiment elsewhere can prove."
            : "";
    return new ExplanationRecord(
        it.id(),
        it.hypothesis(),
        it.evidence(),
        it.experiment(),
        it.judgedBy(),
        judgement.verdict(),
        judgement.why(),
        none.isPresent() || found.isEmpty() ? "Not tested in this run." : found + but);
  }

  private Optional<Judgement> lacking(Claim claim) {
    List<RoleProcessors> without =
        measured.roles().stream()
            .filter(it -> claim.processors().contains(it.role()) && it.cores() == null)
            .toList();
    String roles = without.stream().map(it -> baseline.title(it.role())).collect(joining(" and "));
    return without.stream()
        .map(it -> Objects.requireNonNullElse(it.why(), "here they were not limited"))
        .findFirst()
        .map(why -> "in the report %s had processors of their own; %s".formatted(roles, why))
        .map(why -> new Judgement(Verdict.NOT_COMPARABLE, why));
  }

  private Optional<Judgement> unjudged() {
    if (!invalidReasons.isEmpty()) {
      return Optional.of(new Judgement(Verdict.INVALID, INVALID));
    }
    // What is none of the profiles, such as a run by hand, is judged.
    return Profile.all(baseline.system()).stream()
        .filter(it -> it.name().equals(profile) && !it.judged())
        .map(it -> new Judgement(Verdict.NOT_MEASURED, profile + " judges no claim"))
        .findFirst();
  }

  private static List<String> invalidReasons(Measured measured) {
    List<String> reasons = new ArrayList<>(measured.invalidReasons());
    measured.violations().stream()
        .filter(it -> it.fatal() && !it.isDisturbance())
        .map(Violation::text)
        .filter(it -> !reasons.contains(it))
        .forEach(reasons::add);
    measured.checks().stream()
        .filter(it -> !it.passed())
        .forEach(it -> reasons.add("check %s failed".formatted(it.id())));
    return List.copyOf(reasons);
  }
}
