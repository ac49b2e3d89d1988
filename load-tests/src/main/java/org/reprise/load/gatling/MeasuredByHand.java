package org.reprise.load.gatling;

import io.gatling.javaapi.core.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;

/**
 * What a simulation of ours measured when somebody ran it by hand, as far as Gatling's log tells,
 * taken for one experiment of a report. It counts as report-exact and, since there is nothing else
 * to judge by, as steady too.
 *
 * @param report that the simulation belongs to
 * @param simulation its class
 * @param operations the report's operations by the names of the requests, in the order of a flow
 */
public record MeasuredByHand(
    Baseline report, Class<? extends Simulation> simulation, Map<String, String> operations) {
  /**
   * Takes a result for one experiment.
   *
   * @param said the experiment's id; null where the simulation was run with {@code -Dexperiment},
   *     whose scenario has its name
   * @throws IllegalArgumentException where it is not known which experiment it is, or the log is of
   *     another simulation or holds none of its requests
   */
  public Measured of(GatlingLog log, @Nullable String said) {
    if (!log.simulation().equals(simulation.getName())) {
      throw new IllegalArgumentException(
          "%s is not a simulation of %s, which is %s"
              .formatted(log.simulation(), report.id(), simulation.getName()));
    }
    var id = said == null ? named(log) : said;
    var experiment =
        report
            .experiment(id)
            .orElseThrow(() ->
                new IllegalArgumentException(report.id() + " has no experiment '" + id + "'"));
    var requests = requests(log);
    if (requests.isEmpty()) {
      throw new IllegalArgumentException(
          "the log holds no request named " + String.join(", ", operations.keySet()));
    }
    var variants = List.of(Variant.REPORT_EXACT, Variant.STEADY);
    return Measured.of(
        variants.stream().map(it -> run(log, experiment, requests, it)).toList(),
        variants.stream()
            .flatMap(it -> requests.stream().map(request -> summary(id, it, request)))
            .toList());
  }

  private String named(GatlingLog log) {
    return log.scenarios().stream()
        .filter(scenario -> report.experiment(scenario).isPresent())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "which experiment of %s is it? Say --experiment ID (reprise list names them)"
                    .formatted(report.id())));
  }

  private List<GatlingLog.Request> requests(GatlingLog log) {
    var requests = new ArrayList<GatlingLog.Request>();
    for (var name : operations.keySet()) {
      log.requests().stream()
          .filter(it -> it.group().isEmpty() && it.name().equals(name))
          .forEach(requests::add);
    }
    return requests;
  }

  /** A flow has ended when its last request has. */
  private ExperimentRun run(
      GatlingLog log, Experiment experiment, List<GatlingLog.Request> requests, String variant) {
    var failed = requests.stream().mapToLong(GatlingLog.Request::failed).sum();
    var last = List.copyOf(operations.keySet()).getLast();
    var flows =
        requests.stream()
            .filter(it -> it.name().equals(last))
            .mapToLong(GatlingLog.Request::passed)
            .sum();
    var threads = experiment.loadModel() instanceof LoadModel.Closed it ? it.threads() : 0;
    return new ExperimentRun(
        experiment.id(),
        variant,
        1,
        threads > 0 ? "closed" : "open",
        threads,
        (int) (threads > 0 ? flows / threads : flows + failed),
        log.seconds(),
        log.seconds() > 0 ? flows / log.seconds() : 0,
        failed,
        failed > 0 && !experiment.goesBeyondTheKnee()
            ? failed + " requests failed: " + String.join("; ", log.errors())
            : null,
        null,
        null);
  }

  private OperationSummary summary(String experiment, String variant, GatlingLog.Request request) {
    return new OperationSummary(
        experiment,
        variant,
        1,
        operations.getOrDefault(request.name(), request.name()),
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
