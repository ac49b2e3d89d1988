package org.reprise.load.suite;

import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reprise.load.judge.RunComparison;
import org.reprise.load.judge.RunComparison.Difference;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.Digits;
import org.reprise.load.run.Verdict;

/**
 * What a second run must not be beside a first one: {@code differs} (a claim that the first run
 * reproduced Differs in the second) or {@code worse:10%} (a time is longer or a rate lower by more
 * than that, also at the nearer end of the interval in which the ratio lies).
 *
 * @param worse the share; NaN for {@code differs}
 */
public record FailOn(double worse) {
  private static final Pattern WORSE = Pattern.compile("worse:(\\d{1,3}(?:\\.\\d+)?)\\s?%");
  private static final Pattern RATE = Pattern.compile("^(?!MiB).*/[sh] | .+-rate\\.");
  private static final Pattern TIME = Pattern.compile("^(ms|s|min) | .+-(p99|cpu)\\.");

  /** Reads what was typed; an IllegalArgumentException says what is understood. */
  public static FailOn of(String text) {
    var matcher = WORSE.matcher(text);
    if (matcher.matches()) {
      return new FailOn(Double.parseDouble(matcher.group(1)) / 100);
    }
    if (text.equals("differs")) {
      return new FailOn(Double.NaN);
    }
    throw new IllegalArgumentException(
        "--fail-on: differs, or worse: with percent such as worse:10%%, not '%s'".formatted(text));
  }

  /** Returns what fails, a line each. A value whose spread is not known decides nothing. */
  public List<String> failures(RunComparison runs) {
    return Double.isNaN(worse)
        ? contradicted(runs).toList()
        : runs.rows().stream().flatMap(this::regression).toList();
  }

  private static Stream<String> contradicted(RunComparison runs) {
    Map<String, Verdict> before =
        runs.first().claims().stream().collect(toMap(ClaimRecord::id, ClaimRecord::verdict));
    return runs.second().claims().stream()
        .filter(it -> it.verdict() == Verdict.DIFFERS)
        .filter(it -> before.get(it.id()) == Verdict.REPRODUCED)
        .map(it -> "%s Differs, before Reproduced".formatted(it.id()));
  }

  private Stream<String> regression(Difference row) {
    var ratio = row.ratio();
    var spread = row.spread();
    if (ratio == null || spread == null) {
      return Stream.of();
    }
    var slower = TIME.matcher(row.unit() + " " + row.id()).find() && ratio - spread > 1 + worse;
    var fewer = RATE.matcher(row.unit() + " " + row.id()).find() && ratio + spread < 1 - worse;
    return slower || fewer
        ? Stream.of(
            "%s is worse: %s ± %s".formatted(row.id(), Digits.times(ratio), Digits.of(spread)))
        : Stream.of();
  }
}
