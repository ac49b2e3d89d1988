package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Claim;
import org.reprise.load.baseline.Explanation;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.Verdict;
import org.reprise.load.run.Verdict.ByConstruction;
import org.reprise.load.run.Verdict.Differs;
import org.reprise.load.run.Verdict.Invalid;
import org.reprise.load.run.Verdict.NotComparable;
import org.reprise.load.run.Verdict.NotMeasured;
import org.reprise.load.run.Verdict.Reproduced;

/**
 * Judges claims. A claim speaks of several experiments: one clear counter-example refutes it, only
 * all of them together reproduce it, and what differs by less than its own spread decides nothing.
 */
record ClaimJudge(PublishedData published) {
  ClaimRecord judge(Claim claim, Data data) {
    Findings found = Findings.of(claim, data, published);
    String failing = found.failing().stream().map(Finding::where).collect(joining(", "));
    String here =
        failing.isEmpty() || found.list().size() == 1
            ? found.text()
            : found.text() + "; does not hold for " + failing;
    return record(claim, verdict(claim, found, data), here);
  }

  ClaimRecord unjudged(Claim claim, Verdict verdict) {
    return record(claim, verdict, null);
  }

  /** An explanation stands where all of its marks are found, and falls with one of them. */
  ExplanationRecord judge(Explanation it, Data data) {
    List<ClaimRecord> marks = it.marks().stream().map(mark -> judge(mark, data)).toList();
    Verdict verdict =
        marks.stream()
            .map(ClaimRecord::outcome)
            .min(Comparator.comparingInt(ClaimJudge::weight))
            .orElseThrow();
    String found =
        marks.stream()
            .map(mark -> "%s %s: %s.".formatted(mark.text(), mark.verdict(), mark.measured()))
            .collect(joining(" "));
    return record(
        it,
        verdict,
        verdict instanceof Reproduced
            ? found
                + " So the hypothesis stands; that it was what happened on the report's machine,"
                + " no experiment elsewhere can prove."
            : found);
  }

  private static int weight(Verdict verdict) {
    return switch (verdict) {
      case Invalid _ -> 0;
      case Differs _ -> 1;
      case NotMeasured _ -> 2;
      case NotComparable _ -> 3;
      case ByConstruction _, Reproduced _ -> 4;
    };
  }

  ExplanationRecord unjudged(Explanation it, Verdict verdict) {
    return record(it, verdict, "Not tested in this run.");
  }

  private static ExplanationRecord record(Explanation it, Verdict verdict, String cameOut) {
    return new ExplanationRecord(
        it.id(),
        it.hypothesis(),
        it.evidence(),
        it.experiment(),
        it.judgedBy(),
        verdict.word(),
        verdict.why(),
        cameOut);
  }

  private static Verdict verdict(Claim claim, Findings findings, Data data) {
    List<String> experiments = claim.experiments();
    Optional<String> invalid =
        experiments.stream().flatMap(e -> data.invalid(e).stream()).findFirst();
    if (invalid.isPresent()) {
      return new Invalid(invalid.get());
    }
    String byConstruction = claim.byConstruction();
    String missing = missing(experiments, data);
    if (byConstruction != null) {
      return given(byConstruction, missing, findings);
    }
    if (!findings.failing().isEmpty()) {
      return new Differs();
    }
    if (!missing.isEmpty()) {
      return new NotMeasured(missing);
    }
    if (!findings.missing().isEmpty()) {
      return new NotMeasured(findings.missing().getFirst());
    }
    return open(findings.list()).<Verdict>map(NotComparable::new).orElseGet(Reproduced::new);
  }

  /** Whatever came out of it is no finding; where nothing did, nothing stands beside it. */
  private static Verdict given(String why, String missing, Findings findings) {
    if (!missing.isEmpty()) {
      return new NotMeasured(missing);
    }
    return findings.list().isEmpty() && !findings.missing().isEmpty()
        ? new NotMeasured(findings.missing().getFirst())
        : new ByConstruction(why);
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
    List<Finding> open = found.stream().filter(f -> !f.holds()).toList();
    String places = open.stream().map(Finding::where).distinct().collect(joining(", "));
    return open.stream()
        .max((one, other) -> Boolean.compare(one.measuredOnce(), other.measuredOnce()))
        .map(Finding::open)
        .map(why -> places.isEmpty() ? why : "%s: %s".formatted(why, places));
  }

  private ClaimRecord record(Claim claim, Verdict verdict, @Nullable String here) {
    Findings there = Findings.of(claim, published, published);
    // What a report gives no numbers for, it says in words.
    String text = there.list().isEmpty() ? claim.basis() : there.text();
    String detail = "Report: %s.".formatted(text.replaceAll("\\.$", ""));
    return new ClaimRecord(
        claim.id(),
        claim.text(),
        claim.source(),
        verdict.word(),
        verdict.why(),
        here == null ? detail : "%s Here: %s.".formatted(detail, here),
        text,
        here);
  }
}
