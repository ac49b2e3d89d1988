package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.reprise.load.baseline.Explanation;
import org.reprise.load.run.Digits;
import org.reprise.load.run.ExplanationRecord.Offset;

/**
 * The marks that a cost on every request leaves.
 *
 * @param text the measured numbers, in sentences
 * @param failures the marks that are not there, in words
 */
record CostPattern(String text, List<String> failures) {
  CostPattern {
    failures = List.copyOf(failures);
  }

  /**
   * @param it with its tolerances
   * @param offsets extra time of each operation
   * @param cost one request's cost measured alone, milliseconds
   * @param cores whose work the machine does at once, in units of the one that {@code cost} was
   *     measured on
   * @param rates calls per second under the loads whose throughput the cost is to bound
   */
  static CostPattern of(
      Explanation it, List<Offset> offsets, double cost, double cores, List<Double> rates) {
    List<Double> extras = offsets.stream().map(Offset::extraMs).toList();
    double mean = values(extras).average().orElseThrow();
    double apart =
        (values(extras).max().orElseThrow() - values(extras).min().orElseThrow()) / Math.abs(mean);
    double hashes = mean / cost;
    double ceiling = cores * 1000 / cost;
    List<String> failures = new ArrayList<>();
    if (!(apart <= it.offsetTolerance())) {
      failures.add("the extra time is not alike for all operations");
    }
    if (Math.abs(hashes - 1) > it.costTolerance()) {
      failures.add("the extra time is not that of one cost");
    }
    if (values(rates).anyMatch(r -> Math.abs(r / ceiling - 1) > it.plateauTolerance())) {
      failures.add("the throughput is not the one that the cost allows");
    }
    String text =
        "With the cost on every request each call took %s ms longer (operations %s apart); the cost measured alone is %s ms, so the extra is %s times that. Under load the service answered %s calls/s; all processors at once do the work of %s single ones, which carries %s at that cost."
            .formatted(
                range(extras),
                Digits.percent(apart),
                Digits.of(cost),
                Digits.of(hashes),
                range(rates),
                Digits.of(cores),
                Digits.of(ceiling));
    return new CostPattern(text, failures);
  }

  boolean appears() {
    return failures.isEmpty();
  }

  /** The lowest to the highest of the values. */
  static String range(List<Double> values) {
    String lowest = Digits.of(values(values).min().orElseThrow());
    String highest = Digits.of(values(values).max().orElseThrow());
    return lowest.equals(highest) ? lowest : lowest + " to " + highest;
  }

  private static DoubleStream values(List<Double> list) {
    return list.stream().mapToDouble(Double::doubleValue);
  }
}
