package org.reprise.load.judge;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
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
  abstract Optional<Reading> value(Call call);

  /** The value of an operand of ids. */
  Optional<Reading> value(Operand operand, String... ids) {
    return of(new Call(operand, Arrays.stream(ids).<Expression>map(Name::new).toList()));
  }

  /** Why the experiment's data say nothing. */
  abstract Optional<String> invalid(String experiment);

  /** Why there are no data of the experiment; the reason alone, without its id. */
  abstract Optional<String> missing(String experiment);

  /** The value of an expression; empty where a part of it is not known. */
  Optional<Reading> of(Expression expression) {
    Optional<Reading> value =
        switch (expression) {
          case Number(double number) -> Optional.of(Reading.exact(number));
          case Name(String id) -> figure(id);
          case Call call -> operand(call);
          case Binary binary ->
              of(binary.left())
                  .flatMap(
                      left -> of(binary.right()).map(right -> left.with(binary.sign(), right)));
        };
    return value.filter(it -> Double.isFinite(it.value()));
  }

  private Optional<Reading> operand(Call call) {
    return switch (call.operand()) {
      case PUBLISHED -> call.argument(0).flatMap(baseline::published).map(Reading::exact);
      case HIGHEST -> one(call.arguments(), Reading::or);
      case LOWEST -> one(call.arguments(), Reading::orLess);
      default -> value(call);
    };
  }

  private Optional<Reading> one(List<Expression> parts, BinaryOperator<Reading> choice) {
    return parts.stream().flatMap(part -> of(part).stream()).reduce(choice);
  }

  /** A figure or statement in its own unit. */
  Optional<Reading> figure(String id) {
    Optional<Expression> formula = baseline.formula(id);
    if (formula.isPresent()) {
      return formula.flatMap(this::of);
    }
    Unit unit = Unit.of(baseline.unit(id).orElse(""));
    return baseline
        .measuredBy(id)
        .flatMap(this::of)
        .map(it -> it.with('/', Reading.exact(unit.base())));
  }

  /** The rate up to which an operand looks at the steps of a ramp. */
  Optional<Reading> upTo(Call call) {
    return call.arguments().size() > 1
        ? of(call.arguments().get(1))
        : of(new Call(Operand.KNEE, call.arguments().subList(0, 1)));
  }

  Baseline baseline() {
    return baseline;
  }
}
