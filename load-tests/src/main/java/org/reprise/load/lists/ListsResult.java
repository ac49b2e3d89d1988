package org.reprise.load.lists;

import org.jspecify.annotations.Nullable;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;

/** What somebody measured by hand with {@link ListsCicoSimulation}. */
public final class ListsResult {
  private ListsResult() {}

  /**
   * Refuses: the report's figures are times of transactions, and Gatling's log has those of single
   * requests.
   *
   * @throws IllegalArgumentException always, saying what to do instead
   */
  public static Measured of(GatlingLog log, @Nullable String experiment) {
    throw new IllegalArgumentException(
        "%s: the times of transactions, which %s publishes, are not in Gatling's log: use reprise run lists%s"
            .formatted(
                log.simulation(),
                ListsPlan.REPORT,
                experiment == null ? "" : " --experiment " + experiment));
  }
}
