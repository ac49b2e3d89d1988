package org.reprise.load.gc;

import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.reprise.load.engine.Outcome;

/** Up to how many users something stays as it is with the fewest, and from how many on not. */
final class Levels {
  private static final double TWICE = 2;
  private static final double LINEAR = 0.9;
  private static final double HALF = 0.5;

  private Levels() {}

  static void report(Outcome outcome) {
    var slower = slower(outcome);
    var stress = perUser(outcome, "stress", ".transactions");
    var links = perUser(outcome, "integration", ".links");
    report(outcome, "ui-flat-to", last(slower, it -> it > TWICE));
    report(outcome, "ui-knee", first(slower, it -> it > TWICE));
    report(outcome, "stress-linear-to", last(stress, it -> it < LINEAR || it > 1 / LINEAR));
    report(outcome, "stress-flat-at", first(stress, it -> it < HALF));
    report(outcome, "integration-overloaded-at", first(links, it -> it < LINEAR));
  }

  private static void report(Outcome outcome, String what, OptionalInt users) {
    users.ifPresent(it -> outcome.quantity(what, it));
  }

  private static boolean isLevel(Outcome outcome, String experiment, String workload) {
    return experiment.matches(workload + "-\\d+")
        && outcome.measured().experiments().stream()
            .noneMatch(it -> it.experiment().equals(experiment) && it.invalidReason() != null);
  }

  private static int users(String experiment) {
    return Integer.parseInt(experiment.replaceAll("\\D", ""));
  }

  /** The average of the page that became slowest, divided by that of the fewest users, by users. */
  private static SortedMap<Integer, Double> slower(Outcome outcome) {
    var averages = new TreeMap<String, TreeMap<Integer, Double>>();
    outcome.measured().operations().stream()
        .filter(it -> isLevel(outcome, it.experiment(), "ui") && it.count() > 0)
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

  private static SortedMap<Integer, Double> perUser(Outcome outcome, String workload, String what) {
    var all = new TreeMap<Integer, Double>();
    for (var name : outcome.measured().quantities().keySet()) {
      var experiment = name.replace(what, "");
      if (name.endsWith(what) && isLevel(outcome, experiment, workload)) {
        var value = outcome.measured().quantity(name).orElseThrow();
        all.put(users(experiment), value / users(experiment));
      }
    }
    return all;
  }

  /** The last level before the first one that is beyond a bound; empty where there is but one. */
  static OptionalInt last(SortedMap<Integer, Double> levels, Predicate<Double> beyond) {
    var within = levels.headMap(first(levels, beyond).orElse(Integer.MAX_VALUE));
    return levels.size() < 2 ? OptionalInt.empty() : OptionalInt.of(within.lastKey());
  }

  static OptionalInt first(SortedMap<Integer, Double> levels, Predicate<Double> beyond) {
    return levels.entrySet().stream()
        .filter(it -> beyond.test(it.getValue() / levels.firstEntry().getValue()))
        .mapToInt(Map.Entry::getKey)
        .findFirst();
  }
}
