package org.reprise.load.lists;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.system.Needs;

/** What a run of the FOLIO report takes, from what its parts took on two cores. */
final class ListsNeeds {
  private static final long MIB = 1024L * 1024;

  /** Both databases, the broker, four services, and the calibration. */
  private static final Duration START = Duration.ofSeconds(60);

  /** Reset, Gatling's own start, coming to rest, checks: of each cell. */
  private static final Duration AROUND_CELL = Duration.ofSeconds(9);

  /** Command, four services, generator, broker, two databases. */
  private static final long MEMORY = (400 + 2 * 750 + 2 * 450 + 600 + 400 + 2 * 500) * MIB;

  /** Two clusters with their WAL, the broker's log, programs, results. */
  private static final long DISK = 2_500 * MIB;

  /** Of tables, indexes and WAL on both servers, for each item and each record imported, bytes. */
  private static final long DISK_PER_RECORD = 12_000;

  private ListsNeeds() {}

  static Needs of(ListsPlan plan) {
    var records = (long) plan.profile().inventory().items() + 2L * plan.profile().records();
    var filling = Duration.ofMillis(plan.profile().inventory().items() / 10);
    var around = AROUND_CELL.plusMillis(plan.profile().inventory().items() / 20);
    return new Needs(
        START
            .plus(filling)
            .plus(plan.profile().warmUp().multipliedBy(2))
            .plus(around.multipliedBy(plan.cells()))
            .plus(plan.length()),
        DISK + records * DISK_PER_RECORD,
        MEMORY);
  }

  /** How many steps a run shows. */
  static int steps(ListsPlan plan) {
    return 6 + (plan.profile().warmUp().isPositive() ? 2 : 0) + plan.cells();
  }

  static List<String> describe(ListsPlan plan) {
    var lines = new ArrayList<>(plan.text());
    lines.add(
        "a list is looked at "
            + (plan.pollPause().isZero()
                ? "without a pause, as in the report"
                : "every " + plan.pollPause().toMillis() + " ms"));
    return lines;
  }
}
