package org.reprise.load.judge;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.Measured;

/**
 * A value with the interval in which it lies with 95 % confidence, by Student's t over its
 * repetitions, or over the batches of its window where it was measured once.
 *
 * @param value the value; of several repetitions their mean
 * @param error standard error of the value: 0 where it is exact, NaN where nothing tells it
 * @param series what the parts are parts of: {@link #REPETITIONS}, {@link #ROUNDS}, or one
 *     execution. Parts of one series that bear the same number were measured side by side, so two
 *     estimates are compared part by part: what slows the machine for a while slows both
 * @param parts its value in each part by number; empty where there are none
 * @param count single values behind it; {@link Long#MAX_VALUE} where it is no average
 */
record Estimate(
    double value,
    double error,
    double freedom,
    String series,
    SortedMap<Integer, Double> parts,
    long count) {
  static final String REPETITIONS = "repetitions";
  private static final String ROUNDS = "rounds"; // of one execution, in which experiments alternate
  private static final Set<String> INDEPENDENT = Set.of(REPETITIONS, ROUNDS);
  private static final double CONFIDENCE = 0.95;
  private static final double MANY = 1e6; // degrees of freedom: beyond it they are infinite
  private static final int MIN_FOR_CORRELATION = 5; // batches
  private static final double MAX_CORRELATION = 0.9;
  private static final int MIN_FREEDOM = 4; // fewer make chance intervals ten times as wide
  private static final double STEP = 1e-4; // of a numerical derivative, a share of the error

  private Estimate(double value, double error, double freedom, long count) {
    this(value, error, freedom, "", Collections.emptySortedMap(), count);
  }

  static Estimate exact(double value) {
    return new Estimate(value, 0, MANY, Long.MAX_VALUE);
  }

  /** What was measured once, and varies by nobody knows how much. */
  static Estimate once(double value) {
    return new Estimate(value, Double.NaN, 1, Long.MAX_VALUE);
  }

  /** Of values by repetition; the rounds of a single one tell the spread within it. */
  static Optional<Estimate> of(SortedMap<Integer, Double> numbered) {
    SortedMap<Integer, Double> all = Measured.repetitions(numbered);
    boolean single = all.size() == 1 && numbered.size() > 1;
    return numbered.isEmpty()
        ? Optional.empty()
        : Optional.of(
            once(mean(all)).withParts(single ? ROUNDS : REPETITIONS, single ? numbered : all));
  }

  private Estimate withParts(String of, SortedMap<Integer, Double> values) {
    return with(of, values, variance(values), values.size());
  }

  /** The same where it has parts; else with the error that its batches tell, if it has any. */
  Estimate orBatches(String execution, @Nullable List<Double> batches) {
    if (parts.size() > 1 || batches == null || batches.isEmpty()) {
      return this;
    }
    SortedMap<Integer, Double> numbered = new TreeMap<>();
    batches.forEach(it -> numbered.put(numbered.size(), it));
    return withBatches(execution, numbered);
  }

  /**
   * Returns the same value with the error that the batches of its window tell. Where each batch
   * resembles the one before, n batches tell as much as n (1 - r) / (1 + r) independent ones, r
   * being their correlation, and lie closer to their own mean than to the true one. How often such
   * an interval holds the truth stands in docs/comparison.md.
   */
  Estimate withBatches(String execution, SortedMap<Integer, Double> batches) {
    int n = batches.size();
    double r = correlation(batches);
    double independent = n * (1 - r) / (1 + r);
    double variance = variance(batches) * (1 - 1.0 / n) / (1 - 1 / Math.max(2, independent));
    return with(execution, batches, variance, independent);
  }

  /** By a first-order autoregression, of which few values show too little (M. G. Kendall, 1954). */
  private static double correlation(SortedMap<Integer, Double> batches) {
    int n = batches.size();
    double variance = n < MIN_FOR_CORRELATION ? 0 : variance(batches);
    if (variance == 0) {
      return 0;
    }
    double mean = mean(batches);
    double[] off = stream(batches).map(it -> it - mean).toArray();
    double products = IntStream.range(1, n).mapToDouble(i -> off[i] * off[i - 1]).sum();
    double seen = products / (variance * (n - 1));
    return Math.clamp((n * seen + 1) / (n - 4), 0, MAX_CORRELATION);
  }

  private Estimate with(
      String of, SortedMap<Integer, Double> values, double variance, double independent) {
    double error = Math.sqrt(variance / independent);
    double freedom = Math.max(Math.clamp(values.size() - 1, 1, MIN_FREEDOM), independent - 1);
    return new Estimate(value, error, freedom, of, new TreeMap<>(values), count);
  }

  private static double mean(SortedMap<Integer, Double> values) {
    return stream(values).average().orElseThrow();
  }

  private static double variance(SortedMap<Integer, Double> values) {
    double mean = mean(values);
    double squares = stream(values).map(it -> (it - mean) * (it - mean)).sum();
    return values.size() < 2 ? Double.NaN : squares / (values.size() - 1);
  }

  private static DoubleStream stream(SortedMap<Integer, Double> values) {
    return values.values().stream().mapToDouble(Double::doubleValue);
  }

  /** Half of the interval in which it lies with 95 % confidence; NaN where nothing tells it. */
  double halfWidth() {
    return halfWidth(1);
  }

  /** The same of an interval so wide that of so many estimates all lie in theirs. */
  double halfWidth(int estimates) {
    return error == 0 || !isKnown()
        ? error
        : error
            * TDistribution.of(Math.min(freedom, MANY))
                .inverseSurvivalProbability((1 - CONFIDENCE) / 2 / estimates);
  }

  boolean isKnown() {
    return !Double.isNaN(error);
  }

  boolean isExact() {
    return error == 0 && parts.isEmpty();
  }

  boolean isRepeated() {
    return series.equals(REPETITIONS) && parts.size() > 1;
  }

  String source() {
    String alike = correlation(parts) < MAX_CORRELATION ? "" : ", too much alike to tell it well";
    return !isKnown() || parts.isEmpty()
        ? ""
        : parts.size() + " " + (INDEPENDENT.contains(series) ? series : "batch means" + alike);
  }

  Estimate withValue(double other) {
    return new Estimate(other, error, freedom, series, parts, count);
  }

  /** The same without its parts: of another run, which has none in common. */
  Estimate alone() {
    return new Estimate(value, error, freedom, count);
  }

  Estimate withCount(long other) {
    return new Estimate(value, error, freedom, series, parts, other);
  }

  Estimate with(char sign, Estimate other) {
    return switch (sign) {
      case '+' -> with(other, Double::sum);
      case '-' -> with(other, (one, less) -> one - less);
      case '*' -> with(other, (one, times) -> one * times);
      case '/' -> with(other, (one, divisor) -> one / divisor);
      default -> throw new IllegalArgumentException("no sign: " + sign);
    };
  }

  /**
   * How far it lies above the other: the logarithm of their ratio, in which a fast and a slow
   * repetition count alike; where a value is not above 0, their difference.
   */
  Estimate above(Estimate other) {
    return isPositive() && other.isPositive()
        ? with(other, (one, divisor) -> Math.log(one / divisor))
        : with('-', other);
  }

  boolean isPositive() {
    return value > 0 && stream(parts).allMatch(it -> it > 0);
  }

  /** Part by part where both have several in common, else as independent values. */
  private Estimate with(Estimate other, DoubleBinaryOperator operator) {
    long least = Math.min(count, other.count);
    double plain = operator.applyAsDouble(value, other.value);
    SortedMap<Integer, Double> each = new TreeMap<>();
    boolean exact = isExact() || other.isExact();
    for (int i : (isExact() ? other : this).parts.keySet()) {
      Double one = isExact() ? (Double) value : parts.get(i);
      Double two = other.isExact() ? (Double) other.value : other.parts.get(i);
      if (one != null && two != null && (exact || series.equals(other.series))) {
        each.put(i, operator.applyAsDouble(one, two));
      }
    }
    if (each.size() > 1) {
      String both = isExact() ? other.series : series;
      Estimate result = once(plain).withCount(least);
      if (!INDEPENDENT.contains(both)) {
        return result.withBatches(both, each);
      }
      return (exact ? result : result.withValue(mean(each))).withParts(both, each);
    }
    double first = sensitivity(error, by -> operator.applyAsDouble(value + by, other.value));
    double second = sensitivity(other.error, by -> operator.applyAsDouble(value, other.value + by));
    double sum = Math.hypot(first, second);
    // Degrees of freedom of a sum of independent values (B. L. Welch, 1947).
    double inverse = Math.pow(first / sum, 4) / freedom + Math.pow(second / sum, 4) / other.freedom;
    return new Estimate(plain, sum, sum == 0 ? MANY : 1 / inverse, least);
  }

  private static double sensitivity(double error, DoubleUnaryOperator resultMovedBy) {
    double step = STEP * error;
    return error == 0
        ? 0
        : Math.abs(resultMovedBy.applyAsDouble(step) - resultMovedBy.applyAsDouble(-step))
            / (2 * STEP);
  }
}
