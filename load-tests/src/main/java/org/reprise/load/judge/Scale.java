package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Digits;

final class Scale {
  /** Quantities that tell the scale, with what they tell behind it: {@code scale.thinkFactor}. */
  static final String QUANTITY = "scale.";

  private Scale() {}

  /**
   * A sentence such as {@code 8 of 8 experiments; 100 of 1,000 flows each}. How far a search for a
   * knee went and how often all was repeated is no part of it: two runs that differ only in these
   * are comparable.
   */
  static String of(Baseline baseline, Measured measured) {
    List<ExperimentRun> runs =
        measured.experiments().stream()
            .filter(it -> it.variant().equals(Variant.REPORT_EXACT))
            .toList();
    long done = runs.stream().map(ExperimentRun::experiment).distinct().count();
    List<String> parts = new ArrayList<>();
    parts.add("%d of %d experiments".formatted(done, baseline.experiments().size()));
    closed(baseline, runs.stream().filter(it -> it.repetition() == 1).toList(), parts);
    measured.openLoads().stream()
        .filter(it -> it.repetition() == 1 && it.variant().equals(Variant.REPORT_EXACT))
        .filter(it -> !it.steps().isEmpty())
        .forEach(it -> parts.add(open(baseline, it)));
    // What a system says of its own, such as "records 2,500".
    for (String it : measured.quantities().keySet()) {
      if (it.startsWith(QUANTITY)) {
        String name = it.substring(QUANTITY.length()).replaceAll("([a-z])([A-Z])", "$1 $2");
        String value = Digits.exact(measured.quantity(it).orElseThrow());
        parts.add(name.toLowerCase(Locale.ROOT) + " " + value);
      }
    }
    return String.join("; ", parts);
  }

  private static void closed(Baseline baseline, List<ExperimentRun> runs, List<String> parts) {
    IntSummaryStatistics flows = new IntSummaryStatistics();
    IntSummaryStatistics published = new IntSummaryStatistics();
    int first = parts.size();
    for (ExperimentRun run : runs) {
      if (baseline.require(run.experiment()).loadModel()
          instanceof LoadModel.Closed(int threads, int circles, double _)) {
        flows.accept(run.threads() * run.circles());
        published.accept(threads * circles);
        if (run.threads() != threads) {
          parts.add(
              "%s with %d threads instead of %d"
                  .formatted(run.experiment(), run.threads(), threads));
        }
      }
    }
    if (flows.getCount() > 0) {
      parts.add(first, "%s of %s flows each".formatted(range(flows), range(published)));
    }
  }

  private static String range(IntSummaryStatistics values) {
    return values.getMin() == values.getMax()
        ? String.format(Locale.ROOT, "%,d", values.getMin())
        : String.format(Locale.ROOT, "%,d to %,d", values.getMin(), values.getMax());
  }

  private static String open(Baseline baseline, OpenLoad load) {
    OpenLoad.Step first = load.steps().getFirst();
    String seconds = Digits.exact(Math.round(first.seconds() * 10) / 10.0);
    String id = load.experiment();
    if (baseline.require(id).loadModel() instanceof LoadModel.Ramp ramp) {
      int published = ramp.stepSeconds();
      return "%s in %d of %d steps of %s s"
              .formatted(id, load.steps().size(), ramp.steps(), seconds)
          + (first.seconds() == published ? "" : " instead of " + published);
    }
    return "%s %s/s for %s s".formatted(id, Digits.exact(first.perSecond()), seconds);
  }
}
