package org.reprise.load.gc;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.RunningApplications;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.system.ReferenceService;
import org.reprise.localstack.Database;

/** The service of global configurations in the report's environment, and its neighbours. */
final class GcServices {
  static final String MODULE = "gc-service";

  /** Where it is found. */
  static final Target.Address ADDRESS = Applications.GLOBAL_ADDRESS;

  /** The service, as its role and its database are called. */
  static final String GC = "gc";

  /** The authentication server, which vouches for proxied requests. */
  static final String JTS = "jts";

  private static final String HEAP = "-Xmx512m";

  /** For {@code reprise up}, with all applications in one process. */
  static final ReferenceService SERVICE =
      new ReferenceService(
          MODULE,
          ADDRESS,
          Set.of(),
          site -> {
            var applications = new LinkedHashMap<String, URI>();
            Applications.ALL.forEach(
                it -> applications.put(it, Applications.ADDRESS.here(site.environment())));
            return service(site.database(GC), site.credentials(), applications);
          });

  private GcServices() {}

  /** The report's environment. */
  static Topology topology() {
    var roles = new ArrayList<ServiceRole>();
    roles.add(Applications.role(JTS, List.of(), _ -> Map.of()));
    for (var application : Applications.ALL) {
      roles.add(
          Applications.role(
              application,
              Applications.before(application),
              site -> {
                var calls = Applications.callsOf(site.origin(GC), site.credentials());
                calls.put("REPRISE_TRS_AUTHENTICATION_HOP", site.origin(JTS).toString());
                calls.putAll(RunningApplications.FEW_CONNECTIONS);
                return calls;
              }));
    }
    roles.add(
        ServiceRole.local(
            GC,
            MODULE,
            site ->
                service(
                    site.database(GC),
                    site.credentials(),
                    Applications.origins(site, Applications.ALL))));
    return new Topology(roles, GC, UnaryOperator.identity());
  }

  /**
   * The service.
   *
   * @param applications the origins of those whose configurations are contributed, by their names
   */
  static ServiceProcess.Service service(
      Database database, Credentials credentials, Map<String, URI> applications) {
    var environment = new HashMap<String, String>();
    applications.forEach((name, origin) -> {
      var application = "REPRISE_GC_APPLICATIONS_%s_".formatted(name.toUpperCase(Locale.ROOT));
      environment.put(application + "BASEURI", origin + "/" + name);
      environment.put(application + "USERNAME", credentials.username());
      environment.put(application + "PASSWORD", credentials.password());
    });
    return new ServiceProcess.Service(
        MODULE, Applications.flags(HEAP), database, credentials, environment);
  }
}
