package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline.Explanation;
import org.reprise.load.baseline.Claim;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.Verdict;

/** Judges claims and explanations. */
record ClaimJudge(PublishedData published) {
  ClaimRecord judge(Claim claim, Data data) {
    Findings found = new Findings(claim, data);
    return record(claim, found.judgement(), found.text());
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

  ClaimRecord record(Claim claim, Judgement judgement, @Nullable String here) {
    Findings there = new Findings(claim, published);
    return new ClaimRecord(
        claim.id(),
        claim.text(),
        claim.source(),
        judgement.verdict(),
        judgement.why(),
        // What a report gives no numbers for, it says in words.
        there.isEmpty() ? claim.basis() : there.text(),
        here);
  }
}
