package org.reprise.load.judge;

import java.util.Arrays;
import java.util.Comparator;
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

  Optional<Estimate> value(Operand operand, String... ids) {
    return of(new Call(operand, Arrays.stream(ids).<Expression>map(Name::new).toList()));
  }

  /** Why the experiment's data say nothing. */
  abstract Optional<String> invalid(String experiment);

  /** Why data behind an expression say nothing, those of the figures that it names included. */
  Optional<String> invalid(Expression expression) {
    return experiments(expression).flatMap(it -> invalid(it).stream()).findFirst();
  }

  /** A quantity that was counted in one experiment bears its id, for example {@code links.ui-5}. */
  private Stream<String> experiments(Expression expression) {
    Stream<String> counted =
        expression.calls().stream()
            .filter(it -> it.operand() == Operand.QUANTITY)
            .flatMap(it -> Arrays.stream(it.argument(0).orElseThrow().split("\\.")))
            .filter(it -> baseline.experiment(it).isPresent());
    Stream<String> named =
        expression.names().stream()
            .flatMap(id -> baseline.formula(id).or(() -> baseline.measuredBy(id)).stream())
            .flatMap(this::experiments);
    return Stream.of(expression.experiments().stream(), counted, named).flatMap(it -> it);
  }

  /** Why there are no data of the experiment; the reason alone, without its id. */
  abstract Optional<String> missing(String experiment);

  /** The value of an expression; empty where a part of it is not known. */
  Optional<Estimate> of(Expression expression) {
    Optional<Estimate> value =
        switch (expression) {
          case Number(double number) -> Optional.of(Estimate.exact(number));
          case Name(String id) -> figure(id);
          case Call call -> operand(call);
          case Binary binary ->
              of(binary.left())
                  .flatMap(
                      left -> of(binary.right()).map(right -> left.with(binary.sign(), right)));
        };
    return value.filter(it -> Double.isFinite(it.value()));
  }

  private Optional<Estimate> operand(Call call) {
    return switch (call.operand()) {
      case PUBLISHED -> call.argument(0).flatMap(baseline::published).map(Estimate::exact);
      case HIGHEST -> parts(call).max(Comparator.comparing(Estimate::value));
      case LOWEST -> parts(call).min(Comparator.comparing(Estimate::value));
      default -> value(call);
    };
  }

  private Stream<Estimate> parts(Call call) {
    return call.arguments().stream().flatMap(part -> of(part).stream());
  }

  Optional<Estimate> figure(String id) {
    Optional<Expression> formula = baseline.formula(id);
    if (formula.isPresent()) {
      return formula.flatMap(this::of);
    }
    Unit unit = Unit.of(baseline.unit(id).orElse(""));
    return baseline
        .measuredBy(id)
        .flatMap(this::of)
        .map(it -> it.with('/', Estimate.exact(unit.base())));
  }

  /** The rate up to which an operand looks at the steps of a ramp. */
  Optional<Estimate> upTo(Call call) {
    return call.arguments().size() > 1
        ? of(call.arguments().get(1))
        : of(new Call(Operand.KNEE, call.arguments().subList(0, 1)));
  }

  Baseline baseline() {
    return baseline;
  }
}
