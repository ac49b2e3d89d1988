package org.reprise.load.ebms;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.OperationSummary;

/**
 * What {@link EbmsPingSimulation} measured when somebody ran it by hand, as far as Gatling's log
 * tells.
 */
public final class PingResult {
  private PingResult() {}

  /**
   * Takes it for one experiment of the report.
   *
   * @param experiment its id; null where the simulation was run with {@code -Dexperiment}, whose
   *     scenario has its name
   * @throws IllegalArgumentException where it is not known which experiment it is, or the log is of
   *     another simulation
   */
  public static Measured of(GatlingLog log, @Nullable String experiment) {
    if (!log.simulation().equals(EbmsPingSimulation.class.getName())) {
      throw new IllegalArgumentException(
          "%s is not a simulation of %s, which is %s"
              .formatted(
                  log.simulation(), EbmsExperiments.REPORT, EbmsPingSimulation.class.getName()));
    }
    var id = experiment == null ? named(log) : EbmsExperiments.require(experiment).id();
    var request =
        log.requests().stream()
            .filter(r -> r.name().equals(EbmsPing.PING))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("the log holds no Ping"));
    var run =
        new ExperimentRun(
            id,
            "by-hand",
            1,
            "open",
            0,
            (int) (request.passed() + request.failed()),
            log.seconds(),
            log.seconds() > 0 ? request.passed() / log.seconds() : 0,
            request.failed(),
            null,
            null,
            null);
    return Measured.byHand(List.of(run), List.of(summary(id, request)));
  }

  private static String named(GatlingLog log) {
    return log.scenarios().stream()
        .filter(scenario -> EbmsExperiments.baseline().experiment(scenario).isPresent())
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "which experiment of %s is it? Say --experiment ID (reprise list names them)"
                    .formatted(EbmsExperiments.REPORT)));
  }

  private static OperationSummary summary(String id, GatlingLog.Request request) {
    return new OperationSummary(
        Objects.requireNonNull(id),
        "by-hand",
        1,
        EbmsLoad.PING,
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
