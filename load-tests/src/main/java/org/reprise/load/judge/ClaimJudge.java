package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline.Explanation;
import org.reprise.load.baseline.Claim;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.Verdict;

/**
 * Judges claims. A claim speaks of several experiments: one clear counter-example refutes it, only
 * all of them together reproduce it, and what differs by less than its own spread decides nothing.
 */
record ClaimJudge(PublishedData published) {
  ClaimRecord judge(Claim claim, Data data) {
    Findings found = new Findings(claim, data);
    String failing = places(found.failing());
    String here = found.text() + (failing.isEmpty() ? "" : "; does not hold for " + failing);
    return record(claim, judgement(claim, found, data), here);
  }

  /** An explanation stands where all of its marks are found, and falls with one of them. */
  ExplanationRecord judge(Explanation it, Data data) {
    List<ClaimRecord> marks = it.marks().stream().map(mark -> judge(mark, data)).toList();
    ClaimRecord weakest = Collections.max(marks, Comparator.comparing(ClaimRecord::verdict));
    String found =
        marks.stream()
            .map(mark -> "%s %s: %s.".formatted(mark.text(), mark.verdict(), mark.measured()))
            .collect(joining(" "));
    String but =
        weakest.verdict() == Verdict.REPRODUCED
            ? " So the hypothesis stands; that it was what happened on the report's machine, no"
                + " experiment elsewhere can prove."
            : "";
    return record(it, new Judgement(weakest.verdict(), weakest.why()), found + but);
  }

  static ExplanationRecord record(Explanation it, Judgement judgement, String cameOut) {
    return new ExplanationRecord(
        it.id(),
        it.hypothesis(),
        it.evidence(),
        it.experiment(),
        it.judgedBy(),
        judgement.verdict(),
        judgement.why(),
        cameOut);
  }

  private static Judgement judgement(Claim claim, Findings found, Data data) {
    List<String> experiments = claim.experiments();
    Optional<String> invalid =
        experiments.stream().flatMap(e -> data.invalid(e).stream()).findFirst();
    if (invalid.isPresent()) {
      return Judgement.invalid(invalid.get());
    }
    // Whatever came out of what we set ourselves is no finding, even where it does not hold.
    String byConstruction = claim.byConstruction();
    if (byConstruction == null && !found.failing().isEmpty()) {
      return new Judgement(Verdict.DIFFERS, null);
    }
    String missing = missing(experiments, data);
    if (!missing.isEmpty()) {
      return Judgement.notMeasured(missing);
    }
    if (found.missing().isPresent() && (byConstruction == null || found.list().isEmpty())) {
      return Judgement.notMeasured(found.missing().get());
    }
    return byConstruction != null
        ? new Judgement(Verdict.BY_CONSTRUCTION, byConstruction)
        : open(found.list())
            .map(Judgement::notComparable)
            .orElseGet(() -> new Judgement(Verdict.REPRODUCED, null));
  }

  /** Which experiments have no data, by reason; empty where none is missing. */
  private static String missing(List<String> experiments, Data data) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (String experiment : experiments) {
      data.missing(experiment)
          .ifPresent(why -> byReason.computeIfAbsent(why, _ -> new ArrayList<>()).add(experiment));
    }
    return byReason.entrySet().stream()
        .map(e -> "%s: %s".formatted(e.getKey(), String.join(", ", e.getValue())))
        .collect(joining("; "));
  }

  private static Optional<String> open(List<Finding> found) {
    List<Finding> open = found.stream().filter(it -> !it.holds()).toList();
    String places = places(open);
    return open.stream()
        .min(Comparator.comparing(it -> it.margin().isKnown()))
        .map(it -> it.open() + (places.isEmpty() ? "" : ": " + places));
  }

  /** The names of what was compared; a claim with a single comparison has none. */
  private static String places(List<Finding> findings) {
    return findings.stream()
        .map(Finding::where)
        .filter(it -> !it.isEmpty())
        .distinct()
        .collect(joining(", "));
  }

  ClaimRecord record(Claim claim, Judgement judgement, @Nullable String here) {
    Findings there = new Findings(claim, published);
    return new ClaimRecord(
        claim.id(),
        claim.text(),
        claim.source(),
        judgement.verdict(),
        judgement.why(),
        // What a report gives no numbers for, it says in words.
        there.list().isEmpty() ? claim.basis() : there.text(),
        here);
  }
}
