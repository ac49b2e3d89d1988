package org.reprise.load.system;

import java.util.List;
import java.util.concurrent.Callable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.engine.Suite;

/**
 * A system that can be measured: its report, the reference service that runs are pointed at, and
 * what its runs are. Options and commands are picocli's: objects of their own for each command
 * line.
 */
public interface MeasuredSystem {
  /** As on the command line, for example {@code cps}. */
  String id();

  /** What it is, in a few words. */
  String title();

  Baseline baseline();

  /** The service that runs are pointed at. */
  ServiceRole service();

  /** All services that it consists of; each after those that it needs. */
  default List<ServiceRole> services() {
    return List.of(service());
  }

  /** What its runs do, with the options of {@code run} that only it has. */
  Suite suite();

  /** Further commands that only this system has. */
  default List<Callable<Integer>> commands() {
    return List.of();
  }
}
