package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Explanation.ItemCost;
import org.reprise.load.baseline.Expression;
import org.reprise.load.baseline.Statement;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.ExplanationRecord.Rate;
import org.reprise.load.run.Verdict;
import org.reprise.load.run.Verdict.Differs;
import org.reprise.load.run.Verdict.NotComparable;
import org.reprise.load.run.Verdict.NotMeasured;
import org.reprise.load.run.Verdict.Reproduced;

/**
 * Judges whether a cost on every item produces the rates of the report: with the cost the rate is
 * about theirs, without it above them. What lies nearer to a bound than its own spread decides
 * nothing.
 */
record ItemCostJudge(Baseline baseline, Measured measured) {
  private static final int COMPARISONS = 3;

  /** A comparison and what it would mean if it did not hold. */
  private record Mark(Finding finding, String lacking) {}

  ExplanationRecord judge(ItemCost it) {
    String notRun = measured.notRun().get(it.id());
    if (notRun != null) {
      return unjudged(it, new NotMeasured(notRun));
    }
    Optional<Reading> with = measured(it.withCost());
    Optional<Reading> without = measured(it.withoutCost());
    if (with.isEmpty() || without.isEmpty()) {
      return unjudged(
          it,
          new NotMeasured("there is no " + (with.isEmpty() ? it.withCost() : it.withoutCost())));
    }
    return judge(it, with.get(), without.get());
  }

  /** The record of one that is not judged; what was measured stands in it all the same. */
  ExplanationRecord unjudged(ItemCost it, Verdict verdict) {
    return record(it, verdict, "Not tested in this run. " + report(it));
  }

  private ExplanationRecord judge(ItemCost it, Reading with, Reading without) {
    Reading low = Reading.exact(published(it).getMin() / it.factor());
    Reading high = Reading.exact(published(it).getMax() * it.factor());
    List<Mark> marks =
        List.of(
            new Mark(
                new Finding("with the cost", with.above(low)), "with the cost it is slower still"),
            new Mark(
                new Finding("with the cost", high.above(with)), "even with the cost it is faster"),
            new Mark(
                new Finding("without the cost", without.above(high)),
                "without the cost it is not faster"));
    List<String> lacking =
        marks.stream()
            .filter(mark -> mark.finding().fails(COMPARISONS))
            .map(Mark::lacking)
            .toList();
    Optional<Finding> open =
        marks.stream().map(Mark::finding).filter(finding -> !finding.holds()).findFirst();
    Verdict verdict =
        !lacking.isEmpty()
            ? new Differs()
            : open.<Verdict>map(
                    finding -> new NotComparable(finding.where() + ": " + finding.open()))
                .orElseGet(Reproduced::new);
    String text =
        "With the cost %s/s were handled, without it %s/s. The rates of the report are %s to %s/s; within a factor of %s that is %s to %s/s. %s"
            .formatted(
                amount(with),
                amount(without),
                Digits.of(published(it).getMin()),
                Digits.of(published(it).getMax()),
                Digits.exact(it.factor()),
                Digits.of(low.value()),
                Digits.of(high.value()),
                conclusion(verdict, lacking));
    return record(it, verdict, text);
  }

  private static String conclusion(Verdict verdict, List<String> lacking) {
    return switch (verdict) {
      case Reproduced _ ->
          "So the cost alone is enough for rates like the report's, and the hypothesis stands; that"
              + " it was what happened on the report's machine, no experiment elsewhere can prove.";
      case Differs _ ->
          "So the cost does not come to the report's rates here: %s."
              .formatted(String.join("; ", lacking));
      default -> "That decides nothing.";
    };
  }

  private String report(ItemCost it) {
    DoubleSummaryStatistics rates = published(it);
    return "The rates of the report are %s to %s/s."
        .formatted(Digits.of(rates.getMin()), Digits.of(rates.getMax()));
  }

  private Optional<Reading> measured(String expression) {
    return new MeasuredData(baseline, measured, Variant.REPORT_EXACT)
        .of(Expression.parse(expression));
  }

  private DoubleSummaryStatistics published(ItemCost it) {
    return it.published().stream().mapToDouble(this::published).summaryStatistics();
  }

  /** In a second, which is the base unit of rates. */
  private double published(String id) {
    return baseline.published(id).orElseThrow();
  }

  private static String amount(Reading rate) {
    return Digits.of(rate.value()) + Amount.spread(rate);
  }

  private ExplanationRecord record(ItemCost it, Verdict verdict, String cameOut) {
    List<Rate> rates = new ArrayList<>();
    it.published()
        .forEach(id ->
            rates.add(
                new Rate(
                    baseline.statement(id).map(Statement::title).orElse(id),
                    published(id),
                    null,
                    null)));
    rates.add(rate("With the cost on each item", measured(it.withCost())));
    rates.add(rate("Without it", measured(it.withoutCost())));
    return ExplanationJudge.record(it, verdict, cameOut, List.of(), rates);
  }

  private static Rate rate(String title, Optional<Reading> measured) {
    return new Rate(
        title,
        null,
        measured.map(Reading::value).orElse(null),
        measured.flatMap(FigureJudge::spread).orElse(null));
  }
}
