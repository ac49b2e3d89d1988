package org.reprise.load.cps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.baseline.Mode;
import org.reprise.load.system.Needs;

/** What a run of CPS-307 takes, from what its parts took on two cores. */
final class CpsNeeds {
  private static final long MIB = 1024L * 1024;

  /** PostgreSQL, the service, and the calibration. */
  private static final double START_SECONDS = 15;

  private static final double EMBEDDED_START_SECONDS = 3.5;
  private static final double REMOTE_START_SECONDS = 7;
  private static final double CHECK_SECONDS = 2;
  private static final double EMBEDDED_FLOWS_PER_SECOND = 160;
  private static final double REMOTE_FLOWS_PER_SECOND = 120;
  private static final double HASHING_START_SECONDS = 15;
  private static final double HASHING_WINDOW_SECONDS = 34;

  /** Command, service, generator, PostgreSQL. */
  private static final long LOCAL_MEMORY = (350 + 750 + 600 + 400) * MIB;

  private static final long REMOTE_MEMORY = (350 + 600) * MIB;

  /** PostgreSQL's empty cluster, the unpacked programs, results. */
  private static final long DISK = 400 * MIB;

  /** Write-ahead log and dead rows of one second's flows. */
  private static final long DISK_PER_SECOND = 30 * MIB;

  /** PostgreSQL reuses its log beyond this (max_wal_size), and its dead rows. */
  private static final long MOST_DISK = 4096 * MIB;

  private CpsNeeds() {}

  static Needs of(CpsPlan plan) {
    double load = 0;
    double rest = CHECK_SECONDS + (plan.local() ? START_SECONDS : 0);
    for (var setting : plan.settings()) {
      var embedded = setting.experiment().mode() == Mode.EMBEDDED;
      var flows = (double) setting.threads() * setting.circles();
      load +=
          plan.repeat()
              * (windows(plan)
                  + flows / (embedded ? EMBEDDED_FLOWS_PER_SECOND : REMOTE_FLOWS_PER_SECOND));
    }
    rest += plan.repeat() * plan.embeddedSettings() * EMBEDDED_START_SECONDS;
    if (plan.embeddedSettings() < plan.settings().size()) {
      load += plan.repeat() * plan.profile().serviceWarmUp().toMillis() / 1000.0;
      rest += plan.repeat() * REMOTE_START_SECONDS;
    }
    if (plan.measuresFloor()) {
      load += windows(plan);
      rest += EMBEDDED_START_SECONDS;
    }
    if (plan.explains()) {
      rest += HASHING_START_SECONDS + plan.explained().size() * HASHING_WINDOW_SECONDS;
    }
    return new Needs(
        Duration.ofSeconds(Math.round(load + rest)),
        plan.local() ? Math.min(MOST_DISK, DISK + Math.round(load) * DISK_PER_SECOND) : DISK / 8,
        plan.local() ? LOCAL_MEMORY : REMOTE_MEMORY);
  }

  /** How many steps a run shows. */
  static int steps(CpsPlan plan) {
    var start = plan.local() ? 3 : 1;
    var explanation = plan.explains() ? 1 + plan.explained().size() : 0;
    var floor = plan.measuresFloor() ? 1 : 0;
    return start + plan.processes() * plan.repeat() + floor + explanation + 1;
  }

  private static double windows(CpsPlan plan) {
    return plan.profile().warmUp().plus(plan.profile().window()).toMillis() / 1000.0;
  }

  static List<String> describe(CpsPlan plan) {
    var lines = new ArrayList<String>();
    for (var setting : plan.settings()) {
      lines.add(
          "%-18s %d threads × %d circles, then %.1f s of warm-up and a window of %.1f s"
              .formatted(
                  setting.experiment().id(),
                  setting.threads(),
                  setting.circles(),
                  plan.profile().warmUp().toMillis() / 1000.0,
                  plan.profile().window().toMillis() / 1000.0));
    }
    if (plan.embeddedSettings() < plan.settings().size()) {
      lines.add(
          "%-18s %.0f s of load on the service, before the first remote window"
              .formatted("warm-up", plan.profile().serviceWarmUp().toMillis() / 1000.0));
    }
    lines.add(
        "floor              "
            + (plan.measuresFloor() ? "measured beside embedded" : "not measured"));
    lines.add("explanation        " + (plan.explains() ? "tested" : "not tested"));
    return lines;
  }
}
