package org.reprise.load.judge;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Expression.Call;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.validity.Rule;
import org.reprise.load.validity.Thresholds;

/** Times and counts of the operations of a run, in one variant. */
record OperationData(Baseline baseline, Measured measured, String variant) {
  /** The operation's summaries; all of them where none is named. */
  private List<OperationSummary> summaries(String experiment, Optional<String> operation) {
    return measured.operations().stream()
        .filter(it -> it.experiment().equals(experiment) && it.variant().equals(variant))
        .filter(it -> operation.isEmpty() || operation.get().equals(it.operation()))
        .toList();
  }

  Optional<Estimate> time(Operand operand, String experiment, String operation) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    long count = 0;
    List<Double> batches = List.of();
    for (OperationSummary it : summaries(experiment, Optional.of(operation))) {
      Double value = statistic(operand, it);
      if (it.count() > 0 && value != null) {
        values.put(it.repetition(), value);
        count += it.count();
        batches = it.batchMeansMs() == null ? List.of() : it.batchMeansMs();
      }
    }
    Estimate mean = Estimate.of(values).orElse(null);
    if (mean == null) {
      return Optional.empty();
    }
    Estimate counted = mean.withCount(count);
    return Optional.of(
        switch (operand) {
          case MIN -> counted.withValue(Collections.min(values.values()));
          case MAX -> counted.withValue(Collections.max(values.values()));
          case AVG ->
              values.size() > 1 || batches.isEmpty()
                  ? counted
                  : counted.withBatches(MeasuredData.execution(experiment, variant), batches);
          default -> counted;
        });
  }

  private static @Nullable Double statistic(Operand operand, OperationSummary it) {
    return switch (operand) {
      case MIN -> (Double) it.minMs();
      case MAX -> (Double) it.maxMs();
      case P90 -> it.p90Ms();
      case P99 -> (Double) it.p99Ms();
      default -> (Double) it.meanMs();
    };
  }

  /** Why an operand's value, though it is there, tells nothing: too few calls for a percentile. */
  Optional<String> tooFew(Call call) {
    double percentile =
        switch (call.operand()) {
          case P90 -> 90;
          case P99 -> 99;
          default -> 0;
        };
    return percentile == 0
        ? Optional.empty()
        : fewest(call).flatMap(it -> Rule.tooFewFor(percentile, it, Thresholds.STANDARD));
  }

  /** Calls of the repetition with the fewest: each has a percentile of its own. */
  private Optional<Long> fewest(Call call) {
    Map<Integer, Long> counts = new HashMap<>();
    summaries(call.argument(0).orElseThrow(), call.argument(1))
        .forEach(it -> counts.merge(it.repetition(), it.count(), Long::sum));
    return counts.values().stream().filter(it -> it > 0).min(Long::compare);
  }

  /** Calls that ended well. */
  Optional<Estimate> count(String experiment, Optional<String> operation) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    summaries(experiment, operation)
        .forEach(it -> values.merge(it.repetition(), (double) it.count(), Double::sum));
    return Estimate.of(values);
  }

  /** Percent of all calls that failed, exact: an error is one in whatever repetition. */
  Optional<Estimate> errors(String experiment, Optional<String> operation) {
    List<OperationSummary> all = summaries(experiment, operation);
    double errors = all.stream().mapToLong(OperationSummary::errors).sum();
    double calls = errors + all.stream().mapToLong(OperationSummary::count).sum();
    return calls == 0 ? Optional.empty() : Optional.of(Estimate.exact(100 * errors / calls));
  }

  /**
   * The operations of a flow slow down together: they are added repetition by repetition, or batch
   * by batch.
   */
  Optional<Estimate> flow(String experiment) {
    Optional<Estimate> sum = Optional.of(Estimate.exact(0));
    for (Operation operation : baseline.operations()) {
      Optional<Estimate> average = time(Operand.AVG, experiment, operation.id());
      sum = sum.flatMap(it -> average.map(one -> it.with('+', one)));
    }
    return sum;
  }
}
