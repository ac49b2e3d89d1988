package org.reprise.load.ebms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.system.Needs;

/** What a run of the Digikoppeling report takes, from what its parts took on two cores. */
final class EbmsNeeds {
  private static final long MIB = 1024L * 1024;

  /** PostgreSQL, the service, its partner, and the calibration. */
  private static final Duration START = Duration.ofSeconds(15);

  /** Gatling's own start, its warm-up, and the last Pongs. */
  private static final Duration LOAD_START = Duration.ofSeconds(6);

  /** Command, service, partner, generator, PostgreSQL. */
  private static final long LOCAL_MEMORY = (350 + 450 + 150 + 600 + 250) * MIB;

  private static final long REMOTE_MEMORY = (350 + 150 + 600) * MIB;

  /** PostgreSQL's empty cluster, the unpacked programs, results. */
  private static final long DISK = 400 * MIB;

  private EbmsNeeds() {}

  static Needs of(EbmsPlan plan) {
    var wall = plan.length().plus(LOAD_START.multipliedBy(plan.loadProcesses()));
    if (plan.local()) {
      wall = wall.plus(START);
    }
    if (plan.benches()) {
      wall = wall.plus(plan.benchTime());
    }
    return new Needs(
        wall, plan.local() ? DISK : DISK / 8, plan.local() ? LOCAL_MEMORY : REMOTE_MEMORY);
  }

  /** How many steps a run shows. */
  static int steps(EbmsPlan plan) {
    return (plan.local() ? 3 : 1)
        + plan.loadProcesses()
        + plan.warmUps()
        + (plan.benches() ? 1 : 0)
        + 1;
  }

  static List<String> describe(EbmsPlan plan) {
    var lines = new ArrayList<>(plan.text());
    lines.add(
        "%-18s %s"
            .formatted("capacity", plan.benches() ? "measured beside its floors" : "not measured"));
    lines.add(
        "%-18s %s"
            .formatted(
                "network latency",
                plan.wishes().latency().isZero()
                    ? "none added (the report's times hold 14 ms of it)"
                    : plan.wishes().latency().toMillis() + " ms added to every Ping"));
    if (!plan.local()) {
      var sink = plan.wishes().sink();
      lines.add("%-18s come to %s:%d".formatted("Pongs", sink.host(), sink.port()));
    }
    return lines;
  }
}
