package org.reprise.load.clm;

import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Site;
import org.reprise.load.deploy.Target;
import org.reprise.load.system.ReferenceService;
import org.reprise.localstack.Database;

/** The applications of the report on CLM, which one module plays. */
public final class Applications {
  public static final String MODULE = "trs-feed";

  /** Where they are found, all in one process. */
  public static final Target.Address ADDRESS =
      new Target.Address("TRS_PORT", 8886, "/ccm/rootservices", true);

  /** The one with work items (RTC in the report). */
  public static final String CCM = "ccm";

  /** The one with test cases (RQM). */
  public static final String QM = "qm";

  /** The one with requirements (DNG). */
  public static final String RM = "rm";

  /**
   * All of them, as roles, path segments and databases are called: each after those that its
   * artifacts link to.
   */
  public static final List<String> ALL = List.of(RM, QM, CCM);

  /** The broker's variable of each service that tells or hears of changes. */
  public static final String KAFKA = "SPRING_KAFKA_BOOTSTRAP_SERVERS";

  /** Project areas of each, which are components: one more would have no artifacts. */
  public static final int PROJECTS = 131;

  /** Where the server of global configurations is found. */
  public static final Target.Address GLOBAL_ADDRESS =
      new Target.Address("GC_PORT", 8882, "/gc/web", true);

  private static final String GLOBAL = "REPRISE_TRS_GLOBALCONFIGURATIONS_";

  /** The database of those that run in one process. */
  private static final String DATABASE = "trs";

  private static final String HEAP = "-Xmx384m";

  /** All of them in one process, for {@code reprise up}. */
  public static final ReferenceService SERVICE =
      new ReferenceService(
          MODULE,
          ADDRESS,
          Set.of(LocalServers.Role.BROKER),
          Applications::alone,
          _ -> List.of("It plays the applications ccm, qm and rm: /ccm/trs, /qm/trs, /rm/trs"));

  private Applications() {}

  private static ServiceProcess.Service alone(Site site) {
    // Global configurations may be started later, or never: until then contexts of theirs are
    // refused.
    var more = callsOf(GLOBAL_ADDRESS.here(site.environment()), site.credentials());
    more.put(KAFKA, site.brokers());
    return service(site.database(DATABASE), site.credentials(), ALL, Map.of(), more);
  }

  /**
   * A process that plays some of them.
   *
   * @param applications those that it plays
   * @param others the origins of applications that run elsewhere, by their names
   * @param more further variables
   */
  public static ServiceProcess.Service service(
      Database database,
      Credentials credentials,
      List<String> applications,
      Map<String, URI> others,
      Map<String, String> more) {
    var environment = new HashMap<>(more);
    environment.put("REPRISE_TRS_APPLICATIONS", String.join(",", applications));
    others.forEach((name, origin) ->
        environment.put(
            "REPRISE_TRS_BASEURIS_" + name.toUpperCase(Locale.ROOT), origin.toString()));
    return new ServiceProcess.Service(MODULE, flags(HEAP), database, credentials, environment);
  }

  /**
   * An application as a process and with a database of its own, both called as it is.
   *
   * @param others the applications that it links to
   * @param more further variables
   */
  public static ServiceRole role(
      String application, List<String> others, Function<Site, Map<String, String>> more) {
    return ServiceRole.local(
        application,
        MODULE,
        site ->
            service(
                site.database(application),
                site.credentials(),
                List.of(application),
                origins(site, others),
                more.apply(site)));
  }

  /** Those that an application may link to. */
  public static List<String> before(String application) {
    return ALL.subList(0, ALL.indexOf(application));
  }

  /** The addresses of applications, by their names. */
  public static Map<String, URI> origins(Site site, List<String> applications) {
    var origins = new LinkedHashMap<String, URI>();
    applications.forEach(it -> origins.put(it, site.origin(it)));
    return origins;
  }

  /**
   * What tells them where global configurations are.
   *
   * @param origin of their server, which has the same credentials
   * @return variables, for more to be added
   */
  public static Map<String, String> callsOf(URI origin, Credentials credentials) {
    var environment = new HashMap<String, String>();
    environment.put(GLOBAL + "BASEURI", origin.toString());
    environment.put(GLOBAL + "USERNAME", credentials.username());
    environment.put(GLOBAL + "PASSWORD", credentials.password());
    return environment;
  }

  /**
   * The flags of a service that is measured beside several others on one machine.
   *
   * @param heap for example {@code -Xmx512m}
   */
  public static List<String> flags(String heap) {
    return List.of(
        heap,
        ServiceProcess.EXIT_ON_OUT_OF_MEMORY,
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED");
  }
}
