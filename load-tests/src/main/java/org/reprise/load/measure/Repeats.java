package org.reprise.load.measure;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One value for each repetition. Repetitions of several experiments that bear the same number were
 * measured one after the other, so two of these are compared repetition by repetition: what slows
 * the machine for a while then slows both sides of a ratio.
 *
 * @param values by the number of the repetition
 */
public record Repeats(SortedMap<Integer, Double> values) {
  /** No repetition at all. */
  public static final Repeats NONE = new Repeats(Collections.emptySortedMap());

  public Repeats {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** A value that was not repeated, such as a published one. */
  public static Repeats once(double value) {
    return new Repeats(new TreeMap<>(Map.of(1, value)));
  }

  /** The values of the elements; of several with one repetition, their sum. */
  public static <T> Repeats of(
      Stream<T> elements, Function<T, Integer> repetition, ToDoubleFunction<T> value) {
    return new Repeats(
        elements.collect(
            Collectors.toMap(repetition, value::applyAsDouble, Double::sum, TreeMap::new)));
  }

  /** The averages of one operation, milliseconds. */
  public static Repeats averages(
      List<OperationSummary> operations, String variant, String operation) {
    Supplier<Stream<OperationSummary>> all =
        () ->
            operations.stream()
                .filter(o -> o.variant().equals(variant) && o.operation().equals(operation))
                .filter(o -> o.count() > 0);
    Repeats sums = of(all.get(), OperationSummary::repetition, o -> o.meanMs() * o.count());
    return sums.dividedBy(of(all.get(), OperationSummary::repetition, o -> (double) o.count()));
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** How many there are. */
  public int size() {
    return values.size();
  }

  /**
   * The one in the middle.
   *
   * @throws IllegalStateException where there is none
   */
  public double median() {
    List<Double> sorted = values.values().stream().sorted().toList();
    if (sorted.isEmpty()) {
      throw new IllegalStateException("no repetition has no median");
    }
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Half the distance between the highest and the lowest; a single one has no spread. */
  public OptionalDouble spread() {
    return size() < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            (Collections.max(values.values()) - Collections.min(values.values())) / 2);
  }

  /** This divided by the other, repetition by repetition; what is not in both is left out. */
  public Repeats dividedBy(Repeats other) {
    return with(other, (one, divisor) -> one / divisor);
  }

  /** This without the other, repetition by repetition; what is not in both is left out. */
  public Repeats minus(Repeats other) {
    return with(other, (one, less) -> one - less);
  }

  private Repeats with(Repeats other, DoubleBinaryOperator operator) {
    SortedMap<Integer, Double> both = new TreeMap<>();
    values.forEach((repetition, value) -> {
      Double second = other.values.get(repetition);
      if (second != null && Double.isFinite(operator.applyAsDouble(value, second))) {
        both.put(repetition, operator.applyAsDouble(value, second));
      }
    });
    return new Repeats(both);
  }
}
