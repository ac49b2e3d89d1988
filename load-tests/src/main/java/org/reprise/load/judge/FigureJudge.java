package org.reprise.load.judge;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Statement;
import org.reprise.load.baseline.Unit;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.StatementRecord;
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
    Optional<Reading> value = tooFew.isPresent() ? Optional.empty() : data.figure(figure.id());
    Verdict verdict =
        tooFew.<Verdict>map(NotMeasured::new).orElseGet(() -> verdict(experiment, value));
    double published = figure.value();
    return new FigureRecord(
        figure.id(),
        figure.operation(),
        figure.role(),
        figure.statistic(),
        figure.kind(),
        published,
        value.map(v -> rounded(v.value(), figure.unit())).orElse(null),
        value.flatMap(FigureJudge::spread).orElse(null),
        figure.unit(),
        value
            .filter(_ -> published != 0)
            .map(v -> rounded(v.value() / published, figure.unit()))
            .orElse(null),
        verdict.word(),
        verdict.why());
  }

  private Verdict verdict(Experiment experiment, Optional<Reading> value) {
    String notProduced = experiment.notProduced();
    if (notProduced != null) {
      return new NotMeasured(notProduced);
    }
    if (value.isEmpty()) {
      return new NotMeasured(
          data.missing(experiment.id()).orElse("no call of this operation succeeded"));
    }
    Optional<String> invalid =
        data.invalid(experiment.id()).or(() -> Optional.ofNullable(runInvalid));
    String note = experiment.note();
    return invalid
        .<Verdict>map(Invalid::new)
        .orElseGet(
            () -> new NotComparable(note == null ? OTHER_MACHINE : OTHER_MACHINE + "; " + note));
  }

  /** Each statement with what was measured for it, or follows from that. */
  List<StatementRecord> statements() {
    return baseline.statements().stream().map(this::judge).toList();
  }

  private StatementRecord judge(Statement it) {
    Optional<Reading> value = isInput(it) ? Optional.empty() : value(it.id());
    return record(it, value, verdict(it, value));
  }

  private static boolean isInput(Statement it) {
    return it.formula() == null && !it.hasMeasure();
  }

  private Verdict verdict(Statement it, Optional<Reading> value) {
    if (isInput(it)) {
      return new ByConstruction("an input of the report, which is taken over");
    }
    Optional<Expression> formula = it.derivation();
    if (value.isEmpty()) {
      return new NotMeasured(
          formula
              .map(from -> "follows from %s, not measured".formatted(missing(from)))
              .orElse("not measured in this run"));
    }
    Optional<String> given = runInvalid == null ? given(it.id()) : Optional.empty();
    if (given.isPresent()) {
      return new ByConstruction(given.get());
    }
    String note = it.note();
    if (formula.isEmpty() && note != null && runInvalid == null) {
      return new NotComparable(note);
    }
    return roots(it.id())
        .findFirst()
        .map(root -> verdict(root.id()))
        .orElseGet(() -> new ByConstruction("computed from the report's inputs, as there"));
  }

  private String missing(Expression formula) {
    return formula.names().stream()
        .filter(name -> value(name).isEmpty())
        .findFirst()
        .orElse("what it names");
  }

  /** Inputs of the report as published, results as measured, what follows from them anew. */
  private Optional<Reading> value(String id) {
    Optional<Statement> input = baseline.statement(id).filter(FigureJudge::isInput);
    Optional<Expression> formula = baseline.formula(id);
    return input.isPresent()
        ? input.map(it -> Reading.exact(it.value()))
        : formula.isPresent() ? formula.flatMap(this::value) : data.figure(id);
  }

  private Optional<Reading> value(Expression expression) {
    return switch (expression) {
      case Expression.Name(String id) -> value(id);
      case Expression.Binary binary ->
          value(binary.left())
              .flatMap(one -> value(binary.right()).map(other -> one.with(binary.sign(), other)));
      case Expression.Number _, Expression.Call _ -> data.of(expression);
    };
  }

  /** The measured statements that one rests on in the end; none where these are inputs. */
  private Stream<Statement> roots(String id) {
    Optional<Expression> formula = baseline.formula(id);
    return formula.isPresent()
        ? formula.get().names().stream().flatMap(this::roots)
        : baseline.statement(id).filter(it -> !isInput(it)).stream();
  }

  /** Why what was measured for it follows from an input of this run; empty where it does not. */
  private Optional<String> given(String id) {
    return roots(id)
        .flatMap(it -> Stream.ofNullable(it.byConstructionWith()))
        .filter(it -> it.isIn(measured.quantities().keySet()))
        .map(Claim.Given::why)
        .findFirst();
  }

  private Verdict verdict(String id) {
    if (runInvalid != null) {
      return new Invalid(runInvalid);
    }
    return measured.quantities().getOrDefault(id + "IsLowerBound", 0.0) > 0
        ? new NotComparable("a lower bound: the load ended before the system did")
        : new NotComparable(OTHER_MACHINE);
  }

  private static StatementRecord record(Statement it, Optional<Reading> value, Verdict verdict) {
    return new StatementRecord(
        it.id(),
        it.title(),
        it.kind(),
        it.value(),
        value.map(Reading::value).orElse(null),
        value.flatMap(FigureJudge::spread).orElse(null),
        it.unit(),
        value.filter(_ -> it.value() != 0).map(v -> v.value() / it.value()).orElse(null),
        verdict.word(),
        verdict.why());
  }

  static Optional<Double> spread(Reading reading) {
    return reading.isUncertain() || (reading.spread() == 0 && reading.repetitions().isEmpty())
        ? Optional.empty()
        : Optional.of(reading.spread());
  }

  private static double rounded(double value, String unit) {
    Unit it = Unit.of(unit);
    double steps = STEPS * (it.dimension() == Unit.Dimension.TIME ? it.base() : 1);
    return Math.round(value * steps) / steps;
  }
}
