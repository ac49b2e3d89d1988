package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.run.Digits;

/** Says how much of a report's load a run of workflows did, by the quantities that it left. */
final class WorkflowScale {
  private final Measured measured;
  private final List<String> parts = new ArrayList<>();

  private WorkflowScale(Measured measured) {
    this.measured = measured;
  }

  /** A sentence such as {@code 8 of 8 experiments, 3 repetitions; 10 lists of 200,000 items}. */
  static String statement(Baseline baseline, Measured measured) {
    long done = measured.experiments().stream().map(ExperimentRun::experiment).distinct().count();
    int repetitions =
        measured.experiments().stream().mapToInt(ExperimentRun::repetition).max().orElse(0);
    WorkflowScale scale = new WorkflowScale(measured);
    scale.parts.add(
        "%d of %d experiments, %d %s"
            .formatted(
                done,
                baseline.experiments().size(),
                repetitions,
                repetitions == 1 ? "repetition" : "repetitions"));
    scale.quantities();
    return String.join("; ", scale.parts);
  }

  private void quantities() {
    quantity("lists").ifPresent(lists -> parts.add(lists(lists)));
    part("desks", "%s desks"::formatted);
    part("thinkFactor", "think time ×%s"::formatted);
    part(
        "deskSeconds",
        s -> s.equals("0") ? "desks until the import ends" : "desks for " + s + " s");
    part("records", "%s records imported"::formatted);
    part("compatPollSeconds", "a refresh looks for its query every %s s"::formatted);
    part("importPollSeconds", "the import is asked for every %s s"::formatted);
    part(
        "getPauseMs",
        ms ->
            ms.equals("0")
                ? "lists are asked for without pause"
                : "lists are asked for every " + ms + " ms");
  }

  private String lists(double lists) {
    String rows = quantity("rows").map(r -> " of " + Digits.exact(r) + " items").orElse("");
    String items = quantity("items").map(i -> " out of " + Digits.exact(i)).orElse("");
    return Digits.exact(lists) + " lists" + rows + items;
  }

  private void part(String name, Function<String, String> text) {
    quantity(name).ifPresent(value -> parts.add(text.apply(Digits.exact(value))));
  }

  private Optional<Double> quantity(String name) {
    return Optional.ofNullable(measured.quantities().get("scale." + name));
  }
}
