package org.reprise.load.cps;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;

/**
 * What {@link CpsRemoteSimulation} measured when somebody ran it by hand, as far as Gatling's log
 * tells.
 */
public final class GatlingResult {
  private GatlingResult() {}

  /**
   * Takes it for one experiment of the report.
   *
   * @param experiment its id; null where the simulation was run with {@code -Dexperiment}, whose
   *     scenario has its name
   * @throws IllegalArgumentException where it is not known which experiment it is, or the log is of
   *     another simulation
   */
  public static Measured of(GatlingLog log, Baseline report, @Nullable String experiment) {
    if (!log.simulation().equals(CpsRemoteSimulation.class.getName())) {
      throw new IllegalArgumentException(
          "%s is not a simulation of %s, which is %s"
              .formatted(log.simulation(), report.id(), CpsRemoteSimulation.class.getName()));
    }
    var id = experiment == null ? named(log, report) : experiment;
    var load =
        CpsExperiments.load(
            report
                .experiment(id)
                .orElseThrow(() ->
                    new IllegalArgumentException(report.id() + " has no experiment '" + id + "'")));
    var operations = new ArrayList<OperationSummary>();
    long failed = 0;
    long flows = 0;
    for (var operation : CpsOperation.values()) {
      for (var request : log.requests()) {
        if (request.group().isEmpty() && request.name().equals(operation.name())) {
          operations.add(summary(id, operation, request));
          failed += request.failed();
          flows = operation == CpsOperation.DELETE_ANCHOR ? request.passed() : flows;
        }
      }
    }
    var run =
        new ExperimentRun(
            id,
            "by-hand",
            1,
            "closed",
            load.threads(),
            (int) (flows / load.threads()),
            log.seconds(),
            log.seconds() > 0 ? flows / log.seconds() : 0,
            failed,
            failed > 0 ? failed + " requests failed: " + String.join("; ", log.errors()) : null,
            null,
            null);
    return Measured.byHand(List.of(run), operations);
  }

  private static String named(GatlingLog log, Baseline report) {
    return log.scenarios().stream()
        .filter(scenario -> report.experiment(scenario).isPresent())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "which experiment of %s is it? Say --experiment ID (reprise list names them)"
                    .formatted(report.id())));
  }

  private static OperationSummary summary(
      String id, CpsOperation operation, GatlingLog.Request request) {
    return new OperationSummary(
        id,
        "by-hand",
        1,
        operation.id(),
        request.passed(),
        request.failed(),
        request.minMs(),
        request.maxMs(),
        request.meanMs(),
        request.stdDevMs(),
        request.p50Ms(),
        request.p95Ms(),
        request.p99Ms(),
        null,
        null,
        null);
  }
}
