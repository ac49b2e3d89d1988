package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.ClaimCheck;
import org.reprise.load.baseline.Operation;
import org.reprise.load.baseline.UsageOf;
import org.reprise.load.baseline.UsageOf.Metric;
import org.reprise.load.measure.Repeats;
import org.reprise.load.run.Digits;

/**
 * Applies the kinds of {@link ClaimCheck} that compare what the same work takes alone and in
 * company. Everything is computed repetition by repetition, and the middle of the outcomes decides.
 */
final class ListsFindings {
  private final Baseline baseline;

  ListsFindings(Baseline baseline) {
    this.baseline = baseline;
  }

  Findings smallerPenalty(ClaimCheck.SmallerPenalty check, Evidence data) {
    Repeats greater = penalty(check.greater(), check.operation(), data);
    Repeats smaller = penalty(check.smaller(), check.operation(), data);
    return single(
        title(check.operation()),
        greater.minus(smaller),
        () ->
            "%s in parallel, beside alone: %s in %s, %s in %s"
                .formatted(
                    title(check.operation()),
                    more(greater),
                    check.greater().parallel(),
                    more(smaller),
                    check.smaller().parallel()));
  }

  private static Repeats penalty(
      ClaimCheck.SmallerPenalty.Cells cells, String operation, Evidence data) {
    return data.averages(cells.parallel(), operation)
        .dividedBy(data.averages(cells.separate(), operation));
  }

  Findings shorter(ClaimCheck.Shorter check, Evidence data) {
    Repeats here = data.averages(check.experiment(), check.operation());
    Repeats there = data.averages(check.than(), check.operation());
    return single(
        title(check.operation()),
        there.minus(here),
        () ->
            "%s: %s s in %s, %s s in %s, %s"
                .formatted(
                    title(check.operation()),
                    seconds(here),
                    check.experiment(),
                    seconds(there),
                    check.than(),
                    times(here.dividedBy(there))));
  }

  Findings usage(ClaimCheck.UsageRatio check, Evidence data) {
    Repeats from = data.usage(new UsageOf(check.from(), check.processes(), check.metric()));
    Repeats to = data.usage(new UsageOf(check.to(), check.processes(), check.metric()));
    Repeats ratio = to.dividedBy(from);
    String processes = String.join(", ", check.processes());
    if (ratio.isEmpty()) {
      return new Findings(List.of(), "no CPU of %s in both".formatted(processes));
    }
    List<Finding> found = new ArrayList<>();
    bound(check.atLeast()).ifPresent(b -> found.add(finding(processes, b, ratio, 1)));
    bound(check.atMost()).ifPresent(b -> found.add(finding(processes, b, ratio, -1)));
    return new Findings(
        found,
        "%s of %s: %s in %s, %s in %s, %s (%s)"
            .formatted(
                check.metric() == Metric.CPU_SECONDS ? "CPU seconds" : "CPU %",
                processes,
                Digits.of(from.median()),
                check.from(),
                Digits.of(to.median()),
                check.to(),
                times(ratio),
                bounds(check)));
  }

  /** Above the bound in the one direction, below it in the other. */
  private static Finding finding(String where, double bound, Repeats ratio, int direction) {
    return new Finding(where, direction * (ratio.median() - bound), spread(ratio));
  }

  Findings heap(ClaimCheck.HeapGrowth check, Evidence data) {
    List<Finding> found = new ArrayList<>();
    List<String> text = new ArrayList<>();
    for (String process : check.processes()) {
      double highest = 0;
      for (String experiment : check.experiments()) {
        Repeats growth = data.usage(new UsageOf(experiment, List.of(process), Metric.HEAP_GROWTH));
        if (!growth.isEmpty()) {
          // The tolerance is the room here: a single repetition decides.
          found.add(
              new Finding(
                  process + " in " + experiment,
                  1 + check.tolerance() - growth.median(),
                  growth.spread().orElse(0)));
          highest = Math.max(highest, growth.median());
        }
      }
      if (highest > 0) {
        text.add("%s at most %s".formatted(process, Digits.times(highest)));
      }
    }
    return text.isEmpty()
        ? new Findings(List.of(), "no heap before and after is given")
        : new Findings(
            found,
            "heap after to before: %s (tolerance %s)"
                .formatted(String.join(", ", text), Digits.times(1 + check.tolerance())));
  }

  private interface Text {
    String of();
  }

  private static Findings single(String where, Repeats margins, Text text) {
    return margins.isEmpty()
        ? new Findings(List.of(), "no repetition has all of it")
        : new Findings(List.of(new Finding(where, margins.median(), spread(margins))), text.of());
  }

  /** A report's own figures have no repetitions, and no verdict of theirs is ever asked for. */
  private static double spread(Repeats values) {
    return values.spread().orElse(Finding.UNKNOWN);
  }

  private static Optional<Double> bound(@Nullable Double bound) {
    return Optional.ofNullable(bound);
  }

  private static String bounds(ClaimCheck.UsageRatio check) {
    List<String> parts = new ArrayList<>();
    bound(check.atLeast()).ifPresent(b -> parts.add("at least " + Digits.times(b)));
    bound(check.atMost()).ifPresent(b -> parts.add("at most " + Digits.times(b)));
    return String.join(", ", parts);
  }

  private static String seconds(Repeats milliseconds) {
    return Digits.of(milliseconds.median() / 1000);
  }

  private static String more(Repeats ratio) {
    return ratio.spread().isPresent()
        ? Digits.more(ratio.median(), ratio.spread().getAsDouble())
        : Digits.more(ratio.median());
  }

  private static String times(Repeats ratio) {
    String middle = Digits.times(ratio.median());
    return ratio.spread().isPresent()
        ? middle + " ± " + Digits.of(ratio.spread().getAsDouble())
        : middle;
  }

  private String title(String operation) {
    return baseline.operations().stream()
        .filter(o -> o.id().equals(operation))
        .map(Operation::title)
        .findFirst()
        .orElse(operation);
  }
}
