package org.reprise.load.system;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;

/**
 * A system that can be measured: its report, the reference service that runs are pointed at, and
 * what its runs and benchmarks are. Options and commands are picocli's: objects of their own for
 * each command line.
 */
public interface MeasuredSystem extends ReferenceService {
  /** As on the command line, for example {@code cps}. */
  String id();

  /** What it is, in a few words. */
  String title();

  /** The report that it is compared with. */
  Baseline baseline();

  /** All services that it consists of, itself among them; each after those that it needs. */
  default List<ReferenceService> services() {
    return List.of(this);
  }

  /** The system's own options of {@code run}. */
  RunOptions runOptions();

  /** What somebody measured by hand with the system's simulation. */
  Measured byHand(GatlingLog log, @Nullable String experiment);

  /** {@code bench} of the system: a command with its options. */
  Callable<Integer> bench();

  /** Further commands that only this system has. */
  default List<Callable<Integer>> commands() {
    return List.of();
  }
}
