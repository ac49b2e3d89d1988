package org.reprise.load.judge;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * How far the repetitions of one measure lie apart, in all experiments of a run together: two
 * repetitions of one experiment tell next to nothing, those of several do. It is taken of the
 * logarithms, so as a share of the value. Experiments of one repetition follow each other, so what
 * they have in common is told apart (a randomized block design, its blocks being the repetitions;
 * R. A. Fisher, 1925).
 *
 * @param measure what was measured, whatever the experiment
 * @param repetitions those that all its experiments have
 * @param experiments how many
 * @param alone variance of a single value
 * @param beside the same without what the experiments of a repetition have in common
 */
record Pool(
    String measure, Set<Integer> repetitions, int experiments, double alone, double beside) {
  Pool {
    repetitions = Set.copyOf(repetitions);
  }

  /**
   * The pool of several experiments; empty where there are too few to tell anything.
   *
   * @param all the values of each experiment by repetition; those with fewer repetitions than
   *     others, or with a value that is not above 0, are left out
   */
  static Optional<Pool> of(String measure, List<SortedMap<Integer, Double>> all) {
    Set<Integer> repetitions =
        all.stream()
            .map(it -> (Set<Integer>) it.keySet())
            .max(Comparator.comparing(Set::size))
            .orElse(Set.of());
    double[][] logs =
        all.stream()
            .filter(it -> it.keySet().equals(repetitions))
            .map(SortedMap::values)
            .filter(values -> values.stream().allMatch(it -> it > 0))
            .map(Pool::logarithms)
            .toArray(double[][]::new);
    int count = repetitions.size();
    if (logs.length < 2 || count < 2) {
      return Optional.empty();
    }
    double[] ofRepetition =
        IntStream.range(0, count)
            .mapToDouble(i ->
                IntStream.range(0, logs.length)
                    .mapToDouble(e -> logs[e][i])
                    .average()
                    .orElseThrow())
            .toArray();
    double mean = mean(ofRepetition);
    double alone = 0;
    double beside = 0;
    for (double[] experiment : logs) {
      double own = mean(experiment);
      for (int i = 0; i < count; i++) {
        alone += square(experiment[i] - own);
        beside += square(experiment[i] - own - ofRepetition[i] + mean);
      }
    }
    return Optional.of(
        new Pool(
            measure,
            repetitions,
            logs.length,
            alone / logs.length / (count - 1),
            beside / (logs.length - 1) / (count - 1)));
  }

  /** A reading of one of the experiments with what all of them tell. */
  Reading with(Reading reading) {
    if (!reading.isPositive() || !reading.repetitions().keySet().equals(repetitions)) {
      return reading;
    }
    int each = repetitions.size() - 1;
    return reading.withPeers(
        deviation(reading, alone, experiments * each),
        new Reading.Peers(measure, deviation(reading, beside, (experiments - 1) * each)));
  }

  private Deviation deviation(Reading reading, double variance, int freedom) {
    return new Deviation(
        variance / repetitions.size() * square(reading.value()),
        freedom,
        "%d repetitions of %d experiments".formatted(repetitions.size(), experiments));
  }

  private static double[] logarithms(Collection<Double> values) {
    return values.stream().mapToDouble(Math::log).toArray();
  }

  private static double mean(double[] values) {
    return IntStream.range(0, values.length).mapToDouble(i -> values[i]).average().orElseThrow();
  }

  private static double square(double value) {
    return value * value;
  }
}
