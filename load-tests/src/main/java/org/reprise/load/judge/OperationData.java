package org.reprise.load.judge;

import java.util.ArrayList;
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
import org.reprise.load.baseline.LoadModel;
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

  Optional<Reading> time(Operand operand, String experiment, String operation) {
    SortedMap<Integer, Double> sums = new TreeMap<>();
    SortedMap<Integer, Double> values = new TreeMap<>();
    Map<Integer, Long> counts = new HashMap<>();
    List<Deviation> within = new ArrayList<>();
    for (OperationSummary it : summaries(experiment, Optional.of(operation))) {
      Double value = statistic(operand, it);
      if (it.count() > 0 && value != null) {
        double sum = sums.merge(it.repetition(), value * it.count(), Double::sum);
        long count = counts.merge(it.repetition(), it.count(), Long::sum);
        values.put(it.repetition(), sum / count);
        within.add(operand == Operand.AVG ? deviation(experiment, it) : Deviation.UNKNOWN);
      }
    }
    long count = counts.values().stream().mapToLong(Long::longValue).sum();
    return Reading.of(values, within, count)
        .map(mean ->
            switch (operand) {
              case MIN -> mean.withValue(Collections.min(values.values()));
              case MAX -> mean.withValue(Collections.max(values.values()));
              default -> mean;
            });
  }

  private Deviation deviation(String experiment, OperationSummary it) {
    Deviation batches = Deviation.ofBatches(it.batchMeansMs());
    boolean waits =
        baseline
            .experiment(experiment)
            .filter(e -> e.loadModel() instanceof LoadModel.Workflows)
            .isPresent();
    return waits || !batches.isUnknown()
        ? batches
        : Deviation.of(it.stdDevMs(), it.count(), it.count() + " single calls");
  }

  private static @Nullable Double statistic(Operand operand, OperationSummary it) {
    return switch (operand) {
      case MIN -> (Double) it.minMs();
      case MAX -> (Double) it.maxMs();
      case P50 -> (Double) it.p50Ms();
      case P75 -> it.p75Ms();
      case P90 -> it.p90Ms();
      case P95 -> (Double) it.p95Ms();
      case P99 -> (Double) it.p99Ms();
      default -> (Double) it.meanMs();
    };
  }

  /** Why an operand's value, though it is there, tells nothing: too few calls for a percentile. */
  Optional<String> tooFew(Call call) {
    double percentile =
        switch (call.operand()) {
          case P50 -> 50;
          case P75 -> 75;
          case P90 -> 90;
          case P95 -> 95;
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
  Optional<Reading> count(String experiment, Optional<String> operation) {
    SortedMap<Integer, Double> values = new TreeMap<>();
    summaries(experiment, operation)
        .forEach(it -> values.merge(it.repetition(), (double) it.count(), Double::sum));
    return Reading.counted(values);
  }

  /** Percent of all calls that failed, exact: an error is one in whatever repetition. */
  Optional<Reading> errors(String experiment, Optional<String> operation) {
    List<OperationSummary> all = summaries(experiment, operation);
    double errors = all.stream().mapToLong(OperationSummary::errors).sum();
    double calls = errors + all.stream().mapToLong(OperationSummary::count).sum();
    return calls == 0 ? Optional.empty() : Optional.of(Reading.exact(100 * errors / calls));
  }

  Optional<Reading> share(String experiment, String operation) {
    return count(experiment, Optional.of(operation))
        .flatMap(part ->
            count(experiment, Optional.empty())
                .map(all -> part.with('/', all).with('*', Reading.exact(100))));
  }

  Optional<Reading> flow(String experiment) {
    Optional<Reading> sum = Optional.of(Reading.exact(0));
    for (Operation operation : baseline.operations()) {
      Optional<Reading> average = time(Operand.AVG, experiment, operation.id());
      sum = sum.flatMap(it -> average.map(one -> it.with('+', one)));
    }
    return sum;
  }
}
