package org.reprise.load.judge;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Unit;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Verdict;

/**
 * Puts the measured value beside every published one, in tables and outside them, and computes anew
 * what follows from others. An absolute figure is never judged: another machine has other times, so
 * it has a ratio and no verdict but the reason why.
 */
record FigureJudge(Baseline baseline, MeasuredData data, @Nullable String runInvalid) {
  /** Published times have microseconds, whatever their unit. */
  private static final double STEPS = 1000;

  private static final String OTHER_MACHINE =
      "an absolute figure of another machine: only its ratio compares";

  /**
   * Judges a figure.
   *
   * @param of the experiment that it belongs to; null for a statement
   */
  FigureRecord judge(Figure it, @Nullable Experiment of) {
    if (it.isInput()) {
      return record(
          it,
          Optional.empty(),
          new Judgement(Verdict.BY_CONSTRUCTION, "an input of the report, which is taken over"));
    }
    Optional<String> tooFew =
        baseline.measuredBy(it.id()).stream()
            .flatMap(Expression::calls)
            .flatMap(call -> data.tooFew(call).stream())
            .findFirst();
    Optional<Estimate> value = tooFew.isPresent() ? Optional.empty() : data.figure(it.id());
    if (value.isEmpty()) {
      Optional<String> missing = Optional.ofNullable(of).flatMap(e -> data.missing(e.id()));
      return record(
          it, value, Judgement.notMeasured(tooFew.or(() -> missing).orElse("not measured")));
    }
    Optional<String> root = data.roots(it.id()).findFirst();
    if (root.isEmpty()) {
      return record(
          it,
          value,
          new Judgement(Verdict.BY_CONSTRUCTION, "computed from the report's inputs, as there"));
    }
    String why =
        data.isLowerBound(root.get())
            ? "a lower bound: the load ended before the system did"
            : OTHER_MACHINE;
    String note = of == null ? it.note() : of.note();
    return record(
        it,
        of == null ? value : value.map(measured -> rounded(measured, it.unit())),
        judgement(new Name(it.id()), note == null ? why : why + "; " + note));
  }

  private Judgement judgement(Expression expression, String why) {
    return data.invalid(expression)
        .or(() -> Optional.ofNullable(runInvalid))
        .map(Judgement::invalid)
        .orElseGet(() -> Judgement.notComparable(why));
  }

  private static FigureRecord record(Figure it, Optional<Estimate> value, Judgement judgement) {
    return record(it.id(), it.value(), value, it.unit(), judgement);
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

  /**
   * Computes the cell of a table or the point of a chart.
   *
   * @param wanted the unit in which it is shown; null for its own
   */
  FigureRecord cell(Expression value, @Nullable String wanted) {
    String unit = Objects.requireNonNullElse(wanted, Amount.dimension(value).unit());
    if (Amount.isRatio(value)) {
      unit = unit.equals("+%") ? unit : "×";
    }
    Estimate base = Estimate.exact(Unit.of(unit).base());
    Optional<Estimate> here = data.of(value).map(it -> it.with('/', base));
    Stream<String> missing = value.experiments().stream().flatMap(it -> data.missing(it).stream());
    return record(
        value.toString(),
        data.published().of(value).map(it -> it.value() / base.value()).orElse(null),
        here,
        unit,
        here.isEmpty()
            ? Judgement.notMeasured(missing.findFirst().orElse("not measured in this run"))
            : judgement(value, OTHER_MACHINE));
  }

  private static Estimate rounded(Estimate value, String unit) {
    Unit it = Unit.of(unit);
    double steps = STEPS * (it.dimension() == Unit.Dimension.TIME ? it.base() : 1);
    return value.withValue(Math.round(value.value() * steps) / steps);
  }
}
