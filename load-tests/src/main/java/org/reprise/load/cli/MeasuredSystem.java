package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Suite;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;

/**
 * A system that can be measured: its report, how its reference service is started and found, and
 * what a run of its suite consists of.
 */
sealed interface MeasuredSystem permits CpsSystem, EbmsSystem, ListsSystem {
  /** Each of them, in the order in which {@code run all} measures. */
  List<MeasuredSystem> ALL = List.of(new CpsSystem(), new EbmsSystem(), new ListsSystem());

  /** Stands for all of them on the command line. */
  String EACH = "all";

  /** As on the command line, for example {@code cps}. */
  String id();

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

  /** What a run will do. */
  PlannedRun plan(RunOptions options, Target target);

  /** What somebody measured by hand with the system's simulation. */
  Measured byHand(GatlingLog log, @Nullable String experiment);

  /** The ones that an argument names. */
  static List<MeasuredSystem> named(String argument) {
    var found = ALL.stream().filter(s -> argument.equals(EACH) || s.id().equals(argument)).toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no system '%s', but: %s, %s"
              .formatted(
                  argument,
                  String.join(", ", ALL.stream().map(MeasuredSystem::id).toList()),
                  EACH));
    }
    return found;
  }

  /** What the options of {@code run} say, whichever system they are of. */
  record RunOptions(
      String profile,
      @Nullable String experiment,
      int repeat,
      long seed,
      ProcessorOptions processors,
      CpsOptions cps,
      EbmsOptions ebms,
      ListsOptions lists) {}

  /** A run before it begins. */
  interface PlannedRun {
    String profile();

    int repeat();

    /** What it takes. */
    Needs needs();

    /** How many steps it shows. */
    int steps();

    /** Says in lines what it will do. */
    void describe(PrintWriter out);

    /** Why each experiment that is left out is left out. */
    Map<String, String> notRun();

    /** Starts what has to be started. */
    RunningTarget open(Target target, Home home, Path logs, ProgressDisplay display)
        throws IOException, InterruptedException;

    /** The measurement against what {@link #open} gave. */
    Suite suite(RunningTarget target, Home home, Path folder, ProgressDisplay display);
  }
}
