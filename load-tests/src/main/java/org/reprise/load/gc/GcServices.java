package org.reprise.load.gc;

import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ServiceTimes;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;

/** The service of global configurations in the report's environment, and its neighbours. */
final class GcServices {
  /** The module of the service. */
  static final String MODULE = "gc-service";

  /** Where it is found. */
  static final Target.Address ADDRESS = Applications.GLOBAL_ADDRESS;

  /** The service, as its role and its database are called. */
  static final String GC = "gc";

  /** The authentication server, which vouches for proxied requests. */
  static final String JTS = "jts";

  /** The heap that the service is to do with. */
  private static final String HEAP = "-Xmx512m";

  private GcServices() {}

  /**
   * The service's variables where the applications take their time: it waits for their answers as
   * long as a full one needs, and does not take it for dead.
   *
   * @param more further ones
   */
  static Map<String, String> asking(ServiceTimes times, Map<String, String> more) {
    var all = new HashMap<>(more);
    if (times.isOn()) {
      all.put("REPRISE_GC_ASKING_TIMEOUT", ServiceTimes.LONGEST_ANSWER.toSeconds() + "s");
    }
    return all;
  }

  /**
   * The service.
   *
   * @param applications the origins of those whose configurations are contributed, by their names
   * @param more further variables
   */
  static ServiceProcess.Service service(
      Database database,
      Credentials credentials,
      Map<String, URI> applications,
      Map<String, String> more) {
    var environment = new HashMap<>(more);
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
