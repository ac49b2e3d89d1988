package org.reprise.load.judge;

import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * How far a mean may be off.
 *
 * @param variance of the mean, in the square of its unit; infinite where nothing tells it
 * @param freedom degrees of freedom of the variance's estimate
 * @param source what it was estimated from, in words; empty where the mean is exact
 */
record Deviation(double variance, double freedom, String source) {
  /** Of what does not vary. */
  static final Deviation NONE = new Deviation(0, Double.POSITIVE_INFINITY, "");

  /** Of what was measured once and varies by nobody knows how much. */
  static final Deviation UNKNOWN = new Deviation(Double.POSITIVE_INFINITY, 1, "");

  private static final double CONFIDENCE = 0.95;

  /** Fewer values than this do not tell how much each resembles the one before. */
  private static final int FEWEST_IN_SERIES = 5;

  private static final double MOST_CORRELATED = 0.8;

  /** Levels of the F-tests below. */
  private static final double UNLIKE = 0.1;

  private static final double NOT_WITHIN = 0.25;

  /** Beyond it a distribution is that of infinitely many. */
  private static final double MANY = 1e6;

  /** Of the mean of independent values. */
  static Deviation of(List<Double> values, String source) {
    if (values.size() < 2) {
      return UNKNOWN;
    }
    double mean = Reading.mean(values);
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    int freedom = values.size() - 1;
    return new Deviation(squares / freedom / values.size(), freedom, source);
  }

  /** The same, given the standard deviation of the values. */
  static Deviation of(double deviation, long count, String source) {
    return count < 2
        ? UNKNOWN
        : new Deviation(deviation * deviation / count, (double) count - 1, source);
  }

  /**
   * Of the mean of values that follow each other in time, such as the means of a window's batches.
   * Where each resembles the one before, the variance is larger by (1 + r) / (1 - r), r being their
   * correlation (a first-order autoregression; of n values r is estimated too low by about 1 / n).
   */
  static Deviation ofSeries(List<Double> values, String source) {
    Deviation plain = of(values, "%d %s".formatted(values.size(), source));
    if (values.size() < FEWEST_IN_SERIES || plain.variance == 0) {
      return plain;
    }
    double mean = Reading.mean(values);
    double products = 0;
    for (int i = 1; i < values.size(); i++) {
      products += (values.get(i) - mean) * (values.get(i - 1) - mean);
    }
    double squares = plain.variance * plain.freedom * values.size();
    double r = Math.clamp(products / squares + 1.0 / values.size(), 0, MOST_CORRELATED);
    return new Deviation(plain.variance * (1 + r) / (1 - r), plain.freedom, plain.source);
  }

  /** Of what lies within a spread; of one that is not known nothing is known. */
  static Deviation ofSpread(@Nullable Double spread) {
    double unit = new Deviation(1, Double.POSITIVE_INFINITY, "").spread();
    return spread == null
        ? UNKNOWN
        : new Deviation(spread * spread / (unit * unit), Double.POSITIVE_INFINITY, "");
  }

  /** Of the mean of a window's batches; where there are none nothing is known. */
  static Deviation ofBatches(@Nullable List<Double> means) {
    return means == null ? UNKNOWN : ofSeries(means, "batch means");
  }

  /**
   * Of the median of values, by the ranks between which it lies with 95 % confidence, whatever
   * their distribution: one of them far off does not matter.
   */
  static Deviation ofMedian(List<Double> values, String source) {
    if (values.size() < 2) {
      return UNKNOWN;
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int below =
        BinomialDistribution.of(sorted.length, 0.5)
            .inverseCumulativeProbability((1 - CONFIDENCE) / 2);
    int lowest = Math.max(0, below - 1);
    double half = (sorted[sorted.length - 1 - lowest] - sorted[lowest]) / 2;
    return new Deviation(
        ofSpread(half).variance,
        Double.POSITIVE_INFINITY,
        "%d %s".formatted(values.size(), source));
  }

  /**
   * Of the mean of repetitions that each tell their own deviation, too: from both where the
   * repetitions lie no further apart than that explains, else from the repetitions alone (a nested
   * design, pooled unless an F-test at 25 % objects; T. A. Bancroft, 1944).
   *
   * @param within of each repetition; less than all of them, or unknown ones, are of no use
   */
  static Deviation nested(List<Double> repetitions, List<Deviation> within) {
    int count = repetitions.size();
    if (count == 1 && within.size() == 1) {
      return within.getFirst();
    }
    Deviation between = of(repetitions, repetitions(count));
    if (within.size() != count || within.stream().anyMatch(it -> it.isUnknown() || it.isNone())) {
      return between;
    }
    Deviation all = within.stream().reduce(NONE, Deviation::and).times(1.0 / count);
    if (between.exceeds(all, NOT_WITHIN)) {
      return between;
    }
    double freedom = between.freedom + all.freedom;
    return new Deviation(
        (between.variance * between.freedom + all.variance * all.freedom) / freedom,
        freedom,
        "%d × %s; repetitions %.0f %% apart"
            .formatted(count, within.getFirst().source, 100 * apart(repetitions)));
  }

  private static double apart(List<Double> values) {
    double highest = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double lowest = values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double mean = Reading.mean(values);
    return mean == 0 ? 0 : (highest - lowest) / Math.abs(mean);
  }

  static String repetitions(int count) {
    return count + " repetitions";
  }

  /**
   * This, which few repetitions tell, or the pooled one of all experiments, this among them. The
   * pooled one has more degrees of freedom; it is no good where this one lies far above the rest.
   */
  Deviation orPooled(Deviation pooled) {
    double rest = pooled.freedom - freedom;
    if (isUnknown() || pooled.isUnknown() || rest <= 0) {
      return isUnknown() ? pooled : this;
    }
    double others = Math.max(0, pooled.variance * pooled.freedom - variance * freedom) / rest;
    return exceeds(new Deviation(others, rest, ""), UNLIKE) ? this : pooled;
  }

  private boolean exceeds(Deviation other, double level) {
    if (variance == 0 || other.variance == 0) {
      return variance > 0;
    }
    return FDistribution.of(Math.min(freedom, MANY), Math.min(other.freedom, MANY))
            .survivalProbability(variance / other.variance)
        < level;
  }

  /** Of the sum of two independent means (degrees of freedom by B. L. Welch, 1947). */
  Deviation and(Deviation other) {
    if (isNone() || other.isNone()) {
      return isNone() ? other : this;
    }
    if (isUnknown() || other.isUnknown()) {
      return UNKNOWN;
    }
    double sum = variance + other.variance;
    double part = sum == 0 ? 0.5 : variance / sum;
    return new Deviation(
        sum,
        1 / (part * part / freedom + (1 - part) * (1 - part) / other.freedom),
        source.equals(other.source) ? source : source + " and " + other.source);
  }

  /** The same where both variances are one estimate, which has its degrees of freedom once. */
  Deviation andOfSameEstimate(Deviation other) {
    return new Deviation(variance + other.variance, freedom, source);
  }

  /** Of the mean times a factor. */
  Deviation times(double factor) {
    return isUnknown() || isNone()
        ? this
        : new Deviation(variance * factor * factor, freedom, source);
  }

  /**
   * Half of the interval in which the mean lies with 95 % confidence, by Student's t (W. S. Gosset,
   * 1908).
   */
  double spread() {
    return spread(1);
  }

  /**
   * The same for one of several comparisons, so that with 95 % confidence all of their means lie in
   * their intervals (C. E. Bonferroni, 1936).
   */
  double spread(int comparisons) {
    return variance == 0 || isUnknown()
        ? variance
        : TDistribution.of(Math.min(freedom, MANY))
                .inverseSurvivalProbability((1 - CONFIDENCE) / 2 / comparisons)
            * Math.sqrt(variance);
  }

  boolean isUnknown() {
    return variance == Double.POSITIVE_INFINITY;
  }

  private boolean isNone() {
    return variance == 0 && freedom == Double.POSITIVE_INFINITY;
  }
}
