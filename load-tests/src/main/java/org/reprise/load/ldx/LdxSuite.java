package org.reprise.load.ldx;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ClmSuite;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ServiceRole.Site;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.RunListener;

/** An index of links with the applications that it reads, measured by the CLM report. */
public final class LdxSuite extends ClmSuite {
  static final String INDEX = "ldx-indexer";

  static final Target.Address INDEX_ADDRESS =
      new Target.Address("LDX_PORT", 8887, "/ldx/web/admin/data-sources", true);

  /** The feeds that the report's index reads in a measured run: without that of requirements. */
  static final List<String> SOURCES = List.of(Applications.CCM, Applications.QM);

  static final String LDX = "ldx";
  private static final Duration POLL = Duration.ofSeconds(60);
  private static final String WITHOUT_CONTEXT = "REPRISE_LDX_QUERY_VERSIONSWITHOUTCONTEXT";
  private static final String INDEX_HEAP = "512m";

  static final ServiceRole SERVICE =
      new ServiceRole(
          INDEX,
          INDEX_ADDRESS,
          Set.of(LocalServers.Kind.BROKER),
          site ->
              index(
                  site,
                  feeds(site.environment()),
                  // Contexts are resolved there, and somebody may add a feed of theirs.
                  Set.of(Applications.GLOBAL_ADDRESS.here(site.environment())),
                  POLL,
                  Map.of(Applications.KAFKA, site.brokers())));

  public LdxSuite() {
    super("ldx", "link index of CLM, with the applications whose changes it reads", SERVICE);
  }

  @Override
  public List<ServiceRole> services() {
    return List.of(Applications.SERVICE, service());
  }

  /** {@code run all} leaves the system out with compose. */
  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    return switch (target) {
      case Target.Compose _ ->
          Optional.of(
              "measured where each application is a process of the run: --target local or a URL");
      case Target.Remote _ when LdxLoads.isIndexing(experiment) ->
          Optional.of("an index is emptied for it: only one that the run starts");
      default -> super.impossible(experiment, target);
    };
  }

  @Override
  public List<String> describe(Plan plan) {
    return new LdxLoads(plan).describe();
  }

  @Override
  public Topology topology(Plan plan) {
    var poll = new LdxLoads(plan).poll();
    var roles = new ArrayList<ServiceRole>();
    Applications.ALL.forEach(it -> roles.add(Applications.role(it, _ -> Map.of())));
    roles.add(
        ServiceRole.of(
            LDX,
            INDEX,
            INDEX_ADDRESS,
            site ->
                index(
                    site,
                    origins(SOURCES, site::origin),
                    Set.of(),
                    poll,
                    // Queries name no configuration: global ones belong to the report's other
                    // half.
                    Map.of(WITHOUT_CONTEXT, "true"))));
    return new Topology(roles, LDX, UnaryOperator.identity());
  }

  @Override
  public Map<String, String> durable(Path folder) {
    return Map.of(WITHOUT_CONTEXT, "true");
  }

  @Override
  public AcknowledgedWrites writes(Map<String, String> environment, Credentials credentials)
      throws IOException, InterruptedException {
    return new LinkWrites(
        Applications.ADDRESS.here(environment), INDEX_ADDRESS.here(environment), credentials);
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new LdxMeasurement(plan, open, folder, listener);
  }

  /** Returns the feeds of all applications, and that of global configurations where it runs. */
  static Map<String, URI> feeds(Map<String, String> environment) {
    var feeds = origins(Applications.ALL, _ -> Applications.ADDRESS.here(environment));
    if (environment.containsKey(Applications.GLOBAL_ADDRESS.variable())) {
      feeds.put("gc", Applications.GLOBAL_ADDRESS.here(environment));
    }
    return feeds;
  }

  private static Map<String, URI> origins(List<String> all, Function<String, URI> origin) {
    var origins = new LinkedHashMap<String, URI>();
    all.forEach(it -> origins.put(it, origin.apply(it)));
    return origins;
  }

  private static ServiceProcess.Service index(
      Site site, Map<String, URI> feeds, Set<URI> others, Duration poll, Map<String, String> more) {
    var environment = new HashMap<>(more);
    environment.put("REPRISE_LDX_POLL", poll.toSeconds() + "s");
    environment.putAll(environment(feeds, others, site.credentials()));
    return new ServiceProcess.Service(
        INDEX,
        ServiceProcess.jvmFlags(INDEX_HEAP),
        site.database(LDX),
        site.credentials(),
        environment);
  }

  /** Returns the settings of its feeds, by name, and of all origins at which it may log in. */
  static Map<String, String> environment(
      Map<String, URI> feeds, Set<URI> others, Credentials credentials) {
    var environment = new HashMap<String, String>();
    var source = 0;
    for (var feed : feeds.entrySet()) {
      var prefix = "REPRISE_LDX_DATASOURCES_%d_".formatted(source++);
      var trs = feed.getValue().resolve("/" + feed.getKey() + "/trs");
      environment.put(prefix + "NAME", feed.getKey());
      environment.put(prefix + "TRS", trs.toString());
    }
    var known = 0;
    var origins = new LinkedHashSet<>(feeds.values());
    origins.addAll(others);
    for (var origin : origins) {
      var prefix = "REPRISE_LDX_FETCH_CREDENTIALS_%d_".formatted(known++);
      environment.putAll(Applications.logIn(prefix, "ORIGIN", origin, credentials));
    }
    return environment;
  }
}
