package org.reprise.load.judge;

import java.util.Objects;
import java.util.Optional;
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

  /** Judges the cell of a table. */
  FigureRecord judge(Experiment experiment, Figure figure) {
    Optional<String> tooFew =
        baseline.measuredBy(figure.id()).stream()
            .flatMap(Expression::calls)
            .flatMap(it -> data.tooFew(it).stream())
            .findFirst();
    Optional<Estimate> value = tooFew.isPresent() ? Optional.empty() : data.figure(figure.id());
    String note = experiment.note();
    Judgement judgement =
        value.isEmpty()
            ? Judgement.notMeasured(
                tooFew
                    .or(() -> data.missing(experiment.id()))
                    .orElse("no call of this operation succeeded"))
            : data.invalid(experiment.id())
                .map(Judgement::invalid)
                .or(() -> invalid(new Name(figure.id())))
                .orElseGet(() ->
                    Judgement.notComparable(
                        note == null ? OTHER_MACHINE : OTHER_MACHINE + "; " + note));
    return record(figure, value.map(it -> rounded(it, figure.unit())), judgement);
  }

  private Optional<Judgement> invalid(Expression expression) {
    return Optional.ofNullable(runInvalid)
        .or(() -> data.invalid(expression))
        .map(Judgement::invalid);
  }

  /** Judges a statement by what was measured for it, or follows from that. */
  FigureRecord judge(Figure it) {
    Optional<Estimate> value = it.isInput() ? Optional.empty() : data.figure(it.id());
    return record(it, value, judgement(it, value));
  }

  private Judgement judgement(Figure it, Optional<Estimate> value) {
    if (it.isInput()) {
      return new Judgement(Verdict.BY_CONSTRUCTION, "an input of the report, which is taken over");
    }
    Optional<Expression> formula = baseline.formula(it.id());
    if (value.isEmpty()) {
      return Judgement.notMeasured(
          formula
              .map(from -> "follows from %s, not measured".formatted(missing(from)))
              .orElse("not measured in this run"));
    }
    Optional<String> root = data.roots(it.id()).findFirst();
    if (root.isEmpty()) {
      return new Judgement(Verdict.BY_CONSTRUCTION, "computed from the report's inputs, as there");
    }
    return invalid(new Name(it.id()))
        .orElseGet(() ->
            Judgement.notComparable(
                formula.isEmpty() && it.note() != null
                    ? it.note()
                    : data.isLowerBound(root.get())
                        ? "a lower bound: the load ended before the system did"
                        : OTHER_MACHINE));
  }

  private String missing(Expression formula) {
    return formula.names().stream()
        .filter(name -> data.figure(name).isEmpty())
        .findFirst()
        .orElse("what it names");
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
    String shown = unit(value, wanted);
    Estimate base = Estimate.exact(value instanceof Name ? 1 : Unit.of(shown).base());
    Optional<Estimate> here = data.of(value).map(it -> it.with('/', base));
    Judgement judgement =
        here.isEmpty()
            ? Judgement.notMeasured(
                value.experiments().stream()
                    .flatMap(it -> data.missing(it).stream())
                    .findFirst()
                    .orElse("not measured in this run"))
            : invalid(value).orElseGet(() -> Judgement.notComparable(OTHER_MACHINE));
    return record(
        value.toString(),
        data.published().of(value).map(it -> it.value() / base.value()).orElse(null),
        here,
        shown,
        judgement);
  }

  private String unit(Expression value, @Nullable String wanted) {
    if (Amount.isRatio(value)) {
      return "+%".equals(wanted) ? "+%" : "×";
    }
    return Objects.requireNonNullElseGet(
        wanted,
        () ->
            value instanceof Name(String id) ? baseline.unit(id) : Amount.dimension(value).unit());
  }

  private static Estimate rounded(Estimate value, String unit) {
    Unit it = Unit.of(unit);
    double steps = STEPS * (it.dimension() == Unit.Dimension.TIME ? it.base() : 1);
    return value.withValue(Math.round(value.value() * steps) / steps);
  }
}
