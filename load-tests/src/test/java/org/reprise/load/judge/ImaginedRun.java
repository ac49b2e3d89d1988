package org.reprise.load.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reprise.load.Quantities;
import org.reprise.load.Records;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Stretch;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;
import org.reprise.load.run.ClaimRecord;
import org.reprise.load.run.FigureRecord;
import org.reprise.load.run.Verdict;

/**
 * A run of all experiments of a baseline, of which a test says what was measured: each experiment
 * once, for ten seconds, one after the other.
 */
final class ImaginedRun {
  /** The quantities by name. */
  final Map<String, Double> quantities = new HashMap<>();

  /** Percent of a processor, by "role experiment"; none where nothing is said. */
  final Map<String, Double> cpu = new HashMap<>();

  /** MiB of heap after the experiment, by "role experiment"; there were 60 before. */
  final Map<String, Double> heaps = new HashMap<>();

  /** Why experiments were not run, by their ids; all were where nothing is said. */
  final Map<String, String> notRun = new HashMap<>();

  /** Why executions say nothing, by their names. */
  final Map<String, String> disturbed = new HashMap<>();

  private final Baseline baseline;
  private final List<String> roles;
  private final Function<Experiment, Stream<OperationSummary>> summaries;

  /**
   * Imagines one.
   *
   * @param summaries what the operations of an experiment took; asked whenever the run is judged
   */
  ImaginedRun(
      Baseline baseline,
      List<String> roles,
      Function<Experiment, Stream<OperationSummary>> summaries) {
    this.baseline = baseline;
    this.roles = roles;
    this.summaries = summaries;
  }

  /** The experiments' ids. */
  List<String> names() {
    return baseline.experiments().stream().map(Experiment::id).toList();
  }

  /** How a statement of the report compares. */
  FigureRecord statement(String id) {
    return comparison().statements().stream()
        .filter(it -> it.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** The verdicts by claim. */
  Map<String, Verdict> verdicts() {
    return comparison().claims().stream()
        .collect(Collectors.toMap(ClaimRecord::id, ClaimRecord::verdict));
  }

  /** What came of a claim. */
  ClaimRecord claim(String id) {
    return comparison().claims().stream()
        .filter(it -> it.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private Comparison comparison() {
    return new Comparison(baseline, measured(), "quick");
  }

  private Measured measured() {
    List<String> names = names();
    return Records.with(
        Records.measured(runs(), were().flatMap(summaries).toList()),
        "notRun",
        notRun,
        "quantities",
        Quantities.once(quantities),
        "usages",
        names.stream().flatMap(it -> roles.stream().map(role -> usage(it, role))).toList(),
        "phases",
        IntStream.range(0, names.size())
            .mapToObj(i -> new Stretch(names.get(i), 100.0 * i, 100.0 * i + 10))
            .toList(),
        "resources",
        roles.stream().map(this::series).toList());
  }

  private Stream<Experiment> were() {
    return baseline.experiments().stream().filter(it -> !notRun.containsKey(it.id()));
  }

  private List<ExperimentRun> runs() {
    Stream<String> names = Stream.concat(were().map(Experiment::id), disturbed.keySet().stream());
    return names.distinct().map(this::run).toList();
  }

  private ExperimentRun run(String name) {
    String why = disturbed.get(name);
    return new ExperimentRun(
        name, Variant.REPORT_EXACT, 1, "closed", 30, 4, 10, 1, 0, why, null, null);
  }

  private double percent(String role, String experiment) {
    return cpu.getOrDefault(role + " " + experiment, 0.0);
  }

  private Usage usage(String experiment, String role) {
    Double after = heaps.get(role + " " + experiment);
    Double before = after == null ? null : 60.0;
    double seconds = percent(role, experiment) / 10;
    return new Usage(experiment, 1, role, 10, seconds, 100, before, after, 300.0);
  }

  /** What one repetition tells of its own spread: 2 % from one second to the next. */
  private ResourceSeries series(String role) {
    List<ResourceSeries.Sample> samples = new ArrayList<>();
    List<String> names = names();
    for (int i = 0; i < names.size(); i++) {
      for (int second = 0; second <= 10; second++) {
        double off = second % 2 == 0 ? 1.01 : 0.99;
        samples.add(
            new ResourceSeries.Sample(100.0 * i + second, off * percent(role, names.get(i))));
      }
    }
    return new ResourceSeries(role, ResourceSeries.CPU, "%", samples);
  }
}
