package org.reprise.load.judge;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * A value with how far it may be off, and what it came from.
 *
 * @param value the value: of several repetitions their mean
 * @param deviation how far it may be off
 * @param peers what the same measure of all experiments of the run tells; null where it tells
 *     nothing
 * @param repetitions its value in each repetition. Repetitions of several experiments that bear the
 *     same number were measured one after the other, so two readings are compared repetition by
 *     repetition: what slows the machine for a while then slows both sides of a ratio. Empty where
 *     it is exact
 * @param count single values behind it; {@link Long#MAX_VALUE} where it is no average of any
 */
record Reading(
    double value,
    Deviation deviation,
    @Nullable Peers peers,
    SortedMap<Integer, Double> repetitions,
    long count) {
  /** From so many repetitions on a comparison is judged by its own alone. */
  static final int ENOUGH = 5;

  /** The same of two measures whose repetitions have nothing known in common. */
  private static final int ENOUGH_OF_TWO = 3;

  /**
   * The deviation of a reading from experiment to experiment within its repetitions: what is left
   * once the part is taken away that all experiments of a repetition have in common.
   *
   * @param measure what was measured, whatever the experiment; readings of other measures have
   *     nothing in common
   */
  record Peers(String measure, Deviation deviation) {}

  Reading {
    repetitions = Collections.unmodifiableSortedMap(new TreeMap<>(repetitions));
  }

  /** What does not vary. */
  static Reading exact(double value) {
    return new Reading(value, Deviation.NONE, null, Collections.emptySortedMap(), Long.MAX_VALUE);
  }

  /** What was measured once. */
  static Reading once(int repetition, double value, Deviation deviation, long count) {
    return new Reading(value, deviation, null, new TreeMap<>(Map.of(repetition, value)), count);
  }

  /**
   * The mean of repetitions; empty where there are none.
   *
   * @param within what each of them tells of its own deviation
   */
  static Optional<Reading> of(
      SortedMap<Integer, Double> repetitions, List<Deviation> within, long count) {
    List<Double> values = List.copyOf(repetitions.values());
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Reading(mean(values), Deviation.nested(values, within), null, repetitions, count));
  }

  /** The same of values that do not vary within a repetition, and are no averages. */
  static Optional<Reading> counted(SortedMap<Integer, Double> repetitions) {
    return of(repetitions, List.of(Deviation.NONE), Long.MAX_VALUE);
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

  /** Half of the interval in which it lies with 95 % confidence, in its unit. */
  double spread() {
    return deviation.spread();
  }

  /** Whether it comes from several repetitions. */
  boolean isRepeated() {
    return repetitions.size() > 1;
  }

  /** Whether it has no spread because it was measured too seldom. */
  boolean isUncertain() {
    return deviation.isUnknown();
  }

  /** The same with another value, which is no mean. */
  Reading withValue(double other) {
    return new Reading(other, deviation, peers, repetitions, count);
  }

  Reading withDeviation(Deviation other) {
    return new Reading(value, other, peers, repetitions, count);
  }

  /** The same with what its peers tell. */
  Reading withPeers(Deviation alone, Peers beside) {
    Deviation better = repetitions.size() < ENOUGH ? deviation.orPooled(alone) : deviation;
    return new Reading(value, better, beside, repetitions, count);
  }

  /** Each value moved, or mirrored, by a function that does not stretch. */
  Reading moved(DoubleUnaryOperator move) {
    SortedMap<Integer, Double> each = new TreeMap<>();
    repetitions.forEach((i, v) -> each.put(i, move.applyAsDouble(v)));
    return new Reading(move.applyAsDouble(value), deviation, null, each, count);
  }

  /** This and the other with {@code + - *} or {@code /} between them. */
  Reading with(char sign, Reading other) {
    return switch (sign) {
      case '+' -> with(other, Kind.SUM, Double::sum);
      case '-' -> with(other, Kind.SUM, (one, less) -> one - less);
      case '*' -> with(other, Kind.PRODUCT, (one, times) -> one * times);
      case '/' -> with(other, Kind.RATIO, (one, divisor) -> one / divisor);
      default -> throw new IllegalArgumentException("no sign: " + sign);
    };
  }

  /** The greater of both. */
  Reading or(Reading other) {
    return chosen(value >= other.value ? this : other, other, Math::max);
  }

  /** The less of both. */
  Reading orLess(Reading other) {
    return chosen(value <= other.value ? this : other, other, Math::min);
  }

  private Reading chosen(Reading one, Reading other, DoubleBinaryOperator choice) {
    return new Reading(
        one.value, one.deviation, one.peers, each(other, choice), Math.min(count, other.count));
  }

  /**
   * How far it lies above the other: the logarithm of their ratio, in which a fast and a slow
   * repetition count alike; where a value is not above 0, their difference.
   */
  Reading above(Reading other) {
    return isPositive() && other.isPositive()
        ? with(other, Kind.LOGARITHM, (one, divisor) -> Math.log(one / divisor))
        : with('-', other);
  }

  boolean isPositive() {
    return value > 0 && repetitions.values().stream().allMatch(it -> it > 0);
  }

  private enum Kind {
    SUM,
    PRODUCT,
    RATIO,
    LOGARITHM;

    /**
     * Of independent values, to the first order.
     *
     * @param sum how two variances are added
     */
    Deviation of(
        double value,
        double one,
        Deviation first,
        double other,
        Deviation second,
        BinaryOperator<Deviation> sum) {
      return switch (this) {
        case SUM -> sum.apply(first, second);
        case PRODUCT, RATIO -> sum.apply(share(one, first), share(other, second)).times(value);
        case LOGARITHM -> sum.apply(share(one, first), share(other, second));
      };
    }

    private static Deviation share(double value, Deviation deviation) {
      return deviation.variance() == 0
          ? deviation
          : value == 0 ? Deviation.UNKNOWN : deviation.times(1 / value);
    }
  }

  /**
   * With another: repetition by repetition where both have several in common, else with both
   * deviations taken together as those of independent values.
   */
  private Reading with(Reading other, Kind kind, DoubleBinaryOperator operator) {
    SortedMap<Integer, Double> each = each(other, operator);
    List<Double> values = List.copyOf(each.values());
    double plain = operator.applyAsDouble(value, other.value);
    Deviation independent =
        kind.of(plain, value, deviation, other.value, other.deviation, Deviation::and);
    long least = Math.min(count, other.count);
    if (repetitions.isEmpty() || other.repetitions.isEmpty() || values.isEmpty()) {
      return new Reading(plain, independent, scaledPeers(other, kind, plain), each, least);
    }
    double mean = mean(values);
    if (values.size() < 2) {
      return new Reading(mean, independent, null, each, least);
    }
    Peers both = bothPeers(other, kind, mean);
    Deviation own = Deviation.of(values, Deviation.repetitions(values.size()));
    return new Reading(mean, better(own, both, independent), both, each, least);
  }

  /** What few repetitions of a comparison tell, or what is known of each side of it. */
  private static Deviation better(Deviation own, @Nullable Peers both, Deviation independent) {
    double repetitions = own.freedom() + 1;
    if (both != null) {
      return repetitions < ENOUGH ? own.orPooled(both.deviation) : own;
    }
    // Where nothing but the repetitions is known of the sides, the comparison itself knows more.
    return repetitions < ENOUGH_OF_TWO && independent.freedom() > 2 * own.freedom()
        ? own.orPooled(independent)
        : own;
  }

  private SortedMap<Integer, Double> each(Reading other, DoubleBinaryOperator operator) {
    SortedMap<Integer, Double> each = new TreeMap<>();
    if (other.repetitions.isEmpty()) {
      repetitions.forEach((i, v) -> each.put(i, operator.applyAsDouble(v, other.value)));
    } else if (repetitions.isEmpty()) {
      other.repetitions.forEach((i, v) -> each.put(i, operator.applyAsDouble(value, v)));
    }
    repetitions.forEach((i, v) -> {
      if (other.repetitions.containsKey(i)) {
        each.put(i, operator.applyAsDouble(v, Objects.requireNonNull(other.repetitions.get(i))));
      }
    });
    return each;
  }

  /** What a repetition's experiments have in common cancels in a ratio of one measure. */
  private @Nullable Peers bothPeers(Reading other, Kind kind, double result) {
    return peers == null
            || other.peers == null
            || !peers.measure.equals(other.peers.measure)
            || kind == Kind.SUM
            || kind == Kind.PRODUCT
        ? null
        : new Peers(
            peers.measure,
            kind.of(
                result,
                value,
                peers.deviation,
                other.value,
                other.peers.deviation,
                Deviation::andOfSameEstimate));
  }

  /** Times or divided by what is exact it still has the same peers. */
  private @Nullable Peers scaledPeers(Reading exact, Kind kind, double result) {
    return peers == null || !exact.repetitions.isEmpty() || kind == Kind.SUM
        ? null
        : new Peers(
            peers.measure,
            kind.of(result, value, peers.deviation, exact.value, Deviation.NONE, Deviation::and));
  }
}
