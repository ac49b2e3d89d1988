package org.reprise.load.gc;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.FeedService;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.ReferenceService;
import org.reprise.load.system.RunOptions;

/** Global configurations with the applications that contribute to them, by the CLM report. */
public record GcSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "gc";
  }

  @Override
  public String title() {
    return "global configurations of CLM, with the applications that contribute to them";
  }

  @Override
  public Baseline baseline() {
    return GcPlan.report();
  }

  @Override
  public String module() {
    return GcServices.MODULE;
  }

  @Override
  public Target.Address address() {
    return GcServices.ADDRESS;
  }

  @Override
  public List<ReferenceService> services() {
    return List.of(this, new FeedService());
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    var applications = new LinkedHashMap<String, URI>();
    Applications.ALL.forEach(it -> applications.put(it, Applications.ADDRESS.here(environment)));
    return GcServices.service(
        servers.requireDatabase().database(GcServices.GC), credentials, applications, Map.of());
  }

  @Override
  public RunOptions runOptions() {
    return new GcRunOptions();
  }

  /**
   * Refuses: users need to know the configurations that the run has filled the service with.
   *
   * @throws IllegalArgumentException always, saying what to do instead
   */
  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    throw new IllegalArgumentException(
        "%s: what %s publishes is of users in their pace, which is not in Gatling's log: use reprise run gc%s"
            .formatted(
                log.simulation(),
                GcPlan.REPORT,
                experiment == null ? "" : " --experiment " + experiment));
  }

  @Override
  public Callable<Integer> bench() {
    return new GcBench();
  }
}
