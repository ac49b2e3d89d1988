package org.reprise.load.system;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;

/**
 * A system that can be measured: its report, how its reference service is started and found, and
 * what its runs and benchmarks are. Options and commands are picocli's: objects of their own for
 * each command line.
 */
public interface MeasuredSystem {
  /** As on the command line, for example {@code cps}. */
  String id();

  /** What it is, in a few words. */
  String title();

  /** The report that it is compared with. */
  Baseline baseline();

  /** The module of its reference service. */
  String module();

  /** Where the service is found when {@code up} or compose started it. */
  Target.Address address();

  /** What the service needs beside the database. */
  default Set<LocalServers.Role> servers() {
    return Set.of();
  }

  /**
   * The service for {@code up}.
   *
   * @param servers the database and what {@link #servers()} names run
   * @param environment the user's, which the process inherits: a setting that is there is the
   *     user's to decide
   */
  ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment);

  /**
   * What the user of a service that {@code up} starts should know of its settings, a line each.
   *
   * @param environment the user's
   */
  default List<String> remarks(Map<String, String> environment) {
    return List.of();
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
