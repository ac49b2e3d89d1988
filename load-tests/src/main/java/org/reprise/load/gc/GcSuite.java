package org.reprise.load.gc;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.chaos.ComponentWrites;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ClmSuite;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ServiceRole.Site;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.RunListener;

/** Global configurations with the applications that contribute to them, by the CLM report. */
public final class GcSuite extends ClmSuite {
  private static final String MODULE = "gc-service";
  static final String GC = "gc";

  /** The authentication server, which vouches for proxied requests. */
  static final String JTS = "jts";

  private static final String HEAP = "512m";

  static final ServiceRole SERVICE =
      new ServiceRole(
          MODULE,
          Applications.GLOBAL_ADDRESS,
          Set.of(),
          site -> service(site, _ -> Applications.ADDRESS.here(site.environment())));

  public GcSuite() {
    super(
        "gc",
        "global configurations of CLM, with the applications that contribute to them",
        SERVICE);
  }

  @Override
  public List<ServiceRole> services() {
    return List.of(service(), Applications.SERVICE);
  }

  @Override
  public List<String> describe(Plan plan) {
    return new GcLoads(plan).describe();
  }

  @Override
  public Topology topology(Plan plan) {
    var roles = new ArrayList<ServiceRole>();
    roles.add(Applications.role(JTS, _ -> Map.of()));
    for (var application : Applications.ALL) {
      roles.add(
          Applications.role(
              application,
              site -> {
                var calls = Applications.callsOf(site.origin(GC), site.credentials());
                calls.put("REPRISE_TRS_AUTHENTICATION_BASEURI", site.origin(JTS).toString());
                return calls;
              }));
    }
    roles.add(
        ServiceRole.of(
            GC, MODULE, Applications.GLOBAL_ADDRESS, site -> service(site, site::origin)));
    return new Topology(roles, GC, UnaryOperator.identity());
  }

  @Override
  public AcknowledgedWrites writes(Map<String, String> environment, Credentials credentials) {
    return new ComponentWrites(service().address().here(environment), credentials);
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new GcMeasurement(plan, open, listener);
  }

  private static ServiceProcess.Service service(Site site, Function<String, URI> origin) {
    return new ServiceProcess.Service(
        MODULE,
        ServiceProcess.jvmFlags(HEAP),
        site.database(GC),
        site.credentials(),
        environment(origin, site.credentials()));
  }

  /** Returns the settings of each application that contributes, by its origin. */
  static Map<String, String> environment(Function<String, URI> origin, Credentials credentials) {
    var environment = new HashMap<String, String>();
    for (var name : Applications.ALL) {
      var prefix = "REPRISE_GC_APPLICATIONS_%s_".formatted(name.toUpperCase(Locale.ROOT));
      var base = URI.create(origin.apply(name) + "/" + name);
      environment.putAll(Applications.logIn(prefix, "BASEURI", base, credentials));
    }
    return environment;
  }
}
