package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.Digits;

/** Says how much of the report's load a run did. */
final class Scale {
  private Scale() {}

  /** A sentence such as {@code 8 of 8 experiments; 100 of 1,000 flows each}. */
  static String statement(Baseline baseline, Measured measured) {
    if (baseline.experiments().stream().anyMatch(e -> e.loadModel() instanceof LoadModel.Open)) {
      return open(baseline, measured);
    }
    if (baseline.experiments().stream()
        .anyMatch(e -> e.loadModel() instanceof LoadModel.Workflows)) {
      return WorkflowScale.statement(baseline, measured);
    }
    MeasuredEvidence exact = new MeasuredEvidence(baseline, measured, Variant.REPORT_EXACT);
    List<Long> done = new ArrayList<>();
    List<Long> published = new ArrayList<>();
    List<String> otherThreads = new ArrayList<>();
    for (Experiment experiment : baseline.experiments()) {
      if (!(experiment.loadModel() instanceof LoadModel.Closed load)) {
        continue;
      }
      for (ExperimentRun run : exact.runs(experiment.id()).stream().limit(1).toList()) {
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

  /** The lengths and numbers of open models, such as {@code nominal 4 flows in 25 s}. */
  private static String open(Baseline baseline, Measured measured) {
    List<String> parts = new ArrayList<>();
    for (OpenLoad load : measured.openLoads()) {
      if (load.repetition() == 1 && !load.steps().isEmpty()) {
        parts.add(part(baseline, load));
      }
    }
    long experiments =
        measured.openLoads().stream()
            .filter(l -> l.variant().equals(Variant.REPORT_EXACT))
            .map(OpenLoad::experiment)
            .distinct()
            .count();
    String head = "%d of %d experiments".formatted(experiments, baseline.experiments().size());
    return parts.isEmpty() ? head : head + "; " + String.join("; ", parts);
  }

  private static String part(Baseline baseline, OpenLoad load) {
    double seconds = load.steps().stream().mapToDouble(OpenLoad.Step::seconds).sum();
    String flows =
        String.format(
            Locale.ROOT, "%,d flows", load.steps().stream().mapToLong(OpenLoad.Step::sent).sum());
    if (load.variant().equals(Variant.COLD)) {
      return "%s cold %s in %s s".formatted(load.experiment(), flows, Digits.exact(seconds));
    }
    if (load.variant().equals(Variant.SEARCH)) {
      return "beyond it %s in %d steps up to %s/s"
          .formatted(flows, load.steps().size(), Digits.of(load.steps().getLast().perSecond()));
    }
    LoadModel model =
        baseline.experiment(load.experiment()).map(Experiment::loadModel).orElseThrow();
    return switch (model) {
      case LoadModel.Ramp ramp -> {
        double step = load.steps().getFirst().seconds();
        yield "%s %s in %d of %d steps of %s s%s"
            .formatted(
                load.experiment(),
                flows,
                load.steps().size(),
                ramp.steps(),
                Digits.exact(step),
                step == ramp.stepSeconds() ? "" : " instead of " + ramp.stepSeconds());
      }
      case LoadModel.Constant _, LoadModel.Closed _, LoadModel.Workflows _ ->
          "%s %s in %s s".formatted(load.experiment(), flows, Digits.exact(seconds));
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
