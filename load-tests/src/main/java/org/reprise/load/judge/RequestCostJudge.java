package org.reprise.load.judge;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Explanation.RequestCost;
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
record RequestCostJudge(Baseline baseline, Measured measured, PublishedData published) {
  ExplanationRecord judge(RequestCost it) {
    MeasuredData control = new MeasuredData(baseline, measured, it.control());
    MeasuredData treatment = new MeasuredData(baseline, measured, it.treatment());
    List<Offset> offsets = offsets(it, control, treatment);
    Optional<String> invalid =
        Stream.concat(Stream.of(it.offset()), it.plateau().stream())
            .flatMap(e -> treatment.invalid(e).stream())
            .findFirst()
            .or(() -> control.invalid(it.offset()));
    if (invalid.isPresent()) {
      return record(it, new Invalid(invalid.get()), "The experiment says nothing.", offsets);
    }
    Optional<String> missing = missing(it, control, treatment);
    return missing.isPresent()
        ? unjudged(it, new NotMeasured(missing.get()))
        : judge(it, offsets, rates(it, treatment));
  }

  /** The record of one that is not judged. */
  ExplanationRecord unjudged(RequestCost it, Verdict verdict) {
    return record(it, verdict, "Not tested in this run. " + report(it), List.of());
  }

  /**
   * Looks for the marks that a cost on every request leaves.
   *
   * @param offsets extra time of each operation
   * @param rates calls per second under the loads whose throughput the cost is to bound
   */
  private ExplanationRecord judge(
      RequestCost it, List<Offset> offsets, DoubleSummaryStatistics rates) {
    DoubleSummaryStatistics extras =
        offsets.stream().mapToDouble(Offset::extraMs).summaryStatistics();
    double cost = quantity(it.costQuantity());
    double cores = quantity(it.coresQuantity());
    double apart = (extras.getMax() - extras.getMin()) / Math.abs(extras.getAverage());
    double costs = extras.getAverage() / cost;
    double ceiling = cores * 1000 / cost;
    List<String> lacking = new ArrayList<>();
    if (!(apart <= it.offsetTolerance())) {
      lacking.add("the extra time is not alike for all operations");
    }
    if (Math.abs(costs - 1) > it.costTolerance()) {
      lacking.add("the extra time is not that of one cost");
    }
    if (rates.getMax() / ceiling - 1 > it.plateauTolerance()
        || 1 - rates.getMin() / ceiling > it.plateauTolerance()) {
      lacking.add("the throughput is not the one that the cost allows");
    }
    String text =
        "With the cost on every request each call took %s ms longer (operations %s apart); the cost measured alone is %s ms, so the extra is %s times that. Under load the service answered %s calls/s; all processors at once do the work of %s single ones, which carries %s at that cost. %s %s"
            .formatted(
                range(extras),
                Digits.percent(apart),
                Digits.of(cost),
                Digits.of(costs),
                range(rates),
                Digits.of(cores),
                Digits.of(ceiling),
                conclusion(lacking),
                report(it));
    return record(it, lacking.isEmpty() ? new Reproduced() : new Differs(), text, offsets);
  }

  private static String conclusion(List<String> lacking) {
    return lacking.isEmpty()
        ? "So the cost produces the report's pattern, and the hypothesis stands; that it was what"
            + " happened on the report's machine, no experiment elsewhere can prove."
        : "So the pattern did not appear as supposed: " + String.join("; ", lacking) + ".";
  }

  private Optional<String> missing(RequestCost it, MeasuredData control, MeasuredData treatment) {
    String why = measured.notRun().get(it.id());
    if (why != null) {
      return Optional.of(why);
    }
    List<String> untreated =
        Stream.concat(Stream.of(it.offset()), it.plateau().stream())
            .distinct()
            .filter(e -> treatment.missing(e).isPresent())
            .toList();
    if (untreated.contains(it.offset()) || untreated.containsAll(it.plateau())) {
      return Optional.of("its experiment was not run: " + String.join(", ", untreated));
    }
    return control
        .missing(it.offset())
        .map(reason -> "%s: %s".formatted(reason, it.offset()))
        .or(() ->
            Stream.of(it.costQuantity(), it.coresQuantity())
                .filter(quantity -> !isPositive(quantity(quantity)))
                .map(quantity -> quantity + " was not measured")
                .findFirst());
  }

  private static boolean isPositive(double value) {
    return value > 0 && Double.isFinite(value);
  }

  private double quantity(String name) {
    return measured.quantities().getOrDefault(name, 0.0);
  }

  private List<Offset> offsets(RequestCost it, MeasuredData control, MeasuredData treatment) {
    List<Offset> offsets = new ArrayList<>();
    for (Operation operation : baseline.operations()) {
      String id = operation.id();
      Optional<Reading> without = control.value(Operand.MIN, it.offset(), id);
      Optional<Reading> with = treatment.value(Operand.MIN, it.offset(), id);
      if (without.isPresent() && with.isPresent()) {
        offsets.add(
            new Offset(id, publishedOffset(it, id), without.get().value(), with.get().value()));
      }
    }
    return offsets;
  }

  private double publishedOffset(RequestCost it, String operation) {
    return published.value(Operand.MIN, it.offset(), operation).orElseThrow().value()
        - published.value(Operand.MIN, it.reference(), operation).orElseThrow().value();
  }

  /** Calls per second: flows per second times the operations of a flow. */
  private DoubleSummaryStatistics rates(RequestCost it, Data data) {
    return it.plateau().stream()
        .flatMap(e -> data.value(Operand.RATE, e).stream())
        .mapToDouble(rate -> rate.value() * baseline.operations().size())
        .summaryStatistics();
  }

  private String report(RequestCost it) {
    DoubleSummaryStatistics offsets =
        baseline.operations().stream()
            .mapToDouble(o -> publishedOffset(it, o.id()))
            .summaryStatistics();
    DoubleSummaryStatistics rates = rates(it, published);
    return "In the report the extra is %s ms and the plateau %s calls/s, which would keep %s of its %d cores busy."
        .formatted(
            range(offsets),
            range(rates),
            Digits.of(rates.getMax() * offsets.getAverage() / 1000),
            it.reportCores());
  }

  /** The lowest to the highest of the values. */
  private static String range(DoubleSummaryStatistics values) {
    return DoubleStream.of(values.getMin(), values.getMax())
        .mapToObj(Digits::of)
        .distinct()
        .collect(joining(" to "));
  }

  private static ExplanationRecord record(
      RequestCost it, Verdict verdict, String cameOut, List<Offset> offsets) {
    return ExplanationJudge.record(it, verdict, cameOut, offsets, List.of());
  }
}
