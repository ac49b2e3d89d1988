package org.reprise.load.judge;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
import org.reprise.load.baseline.Statement;
import org.reprise.load.baseline.Unit;

/**
 * The report's own figures. Where it gives no flows per second for a closed model without pause,
 * they follow by Little's law (J. D. C. Little, 1961): threads divided by the time of one flow.
 */
final class PublishedData extends Data {
  /** Published values in base units, by what measures them. */
  private final Map<String, Double> values = new HashMap<>();

  PublishedData(Baseline baseline) {
    super(baseline);
    baseline.figures().forEach(f -> put(f.id(), f.baseValue()));
    baseline.statements().stream()
        .filter(Statement::hasMeasure)
        .forEach(s -> put(s.id(), s.baseValue()));
  }

  private void put(String id, double value) {
    baseline().measuredBy(id).ifPresent(it -> values.putIfAbsent(plain(it.toString()), value));
  }

  /** A report has but one variant of its experiments. */
  private static String plain(String expression) {
    return expression.replaceAll("@[\\w.-]+", "");
  }

  @Override
  Optional<Estimate> of(Expression expression) {
    return found(expression).or(() -> super.of(expression));
  }

  private Optional<Estimate> found(Expression expression) {
    return Optional.ofNullable(values.get(plain(expression.toString()))).map(Estimate::exact);
  }

  @Override
  Optional<Estimate> figure(String id) {
    Unit unit = Unit.of(baseline().unit(id).orElse(""));
    return baseline().published(id).map(unit::from).map(Estimate::exact);
  }

  @Override
  Optional<Estimate> value(Call call) {
    Optional<String> first = call.argument(0).map(PublishedData::plain);
    return switch (call.operand()) {
      case FLOW -> first.flatMap(this::flow);
      case RATE ->
          call.arguments().size() == 1
              ? first.flatMap(baseline()::experiment).flatMap(this::rate)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private Optional<Estimate> rate(Experiment experiment) {
    return switch (experiment.loadModel()) {
      case LoadModel.Closed(int threads, int _, double pause) ->
          flow(experiment.id())
              .map(flow -> Estimate.exact(threads * 1000 / (flow.value() + pause * 1000)));
      case LoadModel.Constant(double perSecond, Integer _) ->
          Optional.of(Estimate.exact(perSecond));
      case LoadModel.Ramp _, LoadModel.Workflows _ -> Optional.empty();
    };
  }

  private Optional<Estimate> flow(String experiment) {
    List<Double> averages =
        baseline().operations().stream()
            .map(Operation::id)
            .map(id -> values.get("%s(%s, %s)".formatted(Operand.AVG.word(), experiment, id)))
            .filter(Objects::nonNull)
            .toList();
    return averages.size() == baseline().operations().size()
        ? Optional.of(Estimate.exact(averages.stream().mapToDouble(Double::doubleValue).sum()))
        : Optional.empty();
  }

  @Override
  Optional<String> invalid(String experiment) {
    return Optional.empty();
  }

  @Override
  Optional<String> missing(String experiment) {
    return flow(experiment).isPresent()
        ? Optional.empty()
        : Optional.of("the report gives no averages");
  }
}
