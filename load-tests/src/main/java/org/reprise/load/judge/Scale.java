package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
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
  /** Quantities that tell the scale, with what they tell behind it: {@code scale.thinkFactor}. */
  static final String QUANTITY = "scale.";

  private final Baseline baseline;
  private final Measured measured;
  private final List<String> parts = new ArrayList<>();

  private Scale(Baseline baseline, Measured measured) {
    this.baseline = baseline;
    this.measured = measured;
  }

  /** A sentence such as {@code 8 of 8 experiments; 100 of 1,000 flows each}. */
  static String statement(Baseline baseline, Measured measured) {
    Scale scale = new Scale(baseline, measured);
    scale.experiments();
    scale.closed();
    measured.openLoads().stream()
        .filter(it -> it.repetition() == 1 && !it.steps().isEmpty())
        .forEach(it -> scale.parts.add(scale.open(it)));
    scale.quantities();
    return String.join("; ", scale.parts);
  }

  private void experiments() {
    List<ExperimentRun> runs =
        measured.experiments().stream()
            .filter(it -> it.variant().equals(Variant.REPORT_EXACT))
            .toList();
    long done = runs.stream().map(ExperimentRun::experiment).distinct().count();
    int repetitions = runs.stream().mapToInt(ExperimentRun::repetition).max().orElse(1);
    parts.add(
        "%d of %d experiments%s"
            .formatted(
                done,
                baseline.experiments().size(),
                repetitions == 1 ? "" : ", %d repetitions".formatted(repetitions)));
  }

  private void closed() {
    List<ExperimentRun> runs =
        measured.experiments().stream()
            .filter(it -> it.variant().equals(Variant.REPORT_EXACT) && it.repetition() == 1)
            .filter(it -> model(it.experiment()) instanceof LoadModel.Closed)
            .toList();
    if (runs.isEmpty()) {
      return;
    }
    parts.add(
        "%s of %s flows each"
            .formatted(
                range(runs, it -> it.threads() * it.circles()),
                range(runs, it -> load(it).threads() * load(it).circles())));
    List<String> others =
        runs.stream()
            .filter(it -> it.threads() != load(it).threads())
            .map(it ->
                "%s with %d threads instead of %d"
                    .formatted(it.experiment(), it.threads(), load(it).threads()))
            .toList();
    if (!others.isEmpty()) {
      parts.add(String.join(", ", others));
    }
  }

  private LoadModel.Closed load(ExperimentRun run) {
    return (LoadModel.Closed) model(run.experiment());
  }

  private LoadModel model(String experiment) {
    return baseline.experiment(experiment).map(Experiment::loadModel).orElseThrow();
  }

  /** The lengths and numbers of an open model, such as {@code nominal 4 flows in 25 s}. */
  private String open(OpenLoad load) {
    String flows =
        String.format(
            Locale.ROOT, "%,d flows", load.steps().stream().mapToLong(OpenLoad.Step::sent).sum());
    if (load.variant().equals(Variant.SEARCH)) {
      return "beyond it %s in %d steps up to %s/s"
          .formatted(flows, load.steps().size(), Digits.of(load.steps().getLast().perSecond()));
    }
    if (model(load.experiment()) instanceof LoadModel.Ramp ramp
        && load.variant().equals(Variant.REPORT_EXACT)) {
      double step = load.steps().getFirst().seconds();
      return "%s %s in %d of %d steps of %s s%s"
          .formatted(
              load.experiment(),
              flows,
              load.steps().size(),
              ramp.steps(),
              Digits.exact(step),
              step == ramp.stepSeconds() ? "" : " instead of " + ramp.stepSeconds());
    }
    double seconds = load.steps().stream().mapToDouble(OpenLoad.Step::seconds).sum();
    String variant = load.variant().equals(Variant.REPORT_EXACT) ? "" : " (" + load.variant() + ")";
    return "%s%s %s in %s s".formatted(load.experiment(), variant, flows, Digits.exact(seconds));
  }

  /** What a system says of its own, such as {@code records 2,500}. */
  private void quantities() {
    for (String it : measured.quantities().keySet()) {
      if (it.startsWith(QUANTITY)) {
        String name = it.substring(QUANTITY.length());
        String words = name.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
        parts.add(words + " " + Digits.exact(measured.quantity(it).orElseThrow()));
      }
    }
  }

  private static String range(List<ExperimentRun> runs, ToIntFunction<ExperimentRun> value) {
    int lowest = runs.stream().mapToInt(value).min().orElseThrow();
    int highest = runs.stream().mapToInt(value).max().orElseThrow();
    return lowest == highest
        ? String.format(Locale.ROOT, "%,d", lowest)
        : String.format(Locale.ROOT, "%,d to %,d", lowest, highest);
  }
}
