package org.reprise.load.gatling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;

/**
 * What a simulation measured that somebody ran by hand, as far as Gatling's log tells: one
 * experiment of a report.
 */
public final class ByHand {
  private static final String VARIANT = "by-hand";

  private final GatlingLog log;
  private final Experiment experiment;
  private final List<OperationSummary> operations = new ArrayList<>();

  private ByHand(GatlingLog log, Experiment experiment) {
    this.log = log;
    this.experiment = experiment;
  }

  /**
   * Takes a log for one experiment of a report.
   *
   * @param simulation whose log it must be
   * @param experiment its id; null where the simulation was run with {@code -Dexperiment}, whose
   *     scenario has its name
   * @throws IllegalArgumentException where it is not known which experiment it is, or the log is of
   *     another simulation
   */
  public static ByHand of(
      GatlingLog log, Class<?> simulation, Baseline report, @Nullable String experiment) {
    if (!log.simulation().equals(simulation.getName())) {
      throw new IllegalArgumentException(
          "%s is not a simulation of %s, which is %s"
              .formatted(log.simulation(), report.id(), simulation.getName()));
    }
    if (experiment != null) {
      return new ByHand(
          log,
          report
              .experiment(experiment)
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "%s has no experiment '%s'".formatted(report.id(), experiment))));
    }
    return log.scenarios().stream()
        .flatMap(scenario -> report.experiment(scenario).stream())
        .findFirst()
        .map(named -> new ByHand(log, named))
        .orElseThrow(() ->
            new IllegalArgumentException(
                "which experiment of %s is it? Say --experiment ID (reprise list names them)"
                    .formatted(report.id())));
  }

  /** The experiment that it is taken for. */
  public Experiment experiment() {
    return experiment;
  }

  /**
   * Takes the requests of a name, in no group, for an operation of the report.
   *
   * @return their statistics; empty where the log has none of them
   */
  public Optional<GatlingLog.Request> operation(String id, String name) {
    var found =
        log.requests().stream()
            .filter(request -> request.group().isEmpty() && request.name().equals(name))
            .findFirst();
    found.ifPresent(it ->
        operations.add(
            new OperationSummary(
                experiment.id(),
                VARIANT,
                1,
                id,
                it.passed(),
                it.failed(),
                it.minMs(),
                it.maxMs(),
                it.meanMs(),
                it.stdDevMs(),
                it.p50Ms(),
                it.p95Ms(),
                it.p99Ms(),
                null,
                null,
                null)));
    return found;
  }

  /**
   * The figures of the operations that were taken.
   *
   * @param model as {@link ExperimentRun} calls it
   * @param users at once; 0 in an open model
   * @param passes flows that each user did, in an open model all flows
   * @param flows that ended well
   * @param fault why they say nothing; null where they do
   */
  public Measured measured(
      String model, int users, int passes, long flows, @Nullable String fault) {
    var failed = operations.stream().mapToLong(OperationSummary::errors).sum();
    var rate = log.seconds() > 0 ? flows / log.seconds() : 0;
    return Measured.byHand(
        List.of(
            new ExperimentRun(
                experiment.id(),
                VARIANT,
                1,
                model,
                users,
                passes,
                log.seconds(),
                rate,
                failed,
                fault,
                null,
                null)),
        operations);
  }
}
