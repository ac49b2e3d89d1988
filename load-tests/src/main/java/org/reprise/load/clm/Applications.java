package org.reprise.load.clm;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ServiceRole.Site;
import org.reprise.load.deploy.Target;

/** The applications of the report on CLM, which one module plays. */
public final class Applications {
  public static final String MODULE = "trs-feed";

  public static final Target.Address ADDRESS =
      new Target.Address("TRS_PORT", 8886, "/ccm/rootservices", true);

  public static final String CCM = "ccm";
  public static final String QM = "qm";
  public static final String RM = "rm";

  /** Roles, path segments and databases, each after those that its artifacts link to. */
  public static final List<String> ALL = List.of(RM, QM, CCM);

  public static final String KAFKA = "SPRING_KAFKA_BOOTSTRAP_SERVERS";

  /** Project areas of each, which are components: one more would have no artifacts. */
  public static final int PROJECTS = 131;

  public static final Target.Address GLOBAL_ADDRESS =
      new Target.Address("GC_PORT", 8882, "/gc/web", true);

  private static final String DATABASE = "trs";
  private static final String HEAP = "384m";
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration FILL_TIMEOUT = Duration.ofMinutes(10);

  public static final ServiceRole SERVICE =
      new ServiceRole(MODULE, ADDRESS, Set.of(LocalServers.Kind.BROKER), Applications::alone)
          .remarking(
              _ -> List.of("It plays the applications ccm, qm and rm: /ccm/trs, /qm/trs, /rm/trs"));

  private Applications() {}

  private static ServiceProcess.Service alone(Site site) {
    // Global configurations may be started later: until then contexts of theirs are refused.
    var more = callsOf(GLOBAL_ADDRESS.here(site.environment()), site.credentials());
    more.put(KAFKA, site.brokers());
    return service(site, DATABASE, ALL, more);
  }

  private static ServiceProcess.Service service(
      Site site, String database, List<String> applications, Map<String, String> environment) {
    environment.put("REPRISE_TRS_APPLICATIONS", String.join(",", applications));
    var flags = ServiceProcess.jvmFlags(HEAP);
    return new ServiceProcess.Service(
        MODULE, flags, site.database(database), site.credentials(), environment);
  }

  /** An application with a process and a database of its own, which may link to those before it. */
  public static ServiceRole role(String application, Function<Site, Map<String, String>> more) {
    return ServiceRole.of(
        application,
        MODULE,
        ADDRESS,
        site -> {
          var environment = new HashMap<>(more.apply(site));
          // All of them leave the database server some connections.
          environment.put("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", "12");
          for (var other : ALL.subList(0, Math.max(0, ALL.indexOf(application)))) {
            environment.put(
                "REPRISE_TRS_BASEURIS_" + other.toUpperCase(Locale.ROOT),
                site.origin(other).toString());
          }
          return service(site, application, List.of(application), environment);
        });
  }

  public static ServiceCalls calls(Deployment deployment, String... others) {
    var origins = Stream.concat(ALL.stream(), Stream.of(others)).map(deployment::origin);
    return new ServiceCalls(deployment.credentials(), CALL_TIMEOUT, origins.toArray(URI[]::new));
  }

  public static void fill(Deployment deployment, String role, Number scale, long seed)
      throws IOException, InterruptedException {
    var origin = deployment.origin(role);
    try (var calls = new ServiceCalls(deployment.credentials(), FILL_TIMEOUT, origin)) {
      calls.post(origin.resolve("/%s/fill?scale=%s&seed=%d".formatted(role, scale, seed)));
    }
  }

  public static Map<String, String> callsOf(URI origin, Credentials credentials) {
    return logIn("REPRISE_TRS_GLOBALCONFIGURATIONS_", "BASEURI", origin, credentials);
  }

  /** Returns the variables by which a service logs in at another one, for more to be added. */
  public static Map<String, String> logIn(
      String prefix, String variable, URI other, Credentials credentials) {
    var environment = new HashMap<>(Map.of(prefix + variable, other.toString()));
    environment.put(prefix + "USERNAME", credentials.username());
    environment.put(prefix + "PASSWORD", credentials.password());
    return environment;
  }
}
