package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Published;
import org.reprise.load.baseline.Statement;
import org.reprise.load.baseline.Unit;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Verdict;
import org.reprise.load.run.Verdict.ByConstruction;
import org.reprise.load.run.Verdict.Invalid;
import org.reprise.load.run.Verdict.NotComparable;
import org.reprise.load.run.Verdict.NotMeasured;

/**
 * Puts the measured value beside every published one, in tables and outside them, and computes anew
 * what follows from others. An absolute figure is never judged: another machine has other times, so
 * its ratio is told and no verdict but the reason why.
 */
record FigureJudge(
    Baseline baseline, Measured measured, MeasuredData data, @Nullable String runInvalid) {
  /** Published times have microseconds, whatever their unit. */
  private static final double STEPS = 1000;

  private static final String OTHER_MACHINE =
      "an absolute figure of another machine: its ratio is told";

  FigureRecord judge(Experiment experiment, Figure figure) {
    Optional<String> tooFew =
        baseline
            .measuredBy(figure.id())
            .flatMap(it -> it.calls().stream().flatMap(c -> data.tooFew(c).stream()).findFirst());
    Optional<Estimate> value = tooFew.isPresent() ? Optional.empty() : data.figure(figure.id());
    Verdict verdict =
        tooFew.<Verdict>map(NotMeasured::new).orElseGet(() -> verdict(experiment, figure, value));
    return record(figure, value, it -> rounded(it, figure.unit()), verdict);
  }

  private Verdict verdict(Experiment experiment, Figure figure, Optional<Estimate> value) {
    if (value.isEmpty()) {
      return new NotMeasured(
          data.missing(experiment.id()).orElse("no call of this operation succeeded"));
    }
    Optional<String> invalid =
        data.invalid(experiment.id())
            .or(() -> data.invalid(new Name(figure.id())))
            .or(() -> Optional.ofNullable(runInvalid));
    String note = experiment.note();
    return invalid
        .<Verdict>map(Invalid::new)
        .orElseGet(
            () -> new NotComparable(note == null ? OTHER_MACHINE : OTHER_MACHINE + "; " + note));
  }

  /** Each statement with what was measured for it, or follows from that. */
  List<FigureRecord> statements() {
    return baseline.statements().stream().map(this::judge).toList();
  }

  private FigureRecord judge(Statement it) {
    Optional<Estimate> value = it.isInput() ? Optional.empty() : data.figure(it.id());
    return record(it, value, v -> v, verdict(it, value));
  }

  private Verdict verdict(Statement it, Optional<Estimate> value) {
    if (it.isInput()) {
      return new ByConstruction("an input of the report, which is taken over");
    }
    Optional<Expression> formula = it.derivation();
    if (value.isEmpty()) {
      return new NotMeasured(
          formula
              .map(from -> "follows from %s, not measured".formatted(missing(from)))
              .orElse("not measured in this run"));
    }
    Optional<String> root = roots(it.id()).findFirst();
    if (root.isEmpty()) {
      return new ByConstruction("computed from the report's inputs, as there");
    }
    Optional<String> invalid =
        Optional.ofNullable(runInvalid).or(() -> data.invalid(new Name(it.id())));
    if (invalid.isPresent()) {
      return new Invalid(invalid.get());
    }
    String note = it.note();
    if (formula.isEmpty() && note != null) {
      return new NotComparable(note);
    }
    return measured.quantity(root.get() + "IsLowerBound").orElse(0) > 0
        ? new NotComparable("a lower bound: the load ended before the system did")
        : new NotComparable(OTHER_MACHINE);
  }

  private String missing(Expression formula) {
    return formula.names().stream()
        .filter(name -> data.figure(name).isEmpty())
        .findFirst()
        .orElse("what it names");
  }

  /** The measured values that one rests on in the end; none where these are inputs. */
  private Stream<String> roots(String id) {
    Optional<Expression> formula = baseline.formula(id);
    return formula.isPresent()
        ? formula.get().names().stream().flatMap(this::roots)
        : Stream.of(id).filter(it -> baseline.statement(it).filter(Statement::isInput).isEmpty());
  }

  private static FigureRecord record(
      Published it, Optional<Estimate> value, DoubleUnaryOperator rounding, Verdict verdict) {
    return new FigureRecord(
        it.id(),
        it.value(),
        value.map(v -> rounding.applyAsDouble(v.value())).orElse(null),
        value.flatMap(FigureJudge::spread).orElse(null),
        it.unit(),
        value
            .filter(_ -> it.value() != 0)
            .map(v -> rounding.applyAsDouble(v.value() / it.value()))
            .orElse(null),
        verdict.word(),
        verdict.why());
  }

  /**
   * Computes the cell of a table or the point of a chart.
   *
   * @param wanted the unit in which it is shown; null for its own
   */
  FigureRecord cell(Expression value, PublishedData published, @Nullable String wanted) {
    String shown = unit(value, wanted);
    double base = value instanceof Name ? 1 : Unit.of(shown).base();
    Optional<Estimate> there = published.of(value);
    Optional<Estimate> here = data.of(value);
    Verdict verdict =
        here.isEmpty()
            ? new NotMeasured(
                value.experiments().stream()
                    .flatMap(it -> data.missing(it).stream())
                    .findFirst()
                    .orElse("not measured in this run"))
            : Optional.ofNullable(runInvalid)
                .or(() -> data.invalid(value))
                .<Verdict>map(Invalid::new)
                .orElseGet(() -> new NotComparable(OTHER_MACHINE));
    return new FigureRecord(
        value.toString(),
        there.map(it -> it.value() / base).orElse(null),
        here.map(it -> it.value() / base).orElse(null),
        here.flatMap(FigureJudge::spread).map(it -> it / base).orElse(null),
        shown,
        there
            .filter(it -> it.value() != 0)
            .flatMap(it -> here.map(one -> one.value() / it.value()))
            .orElse(null),
        verdict.word(),
        verdict.why());
  }

  private String unit(Expression value, @Nullable String wanted) {
    boolean ratio =
        value instanceof Expression.Binary(char sign, Expression _, Expression _)
            && sign == '/'
            && Amount.dimension(value) == Unit.Dimension.COUNT;
    if (ratio) {
      return "+%".equals(wanted) ? "+%" : "×";
    }
    return wanted != null
        ? wanted
        : value instanceof Name(String id)
            ? baseline.unit(id).orElse("")
            : Amount.dimension(value).unit();
  }

  /** Empty where nothing tells it, and of what is exact. */
  private static Optional<Double> spread(Estimate estimate) {
    return estimate.isKnown() && !estimate.isExact()
        ? Optional.of(estimate.halfWidth())
        : Optional.empty();
  }

  private static double rounded(double value, String unit) {
    Unit it = Unit.of(unit);
    double steps = STEPS * (it.dimension() == Unit.Dimension.TIME ? it.base() : 1);
    return Math.round(value * steps) / steps;
  }
}
