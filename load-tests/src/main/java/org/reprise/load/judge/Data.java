package org.reprise.load.judge;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Binary;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Expression.Number;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Unit;

/**
 * The data that expressions are computed from: what the report published, or what a run measured.
 */
abstract class Data {
  private final Baseline baseline;

  Data(Baseline baseline) {
    this.baseline = baseline;
  }

  /** The value of an operand in its base unit; empty where it is not known. */
  abstract Optional<Estimate> value(Call call);

  /** Why the experiment's data say nothing. */
  abstract Optional<String> invalid(String experiment);

  /** Why there are no data of the experiment; the reason alone, without its id. */
  abstract Optional<String> missing(String experiment);

  abstract PublishedData published();

  Baseline baseline() {
    return baseline;
  }

  /** Why data behind an expression say nothing, those of the figures that it names included. */
  Optional<String> invalid(Expression expression) {
    return experiments(expression).flatMap(it -> invalid(it).stream()).findFirst();
  }

  /** A quantity that was counted in one experiment bears its id, for example {@code links.ui-5}. */
  private Stream<String> experiments(Expression expression) {
    Stream<String> counted =
        expression
            .calls()
            .filter(it -> it.operand() == Operand.QUANTITY)
            .flatMap(it -> Arrays.stream(it.first().split("\\.")))
            .filter(it -> baseline.experiment(it).isPresent());
    Stream<String> named =
        expression.names().stream()
            .flatMap(id -> baseline.formula(id).or(() -> baseline.measuredBy(id)).stream())
            .flatMap(this::experiments);
    return Stream.of(expression.experiments().stream(), counted, named).flatMap(it -> it);
  }

  /** The value of an expression; empty where a part of it is not known. */
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

  /** The value of a figure in the report's unit. */
  Optional<Estimate> figure(String id) {
    Optional<Expression> formula = baseline.formula(id);
    Estimate unit = Estimate.exact(Unit.of(baseline.unit(id)).base());
    return formula.isPresent()
        ? formula.flatMap(this::of)
        : baseline.measuredBy(id).flatMap(this::of).map(it -> it.with('/', unit));
  }
}
