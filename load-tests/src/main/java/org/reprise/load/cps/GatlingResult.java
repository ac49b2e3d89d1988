package org.reprise.load.cps;

import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.gatling.ByHand;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;

/** What {@link CpsRemoteSimulation} measured when somebody ran it by hand. */
public final class GatlingResult {
  private GatlingResult() {}

  /**
   * Takes it for one experiment of the report, see {@link ByHand#of}.
   *
   * @throws IllegalArgumentException where it is not known which experiment it is, or the log is of
   *     another simulation
   */
  public static Measured of(GatlingLog log, Baseline report, @Nullable String experiment) {
    var byHand = ByHand.of(log, CpsRemoteSimulation.class, report, experiment);
    long failed = 0;
    long flows = 0;
    for (var operation : CpsOperation.values()) {
      var requests = byHand.operation(operation.id(), operation.name());
      failed += requests.map(GatlingLog.Request::failed).orElse(0L);
      if (operation == CpsOperation.DELETE_ANCHOR) {
        flows = requests.map(GatlingLog.Request::passed).orElse(0L);
      }
    }
    var threads = CpsExperiments.load(byHand.experiment()).threads();
    return byHand.measured(
        "closed",
        threads,
        (int) (flows / threads),
        flows,
        failed > 0 ? failed + " requests failed: " + String.join("; ", log.errors()) : null);
  }
}
