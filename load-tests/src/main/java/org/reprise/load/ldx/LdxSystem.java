package org.reprise.load.ldx;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

/** An index of links with the applications that it reads, measured by the CLM report. */
public record LdxSystem() implements MeasuredSystem {
  private static final Duration POLL = Duration.ofSeconds(60);

  @Override
  public String id() {
    return "ldx";
  }

  @Override
  public String title() {
    return "link index of CLM, with the applications whose changes it reads";
  }

  @Override
  public Baseline baseline() {
    return LdxPlan.report();
  }

  @Override
  public String module() {
    return LdxServices.INDEX;
  }

  @Override
  public Target.Address address() {
    return LdxServices.INDEX_ADDRESS;
  }

  @Override
  public List<ReferenceService> services() {
    return List.of(new FeedService(), this);
  }

  @Override
  public Set<LocalServers.Role> servers() {
    return Set.of(LocalServers.Role.BROKER);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    return LdxServices.index(
        servers.requireDatabase().database(LdxServices.LDX),
        credentials,
        feeds(environment),
        Set.of(Applications.GLOBAL_ADDRESS.here(environment)),
        POLL,
        Map.of(Applications.KAFKA, servers.broker().orElseThrow().bootstrapServers()));
  }

  /** What it reads: global configurations, too, where their server is there. */
  static Map<String, URI> feeds(Map<String, String> environment) {
    var feeds = new LinkedHashMap<String, URI>();
    LdxServices.SOURCES.forEach(it -> feeds.put(it, Applications.ADDRESS.here(environment)));
    if (environment.containsKey(Applications.GLOBAL_ADDRESS.variable())) {
      feeds.put("gc", Applications.GLOBAL_ADDRESS.here(environment));
    }
    return feeds;
  }

  @Override
  public RunOptions runOptions() {
    return new LdxRunOptions();
  }

  /**
   * Refuses: the report's figures are links of the counted time, and Gatling's log is of all the
   * time, the coming of users included.
   *
   * @throws IllegalArgumentException always, saying what to do instead
   */
  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    throw new IllegalArgumentException(
        "%s: the links of the time in which all users are there, which %s publishes, are not in Gatling's log: use reprise run ldx%s"
            .formatted(
                log.simulation(),
                LdxPlan.REPORT,
                experiment == null ? "" : " --experiment " + experiment));
  }

  @Override
  public Callable<Integer> bench() {
    return new LdxBench();
  }
}
