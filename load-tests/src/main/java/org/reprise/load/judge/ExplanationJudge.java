package org.reprise.load.judge;

import java.util.List;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Explanation;
import org.reprise.load.baseline.Explanation.ItemCost;
import org.reprise.load.baseline.Explanation.RequestCost;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.Verdict;

/** Judges whether what explains a report's figures holds, each kind by its own marks. */
record ExplanationJudge(Baseline baseline, Measured measured, PublishedData published) {
  ExplanationRecord judge(Explanation explanation) {
    return switch (explanation) {
      case RequestCost it -> requestCost().judge(it);
      case ItemCost it -> itemCost().judge(it);
    };
  }

  /** The record of an explanation that is not judged. */
  ExplanationRecord unjudged(Explanation explanation, Verdict verdict) {
    return switch (explanation) {
      case RequestCost it -> requestCost().unjudged(it, verdict);
      case ItemCost it -> itemCost().unjudged(it, verdict);
    };
  }

  private RequestCostJudge requestCost() {
    return new RequestCostJudge(baseline, measured, published);
  }

  private ItemCostJudge itemCost() {
    return new ItemCostJudge(baseline, measured);
  }

  /** An explanation with what came out. */
  static ExplanationRecord record(
      Explanation it,
      Verdict verdict,
      String cameOut,
      List<ExplanationRecord.Offset> offsets,
      List<ExplanationRecord.Rate> rates) {
    return new ExplanationRecord(
        it.id(),
        it.hypothesis(),
        it.evidence(),
        it.experiment(),
        it.judgedBy(),
        verdict.word(),
        verdict.why(),
        cameOut,
        offsets,
        rates);
  }
}
