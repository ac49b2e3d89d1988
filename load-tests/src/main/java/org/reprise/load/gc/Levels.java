package org.reprise.load.gc;

import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reprise.load.engine.Outcome;
import org.reprise.load.measure.OperationSummary;

/**
 * Up to how many users something stays as it is with the fewest, and from how many on it does not.
 *
 * @param slower the average of the page that became slowest, divided by that of the fewest users,
 *     by users
 * @param stress requests that a user of the stress test sends, by users
 * @param links that a user creates, by users
 */
record Levels(
    SortedMap<Integer, Double> slower,
    SortedMap<Integer, Double> stress,
    SortedMap<Integer, Double> links) {
  private static final double TWICE = 2;
  private static final double LINEAR = 0.9;
  private static final double HALF = 0.5;

  static Levels of(Outcome outcome) {
    return new Levels(
        slower(outcome.operations().toList()),
        perUser(outcome, "stress-", ".transactions"),
        perUser(outcome, "integration-", ".links"));
  }

  private static SortedMap<Integer, Double> slower(List<OperationSummary> operations) {
    var averages = new TreeMap<String, SortedMap<Integer, Double>>();
    for (var it : operations) {
      if (it.experiment().matches("ui-\\d+") && it.count() > 0) {
        averages
            .computeIfAbsent(it.operation(), _ -> new TreeMap<>())
            .merge(users(it.experiment()), it.meanMs(), Math::max);
      }
    }
    var slower = new TreeMap<Integer, Double>();
    averages
        .values()
        .forEach(all ->
            all.forEach((users, average) ->
                slower.merge(users, average / all.values().iterator().next(), Math::max)));
    return slower;
  }

  private static SortedMap<Integer, Double> perUser(Outcome outcome, String prefix, String suffix) {
    var all = new TreeMap<Integer, Double>();
    outcome
        .quantities()
        .forEach((name, value) -> {
          if (name.matches(prefix + "\\d+" + suffix.replace(".", "\\."))) {
            var users = users(name);
            all.put(users, value / users);
          }
        });
    return all;
  }

  private static int users(String experiment) {
    return Integer.parseInt(experiment.replaceAll("\\D+(\\d+).*", "$1"));
  }

  /** The last level before the first one that is beyond a bound; empty where there is but one. */
  static OptionalInt last(SortedMap<Integer, Double> levels, double least, double most) {
    var beyond = first(levels, least, most);
    if (levels.size() < 2) {
      return OptionalInt.empty();
    }
    return beyond.isEmpty()
        ? OptionalInt.of(levels.lastKey())
        : levels.headMap(beyond.getAsInt()).isEmpty()
            ? OptionalInt.empty()
            : OptionalInt.of(levels.headMap(beyond.getAsInt()).lastKey());
  }

  /** The first level that is not between two multiples of the lowest one. */
  static OptionalInt first(SortedMap<Integer, Double> levels, double least, double most) {
    if (levels.isEmpty()) {
      return OptionalInt.empty();
    }
    double base = levels.values().iterator().next();
    return levels.entrySet().stream()
        .filter(it -> it.getValue() < least * base || it.getValue() > most * base)
        .mapToInt(it -> it.getKey())
        .findFirst();
  }

  /** Adds what statements of the baseline name. */
  void tell(Outcome outcome) {
    tell(outcome, "ui-flat-to", last(slower, 0, TWICE));
    tell(outcome, "ui-knee", first(slower, 0, TWICE));
    tell(outcome, "stress-linear-to", last(stress, LINEAR, 1 / LINEAR));
    tell(outcome, "stress-flat-at", first(stress, HALF, Double.POSITIVE_INFINITY));
    tell(outcome, "integration-overloaded-at", first(links, LINEAR, Double.POSITIVE_INFINITY));
  }

  private static void tell(Outcome outcome, String what, OptionalInt users) {
    users.ifPresent(it -> outcome.quantity(what, it));
  }
}
