package org.reprise.load.gc;

import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.reprise.load.engine.Outcome;
import org.reprise.load.measure.ExperimentRun;

/**
 * Up to how many users something stays as it is with the fewest, and from how many on it does not.
 *
 * @param invalid experiments with an execution that says nothing: they are no levels
 */
record Levels(Outcome outcome, Set<String> invalid) {
  private static final double TWICE = 2;
  private static final double LINEAR = 0.9;
  private static final double HALF = 0.5;

  /** Adds what statements of the baseline name. */
  static void tell(Outcome outcome) {
    var invalid =
        outcome.measured().experiments().stream()
            .filter(it -> it.invalidReason() != null)
            .map(ExperimentRun::experiment)
            .collect(Collectors.toSet());
    new Levels(outcome, invalid).tell();
  }

  private void tell() {
    var slower = slower();
    var stress = perUser("stress", ".transactions");
    var links = perUser("integration", ".links");
    tell("ui-flat-to", last(slower, 0, TWICE));
    tell("ui-knee", first(slower, 0, TWICE));
    tell("stress-linear-to", last(stress, LINEAR, 1 / LINEAR));
    tell("stress-flat-at", first(stress, HALF, Double.POSITIVE_INFINITY));
    tell("integration-overloaded-at", first(links, LINEAR, Double.POSITIVE_INFINITY));
  }

  private void tell(String what, OptionalInt users) {
    users.ifPresent(it -> outcome.quantity(what, it));
  }

  private boolean isLevel(String experiment, String workload) {
    return experiment.matches(workload + "-\\d+") && !invalid.contains(experiment);
  }

  private static int users(String experiment) {
    return Integer.parseInt(experiment.replaceAll("\\D", ""));
  }

  /** The average of the page that became slowest, divided by that of the fewest users, by users. */
  private SortedMap<Integer, Double> slower() {
    var averages = new TreeMap<String, TreeMap<Integer, Double>>();
    outcome.measured().operations().stream()
        .filter(it -> isLevel(it.experiment(), "ui") && it.count() > 0)
        .forEach(it ->
            averages
                .computeIfAbsent(it.operation(), _ -> new TreeMap<>())
                .merge(users(it.experiment()), it.meanMs(), Math::max));
    var slower = new TreeMap<Integer, Double>();
    for (var all : averages.values()) {
      double base = all.firstEntry().getValue();
      all.forEach((users, average) -> slower.merge(users, average / base, Math::max));
    }
    return slower;
  }

  /** What each user comes to, by users. */
  private SortedMap<Integer, Double> perUser(String workload, String what) {
    var all = new TreeMap<Integer, Double>();
    outcome
        .quantities()
        .forEach((name, value) -> {
          var experiment = name.replace(what, "");
          if (name.endsWith(what) && isLevel(experiment, workload)) {
            all.put(users(experiment), value / users(experiment));
          }
        });
    return all;
  }

  /** The last level before the first one that is beyond a bound; empty where there is but one. */
  static OptionalInt last(SortedMap<Integer, Double> levels, double least, double most) {
    var within = levels.headMap(first(levels, least, most).orElse(Integer.MAX_VALUE));
    return levels.size() < 2 || within.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(within.lastKey());
  }

  /** The first level that is not between two multiples of the lowest one. */
  static OptionalInt first(SortedMap<Integer, Double> levels, double least, double most) {
    if (levels.isEmpty()) {
      return OptionalInt.empty();
    }
    double base = levels.firstEntry().getValue();
    return levels.entrySet().stream()
        .filter(it -> it.getValue() < least * base || it.getValue() > most * base)
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }
}
