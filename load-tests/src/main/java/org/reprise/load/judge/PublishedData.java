package org.reprise.load.judge;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Expression.Name;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Operand;

/**
 * The report's own figures. Where it gives no flows per second for a closed model without pause,
 * they follow by Little's law (J. D. C. Little, 1961): threads divided by the time of one flow.
 */
final class PublishedData extends Data {
  private final Map<String, Double> values = new HashMap<>();

  PublishedData(Baseline baseline) {
    super(baseline);
    for (Figure it : Stream.concat(baseline.figures(), baseline.statements().stream()).toList()) {
      baseline
          .measuredBy(it.id())
          .ifPresent(by -> values.putIfAbsent(plain(by.toString()), it.baseValue()));
    }
  }

  @Override
  PublishedData published() {
    return this;
  }

  private static String plain(String expression) {
    return expression.replaceAll("@[\\w.-]+", "");
  }

  @Override
  Optional<Estimate> of(Expression expression) {
    return Optional.ofNullable(values.get(plain(expression.toString())))
        .map(Estimate::exact)
        .or(() -> super.of(expression));
  }

  @Override
  Optional<Estimate> figure(String id) {
    return baseline().find(id).map(Figure::value).map(Estimate::exact);
  }

  @Override
  Optional<Estimate> value(Call call) {
    return call.operand() == Operand.RATE && call.second().isEmpty()
        ? baseline().experiment(plain(call.first())).flatMap(this::rate)
        : Optional.empty();
  }

  private Optional<Estimate> rate(Experiment experiment) {
    return experiment.loadModel() instanceof LoadModel.Closed(int threads, int _, double pause)
        ? flow(new Name(experiment.id()))
            .map(flow -> Estimate.exact(threads * 1000 / (flow.value() + pause * 1000)))
        : Optional.empty();
  }
}
