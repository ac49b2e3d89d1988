package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Variant;

/** Says how much of the report's load a run did. */
final class Scale {
  private Scale() {}

  /** A sentence such as {@code 8 of 8 experiments; 100 of 1,000 flows each}. */
  static String statement(Baseline baseline, Measured measured) {
    MeasuredEvidence exact = new MeasuredEvidence(baseline, measured, Variant.REPORT_EXACT);
    List<Long> done = new ArrayList<>();
    List<Long> published = new ArrayList<>();
    List<String> otherThreads = new ArrayList<>();
    for (Experiment experiment : baseline.experiments()) {
      for (ExperimentRun run : exact.runs(experiment.id()).stream().limit(1).toList()) {
        LoadModel.Closed load = closed(experiment.loadModel());
        done.add((long) run.threads() * run.circles());
        published.add((long) load.threads() * load.circles());
        if (run.threads() != load.threads()) {
          otherThreads.add(
              "%s with %d threads instead of %d"
                  .formatted(experiment.id(), run.threads(), load.threads()));
        }
      }
    }
    String experiments =
        "%d of %d experiments".formatted(done.size(), baseline.experiments().size());
    if (done.isEmpty()) {
      return experiments;
    }
    String text = "%s; %s of %s flows each".formatted(experiments, range(done), range(published));
    return otherThreads.isEmpty() ? text : text + "; " + String.join(", ", otherThreads);
  }

  private static LoadModel.Closed closed(LoadModel model) {
    return switch (model) {
      case LoadModel.Closed closed -> closed;
    };
  }

  private static String range(List<Long> values) {
    long lowest = values.stream().mapToLong(Long::longValue).min().orElseThrow();
    long highest = values.stream().mapToLong(Long::longValue).max().orElseThrow();
    return lowest == highest
        ? String.format(Locale.ROOT, "%,d", lowest)
        : String.format(Locale.ROOT, "%,d to %,d", lowest, highest);
  }
}
