package org.reprise.load.suite;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

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
 * last run that decided it, or a headline figure lies outside of what the runs before let expect.
 * Only valid runs of one profile, target, machine, seed and scale are put in one row.
 */
final class ChangePoints {
  /** Fewer runs do not tell how far two of them lie apart. */
  private static final int MIN_RUNS = 4;

  private static final double CONFIDENCE = 0.99;

  private ChangePoints() {}

  /** Returns what changed with a run, in words, by the run's id; runs are the oldest first. */
  static Map<String, List<String>> of(List<RunRecord> runs) {
    var changes = new LinkedHashMap<String, List<String>>();
    runs.stream()
        .filter(PastRuns::isJudged)
        .collect(groupingBy(ChangePoints::place, LinkedHashMap::new, toList()))
        .values()
        .forEach(row -> row(row, changes));
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
    for (var run : runs) {
      var found = new ArrayList<String>();
      for (var claim : run.claims()) {
        var verdict = claim.verdict();
        if (verdict == Verdict.REPRODUCED || verdict == Verdict.DIFFERS) {
          var before = decided.put(claim.id(), verdict);
          if (before != null && before != verdict) {
            found.add("%s: %s, before %s".formatted(claim.text(), verdict, before));
          }
        }
      }
      for (var figure : PastRuns.headlines(run).toList()) {
        var measured = Objects.requireNonNull(figure.measured());
        var before = values.computeIfAbsent(figure.id(), _ -> new ArrayList<>());
        if (before.size() >= MIN_RUNS && leaves(before, measured)) {
          found.add(
              "%s: %s, before %s on average (%s)"
                  .formatted(
                      PastRuns.title(run, figure.id()),
                      Digits.of(measured),
                      Digits.of(mean(before)),
                      figure.unit()));
          before.clear();
        }
        before.add(measured);
      }
      if (!found.isEmpty()) {
        changes.put(run.runId(), found);
      }
    }
  }

  /** Returns whether a value lies outside of the interval that its predecessors predict. */
  private static boolean leaves(List<Double> before, double value) {
    var n = before.size();
    var mean = mean(before);
    var squares = before.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
    var error = Math.sqrt(squares / (n - 1) * (1 + 1.0 / n));
    var quantile = TDistribution.of(n - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
    return Math.abs(value - mean) > quantile * error;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
