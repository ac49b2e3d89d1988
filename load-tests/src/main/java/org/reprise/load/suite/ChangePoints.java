package org.reprise.load.suite;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.statistics.distribution.TDistribution;
import org.reprise.load.run.Digits;
import org.reprise.load.run.RunRecord;
import org.reprise.load.run.Verdict;

/**
 * Finds the runs from which on something is different: a claim is decided otherwise than by the
 * last run that decided it, or a headline figure lies outside of what the runs before let expect,
 * and in the next run again on the same side. Only valid runs of one profile, target, machine, seed
 * and scale are put in one row.
 */
final class ChangePoints {
  /** Fewer runs do not tell how far two of them lie apart. */
  private static final int MIN_RUNS = 4;

  private static final double CONFIDENCE = 0.99;

  /** A value that lies above or below what was expected, until the next one confirms it. */
  private record Outlier(String run, double value, int side) {}

  private ChangePoints() {}

  /** Returns what changed with a run, in words, by the run's id; runs are the oldest first. */
  static Map<String, List<String>> of(List<RunRecord> runs) {
    var changes = new LinkedHashMap<String, List<String>>();
    runs.forEach(it -> changes.put(it.runId(), new ArrayList<>()));
    runs.stream()
        .filter(PastRuns::isJudged)
        .collect(groupingBy(ChangePoints::place))
        .values()
        .forEach(row -> row(row, changes));
    changes.values().removeIf(List::isEmpty);
    return changes;
  }

  private static List<Object> place(RunRecord run) {
    var machine = run.environment();
    var manifest = run.manifest();
    return List.of(
        run.system(),
        run.profile(),
        run.target(),
        machine.cpu(),
        machine.cores(),
        manifest.seed(),
        manifest.scale());
  }

  private static void row(List<RunRecord> runs, Map<String, List<String>> changes) {
    var decided = new HashMap<String, Verdict>();
    var values = new HashMap<String, List<Double>>();
    var outliers = new HashMap<String, Outlier>();
    for (var run : runs) {
      for (var claim : run.claims()) {
        var verdict = claim.verdict();
        if (verdict == Verdict.REPRODUCED || verdict == Verdict.DIFFERS) {
          var before = decided.put(claim.id(), verdict);
          if (before != null && before != verdict) {
            found(run.runId(), changes)
                .add("%s: %s, before %s".formatted(claim.text(), verdict, before));
          }
        }
      }
      for (var figure : PastRuns.headlines(run).toList()) {
        var now = Objects.requireNonNull(figure.measured());
        var before = values.computeIfAbsent(figure.id(), _ -> new ArrayList<>());
        var side = before.size() < MIN_RUNS ? 0 : side(before, now);
        var first = outliers.remove(figure.id());
        if (side == 0) {
          before.add(now);
        } else if (first == null || first.side() != side) {
          outliers.put(figure.id(), new Outlier(run.runId(), now, side));
        } else {
          found(first.run(), changes)
              .add(
                  "%s: %s, before %s on average (%s)"
                      .formatted(
                          PastRuns.title(run, figure.id()),
                          Digits.of(first.value()),
                          Digits.of(mean(before)),
                          figure.unit()));
          before.clear();
          before.addAll(List.of(first.value(), now));
        }
      }
    }
  }

  private static List<String> found(String run, Map<String, List<String>> changes) {
    return Objects.requireNonNull(changes.get(run));
  }

  /** Returns 1 or -1 where a value is above or below the interval that those before predict. */
  private static int side(List<Double> before, double value) {
    var n = before.size();
    var mean = mean(before);
    var squares = before.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
    var error = Math.sqrt(squares / (n - 1) * (1 + 1.0 / n));
    var quantile = TDistribution.of(n - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
    return Math.abs(value - mean) > quantile * error ? (value > mean ? 1 : -1) : 0;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
