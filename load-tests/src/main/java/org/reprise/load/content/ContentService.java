package org.reprise.load.content;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ServiceRole.Site;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;

/** content-store as a process: the report's node with its storage area. */
final class ContentService {
  static final String MODULE = "content-store";
  static final String DATABASE = "content";
  private static final String HEAP = "512m";
  static final String LOCATION = "REPRISE_CONTENT_AREAS_0_LOCATION";

  private static final Target.Address ADDRESS =
      new Target.Address("CONTENT_PORT", 8888, "/actuator/info", true);
  static final String CACHE_BYTES = "REPRISE_CONTENT_CACHE_BYTES";
  static final String CACHE_ENTRIES = "REPRISE_CONTENT_CACHE_ENTRIES";
  private static final String SERVE = "REPRISE_CONTENT_SERVE";
  private static final String THREADS = "SERVER_TOMCAT_THREADS_MAX";
  private static final String CONNECTIONS = "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE";

  /** The report's 1000 threads, and as many connections as the server leaves one service. */
  private static final Map<String, String> TUNED =
      Map.of(THREADS, "1000", CONNECTIONS, "100", SERVE, "sendfile");

  /** Kept below the checkout where {@code up} starts it, beside services that connect, too. */
  static final ServiceRole SERVICE =
      new ServiceRole(
          MODULE,
          ADDRESS,
          Set.of(),
          site -> {
            var connections = site.environment().getOrDefault(CONNECTIONS, "20");
            return service(site, Map.of(CONNECTIONS, connections));
          });

  private ContentService() {}

  /** Returns the variables of a setting of the baseline; what follows the population is scaled. */
  static Map<String, String> variables(String setting, Object value, double scale) {
    return switch (setting) {
      case "threads" -> Map.of(THREADS, value.toString());
      case "connections" -> Map.of(CONNECTIONS, value.toString());
      case "hold" -> Map.of("REPRISE_CONTENT_CONNECTION_HOLD", value.toString());
      case "poolGiB" -> Map.of(SERVE, "cache", CACHE_BYTES, mebibytes((Integer) value, scale));
      case "files" -> Map.of(CACHE_ENTRIES, scaled((Integer) value, scale));
      case "index" -> Map.of();
      default -> throw new IllegalArgumentException("content-store has no setting " + setting);
    };
  }

  /** Of a remainder the service makes no use. */
  private static String mebibytes(int gibibytes, double scale) {
    return Long.toString(Math.max(1, Math.round(gibibytes * 1024 * scale)) << 20);
  }

  private static String scaled(double value, double scale) {
    return Long.toString(Math.max(1, Math.round(value * scale)));
  }

  static Topology topology() {
    return new Topology(
        List.of(ServiceRole.of(MODULE, MODULE, ADDRESS, site -> service(site, Map.of()))),
        DATABASE,
        UnaryOperator.identity());
  }

  static Path area(Site site) {
    var location = site.environment().get(LOCATION);
    return location == null ? site.files("content-area") : Path.of(location);
  }

  static ServiceProcess.Service service(Site site, Map<String, String> settings) {
    var environment = new HashMap<>(TUNED);
    environment.putAll(settings);
    environment.put("REPRISE_CONTENT_AREAS_0_NAME", "main");
    environment.put(LOCATION, area(site).toString());
    return new ServiceProcess.Service(
        MODULE,
        ServiceProcess.jvmFlags(HEAP),
        site.database(DATABASE),
        site.credentials(),
        environment);
  }
}
