package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Explanation;
import org.reprise.load.baseline.Operand;
import org.reprise.load.baseline.Operation;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExplanationRecord;
import org.reprise.load.run.ExplanationRecord.Offset;
import org.reprise.load.run.Verdict;
import org.reprise.load.run.Verdict.Differs;
import org.reprise.load.run.Verdict.Invalid;
import org.reprise.load.run.Verdict.NotMeasured;
import org.reprise.load.run.Verdict.Reproduced;

/**
 * Judges whether a cost on every request produces the pattern of the report: an extra time alike
 * for all operations, of the size of the cost, and a throughput that the cost bounds.
 */
final class ExplanationJudge {
  private final Baseline baseline;
  private final Measured measured;
  private final PublishedData published;

  ExplanationJudge(Baseline baseline, Measured measured) {
    this.baseline = baseline;
    this.measured = measured;
    this.published = new PublishedData(baseline);
  }

  ExplanationRecord judge(Explanation it) {
    MeasuredData control = new MeasuredData(baseline, measured, it.control());
    MeasuredData treatment = new MeasuredData(baseline, measured, it.treatment());
    List<Offset> offsets = offsets(it, control, treatment);
    Optional<String> invalid =
        control
            .invalid(it.offset())
            .or(() -> treatment.invalid(it.offset()))
            .or(() ->
                it.plateau().stream().flatMap(e -> treatment.invalid(e).stream()).findFirst());
    if (invalid.isPresent()) {
      return record(it, new Invalid(invalid.get()), "The experiment says nothing.", offsets);
    }
    Optional<String> missing = missing(it, control, treatment);
    if (missing.isPresent()) {
      return unjudged(it, new NotMeasured(missing.get()));
    }
    CostPattern pattern =
        CostPattern.of(
            it,
            offsets,
            cost(it),
            measured.quantities().getOrDefault(it.coresQuantity(), 0.0),
            rates(it, treatment));
    return record(
        it,
        pattern.appears() ? new Reproduced() : new Differs(),
        pattern.text() + " " + conclusion(pattern) + " " + report(it),
        offsets);
  }

  /** The record of an explanation that is not judged. */
  ExplanationRecord unjudged(Explanation it, Verdict verdict) {
    return record(it, verdict, "Not tested in this run. " + report(it), List.of());
  }

  private Optional<String> missing(Explanation it, MeasuredData control, MeasuredData treatment) {
    String why = measured.notRun().get(it.id());
    if (why != null) {
      return Optional.of(why);
    }
    List<String> needed = new ArrayList<>(it.plateau());
    needed.addFirst(it.offset());
    List<String> untreated =
        needed.stream().distinct().filter(e -> treatment.missing(e).isPresent()).toList();
    if (untreated.contains(it.offset()) || untreated.containsAll(it.plateau())) {
      return Optional.of("its experiment was not run: " + String.join(", ", untreated));
    }
    Optional<String> without = control.missing(it.offset());
    if (without.isPresent()) {
      return without.map(reason -> "%s: %s".formatted(reason, it.offset()));
    }
    return Stream.of(it.costQuantity(), it.coresQuantity())
        .filter(quantity -> measured.quantities().getOrDefault(quantity, 0.0) <= 0)
        .map(quantity -> quantity + " was not measured")
        .findFirst();
  }

  private double cost(Explanation it) {
    return measured.quantities().getOrDefault(it.costQuantity(), 0.0);
  }

  private List<Offset> offsets(Explanation it, MeasuredData control, MeasuredData treatment) {
    List<Offset> offsets = new ArrayList<>();
    for (String operation : baseline.operations().stream().map(Operation::id).toList()) {
      Optional<Double> without = minimum(control, it.offset(), operation);
      Optional<Double> with = minimum(treatment, it.offset(), operation);
      if (without.isPresent() && with.isPresent()) {
        offsets.add(
            new Offset(operation, publishedOffset(it, operation), without.get(), with.get()));
      }
    }
    return offsets;
  }

  private double publishedOffset(Explanation it, String operation) {
    return minimum(published, it.offset(), operation).orElseThrow()
        - minimum(published, it.reference(), operation).orElseThrow();
  }

  private static Optional<Double> minimum(Data data, String experiment, String operation) {
    return data.value(Operand.MIN, experiment, operation).map(Reading::value);
  }

  /** Calls per second: flows per second times the operations of a flow. */
  private List<Double> rates(Explanation it, Data data) {
    return it.plateau().stream()
        .flatMap(e -> data.value(Operand.RATE, e).stream())
        .map(r -> r.value() * baseline.operations().size())
        .toList();
  }

  private static String conclusion(CostPattern pattern) {
    return pattern.appears()
        ? "So the cost produces the report's pattern, and the hypothesis stands; that it was what"
            + " happened on the report's machine, no experiment elsewhere can prove."
        : "So the pattern did not appear as supposed: "
            + String.join("; ", pattern.failures())
            + ".";
  }

  private String report(Explanation it) {
    List<Double> offsets =
        baseline.operations().stream().map(o -> publishedOffset(it, o.id())).toList();
    double mean = offsets.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    List<Double> rates = rates(it, published);
    double cores =
        rates.stream().mapToDouble(Double::doubleValue).max().orElseThrow() * mean / 1000;
    return "In the report the extra is %s ms and the plateau %s calls/s, which would keep %s of its %d cores busy."
        .formatted(
            CostPattern.range(offsets),
            CostPattern.range(rates),
            Digits.of(cores),
            it.reportCores());
  }

  private static ExplanationRecord record(
      Explanation it, Verdict verdict, String cameOut, List<Offset> offsets) {
    return new ExplanationRecord(
        it.id(),
        it.hypothesis(),
        it.evidence(),
        it.experiment(),
        it.judgedBy(),
        verdict.word(),
        verdict.why(),
        cameOut,
        offsets);
  }
}
