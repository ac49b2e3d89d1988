package org.reprise.load.judge;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A value with how far it may be off, and what it came from.
 *
 * @param value the value: of several repetitions their mean
 * @param spread half of the interval in which it lies with 95 % confidence, in the same unit; 0
 *     where it is exact, such as a published one, {@link #UNKNOWN} where nothing tells it
 * @param repetitions its value in each repetition. Repetitions of several experiments that bear the
 *     same number were measured one after the other, so two readings are compared repetition by
 *     repetition: what slows the machine for a while then slows both sides of a ratio. Empty where
 *     it is exact
 * @param count single values behind it; {@link Long#MAX_VALUE} where it is no average of any
 */
record Reading(double value, double spread, SortedMap<Integer, Double> repetitions, long count) {
  /** The spread of what was measured once and varies by nobody knows how much. */
  static final double UNKNOWN = Double.POSITIVE_INFINITY;

  private static final double CONFIDENCE = 0.95;

  Reading {
    repetitions = Collections.unmodifiableSortedMap(new TreeMap<>(repetitions));
  }

  /** What does not vary. */
  static Reading exact(double value) {
    return new Reading(value, 0, Collections.emptySortedMap(), Long.MAX_VALUE);
  }

  /** What was measured once. */
  static Reading once(int repetition, double value, double spread, long count) {
    return new Reading(value, spread, new TreeMap<>(java.util.Map.of(repetition, value)), count);
  }

  /**
   * The mean of repetitions.
   *
   * @param single the spread where there is but one
   */
  static Reading of(SortedMap<Integer, Double> repetitions, double single, long count) {
    double mean = mean(List.copyOf(repetitions.values()));
    return new Reading(
        mean,
        repetitions.size() > 1 ? spread(List.copyOf(repetitions.values())) : single,
        repetitions,
        count);
  }

  /**
   * Half of the interval in which the mean of independent values lies with 95 % confidence, by
   * Student's t (W. S. Gosset, 1908).
   */
  static double spread(List<Double> values) {
    if (values.size() < 2) {
      return UNKNOWN;
    }
    double mean = mean(values);
    double squares = stream(values).map(v -> (v - mean) * (v - mean)).sum();
    double deviation = Math.sqrt(squares / (values.size() - 1));
    return ofMean(deviation, values.size());
  }

  /** The same, given the standard deviation of the values. */
  static double ofMean(double deviation, long count) {
    return count < 2
        ? UNKNOWN
        : TDistribution.of((double) count - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2)
            * deviation
            / Math.sqrt((double) count);
  }

  /**
   * The same of the median, by the ranks between which it lies with that confidence, whatever the
   * values' distribution: one of them far off does not matter.
   */
  static double ofMedian(List<Double> values) {
    double[] sorted = stream(values).sorted().toArray();
    int below =
        BinomialDistribution.of(sorted.length, 0.5)
            .inverseCumulativeProbability((1 - CONFIDENCE) / 2);
    int lowest = Math.max(0, below - 1);
    return sorted.length < 2 ? UNKNOWN : (sorted[sorted.length - 1 - lowest] - sorted[lowest]) / 2;
  }

  static double mean(List<Double> values) {
    return stream(values).average().orElseThrow();
  }

  static double median(List<Double> values) {
    double[] sorted = stream(values).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static DoubleStream stream(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue);
  }

  /** The spread as a share of the value. */
  double share() {
    return spread == 0 ? 0 : value == 0 ? UNKNOWN : spread / Math.abs(value);
  }

  /** Whether it comes from several repetitions. */
  boolean isRepeated() {
    return repetitions.size() > 1;
  }

  /** Whether it has no spread because it was measured too seldom. */
  boolean isUncertain() {
    return spread == UNKNOWN;
  }

  /** The same, exact where nothing tells its spread. */
  Reading orExact() {
    return isUncertain() ? new Reading(value, 0, repetitions, count) : this;
  }

  /**
   * With another: repetition by repetition where both have several in common, else with both
   * spreads taken together as those of independent values.
   *
   * @param product whether the spreads add as shares, as those of products and ratios do
   */
  Reading with(Reading other, boolean product, DoubleBinaryOperator operator) {
    long least = Math.min(count, other.count);
    if (repetitions.isEmpty() || other.repetitions.isEmpty()) {
      SortedMap<Integer, Double> each = new TreeMap<>();
      repetitions.forEach((i, v) -> each.put(i, operator.applyAsDouble(v, other.value)));
      other.repetitions.forEach((i, v) -> each.put(i, operator.applyAsDouble(value, v)));
      return new Reading(
          operator.applyAsDouble(value, other.value),
          together(other, product, operator),
          each,
          least);
    }
    SortedMap<Integer, Double> both = new TreeMap<>();
    repetitions.forEach((repetition, one) -> {
      if (other.repetitions.containsKey(repetition)) {
        double second = Objects.requireNonNull(other.repetitions.get(repetition));
        both.put(repetition, operator.applyAsDouble(one, second));
      }
    });
    return both.size() > 1
        ? of(both, UNKNOWN, least)
        : new Reading(
            both.isEmpty()
                ? operator.applyAsDouble(value, other.value)
                : Objects.requireNonNull(both.get(both.firstKey())),
            together(other, product, operator),
            both,
            least);
  }

  private double together(Reading other, boolean product, DoubleBinaryOperator operator) {
    return product
        ? Math.abs(operator.applyAsDouble(value, other.value)) * Math.hypot(share(), other.share())
        : Math.hypot(spread, other.spread);
  }

  /** This without the other. */
  Reading minus(Reading other) {
    return with(other, false, (one, less) -> one - less);
  }

  /** This divided by the other. */
  Reading dividedBy(Reading other) {
    return with(other, true, (one, divisor) -> one / divisor);
  }
}
