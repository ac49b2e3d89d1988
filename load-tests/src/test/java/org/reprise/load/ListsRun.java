package org.reprise.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Figure;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Usage;
import org.reprise.load.measure.Variant;

/** A run of the FOLIO report as it could have been measured, to be bent by the tests. */
public final class ListsRun {
  public static final Baseline BASELINE = Baselines.load("folio-lists-poppy");

  private static final List<String> PROCESSES =
      List.of("lists", "circulation", "import", "primary", "standby", "kafka", "generator");

  private final int repetitions;
  private final Map<String, double[]> factors = new HashMap<>();
  private final Map<String, String> notRun = new LinkedHashMap<>();
  private final List<Check> checks = new ArrayList<>();
  private double[] drift = {1};

  private ListsRun(int repetitions) {
    this.repetitions = repetitions;
  }

  /** A tenth of every published time, in three repetitions. */
  public static ListsRun good() {
    return repeated(3);
  }

  public static ListsRun repeated(int repetitions) {
    return new ListsRun(repetitions);
  }

  /** The machine's own speed, repetition by repetition. */
  public ListsRun drift(double... byRepetition) {
    drift = byRepetition.clone();
    return this;
  }

  /** Bends one operation of one experiment, repetition by repetition. */
  public ListsRun time(String experiment, String operation, double... byRepetition) {
    factors.put(experiment + " " + operation, byRepetition.clone());
    return this;
  }

  /** Bends the CPU of one process in one experiment. */
  public ListsRun cpu(String experiment, String process, double... byRepetition) {
    factors.put(experiment + " cpu " + process, byRepetition.clone());
    return this;
  }

  /** Bends the heap of one process after one experiment. */
  public ListsRun heap(String experiment, String process, double... byRepetition) {
    factors.put(experiment + " heap " + process, byRepetition.clone());
    return this;
  }

  public ListsRun without(String experiment, String why) {
    notRun.put(experiment, why);
    return this;
  }

  public ListsRun check(Check check) {
    checks.add(check);
    return this;
  }

  public Measured measured() {
    List<ExperimentRun> runs = new ArrayList<>();
    List<OperationSummary> operations = new ArrayList<>();
    List<Usage> usages = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (Experiment experiment : BASELINE.experiments()) {
        if (!notRun.containsKey(experiment.id())) {
          runs.add(run(experiment, repetition));
          for (String operation : operations(experiment)) {
            operations.add(summary(experiment, operation, repetition));
          }
          for (String process : PROCESSES) {
            usages.add(usage(experiment, process, repetition));
          }
        }
      }
    }
    return Records.with(
        Records.measured(runs, operations),
        "checks",
        checks,
        "usages",
        usages,
        "quantities",
        Quantities.once(
            Map.of(
                "scale.lists", 10.0,
                "scale.rows", 200_000.0,
                "scale.items", 300_000.0,
                "scale.desks", 20.0,
                "scale.records", 2_500.0,
                "scale.compatPollSeconds", 1.0)),
        "notRun",
        notRun);
  }

  private static List<String> operations(Experiment experiment) {
    return switch (experiment.id()) {
      case "parallel-on-fast" -> List.of("refresh", "check-in", "check-out", "data-import");
      case "lists-separate-off-checked-out", "lists-separate-on-fast" -> List.of("refresh");
      default -> experiment.operations();
    };
  }

  private static ExperimentRun run(Experiment experiment, int repetition) {
    return new ExperimentRun(
        experiment.id(),
        Variant.REPORT_EXACT,
        repetition,
        "workflows",
        30,
        1,
        60,
        5,
        0,
        null,
        null,
        null);
  }

  private OperationSummary summary(Experiment experiment, String operation, int repetition) {
    double published =
        published("%s.%s.avg".formatted(experiment.id(), operation))
            .orElseGet(() -> published("parallel-on.%s.avg".formatted(operation)).orElseThrow());
    double mean =
        published
            / 10
            * at(drift, repetition)
            * factor(experiment.id() + " " + operation, repetition);
    return new OperationSummary(
        experiment.id(),
        Variant.REPORT_EXACT,
        repetition,
        operation,
        10,
        0,
        mean / 2,
        mean * 3,
        mean,
        mean / 20,
        mean,
        mean * 2,
        mean * 3,
        null,
        null);
  }

  private static Optional<Double> published(String figure) {
    return BASELINE.published(figure);
  }

  private Usage usage(Experiment experiment, String process, int repetition) {
    double peak =
        published(experiment.id(), process)
            * factor(experiment.id() + " cpu " + process, repetition);
    boolean service = PROCESSES.indexOf(process) < 3;
    double after = 120 * factor(experiment.id() + " heap " + process, repetition);
    return new Usage(
        experiment.id(),
        repetition,
        process,
        60,
        peak / 2,
        peak,
        service ? 110.0 : null,
        service ? after : null,
        310.0);
  }

  /** The published peak of the process, or of the busiest service where it has none of its own. */
  private static double published(String experiment, String process) {
    return BASELINE.statements().stream()
        .filter(s ->
            String.valueOf(s.measuredBy())
                .contains("cpu-peak(%s, %s)".formatted(process, experiment)))
        .min(Comparator.comparing(s -> String.valueOf(s.measuredBy()).length()))
        .map(Figure::value)
        .orElse(30.0);
  }

  private double factor(String key, int repetition) {
    return at(factors.getOrDefault(key, new double[] {1}), repetition);
  }

  private static double at(double[] values, int repetition) {
    return values[(repetition - 1) % values.length];
  }
}
