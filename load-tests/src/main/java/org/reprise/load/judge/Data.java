package org.reprise.load.judge;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baseline.Operation;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Binary;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Expression.Number;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Unit;

/** The data that expressions are computed from: what a report published, or a run measured. */
abstract class Data {
  private final Baseline baseline;

  Data(Baseline baseline) {
    this.baseline = baseline;
  }

  abstract Optional<Estimate> value(Call call);

  abstract PublishedData published();

  Optional<String> invalid(Expression expression) {
    return Optional.empty();
  }

  Optional<String> missing(String experiment) {
    return Optional.empty();
  }

  Optional<String> tooFew(Expression of) {
    return Optional.empty();
  }

  /** Whether the profile leaves out an experiment, or one that an expression looks at. */
  boolean isLeftOut(Expression expression) {
    return false;
  }

  Baseline baseline() {
    return baseline;
  }

  Optional<Estimate> of(Expression expression) {
    Optional<Estimate> value =
        switch (expression) {
          case Number(double number) -> Optional.of(Estimate.exact(number));
          case Name(String id) -> figure(id);
          case Call call -> operand(call);
          case Binary(char sign, Expression left, Expression right) ->
              with(of(left), sign, of(right));
        };
    return value.filter(it -> Double.isFinite(it.value()));
  }

  static Optional<Estimate> with(Optional<Estimate> left, char sign, Optional<Estimate> right) {
    return left.flatMap(it -> right.map(other -> it.with(sign, other)));
  }

  private Optional<Estimate> operand(Call call) {
    Comparator<Estimate> byValue = Comparator.comparingDouble(Estimate::value);
    List<Estimate> arguments =
        call.operand().scope() == Operand.Scope.EXPRESSIONS
            ? call.arguments().stream().flatMap(it -> of(it).stream()).toList()
            : List.of();
    Optional<Estimate> lowest = arguments.stream().min(byValue);
    Optional<Estimate> highest = arguments.stream().max(byValue);
    return switch (call.operand()) {
      case FLOW -> flow(call.arguments().getFirst());
      case PUBLISHED -> baseline.published(call.first()).map(Estimate::exact);
      case HIGHEST -> highest;
      case LOWEST -> lowest;
      // Of differences that are not above 0 none is a part of another.
      case FLATNESS ->
          arguments.size() < 2
              ? Optional.empty()
              : with(lowest.filter(it -> it.value() > 0), '/', highest);
      case TO_REPORT -> with(lowest, '/', published().of(call.arguments().getFirst()));
      default -> value(call);
    };
  }

  /** Adds the operations part by part, since they slow down together. */
  Optional<Estimate> flow(Expression experiment) {
    Optional<Estimate> sum = Optional.of(Estimate.exact(0));
    for (Operation operation : baseline.operations()) {
      var average = new Call(Operand.AVG, List.of(experiment, new Name(operation.id())));
      sum = with(sum, '+', of(average));
    }
    return sum;
  }

  Optional<Estimate> figure(String id) {
    String unit = baseline.find(id).map(Figure::unit).orElse("");
    Optional<Estimate> base = Optional.of(Estimate.exact(Unit.of(unit).base()));
    Optional<Expression> formula = baseline.formula(id);
    return formula.isPresent()
        ? formula.flatMap(this::of)
        : with(baseline.measuredBy(id).flatMap(this::of), '/', base);
  }
}
