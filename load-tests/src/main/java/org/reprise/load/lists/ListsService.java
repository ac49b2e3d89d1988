package org.reprise.load.lists;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Site;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Profile;

/**
 * list-refresh as processes by role, beside a primary with a streaming standby and a broker. The
 * role with the lists runs twice, once with the split and once without, so that no cell begins with
 * a process that was started for it.
 */
final class ListsService {
  static final String TENANT = "diku";

  /** What the report split: mod-fqm-manager, and nothing else. */
  static final String SPLIT = "fqm";

  /** Roles, by their ids in the baseline. */
  static final String LISTS = "lists";

  static final String UNSPLIT = "lists-unsplit";
  static final String CIRCULATION = "circulation";
  static final String IMPORT = "import";
  static final String PRIMARY = "primary";
  static final String STANDBY = "standby";

  private static final String MODULE = "list-refresh";
  static final String DATABASE = "lists";
  private static final String TENANTS = "REPRISE_LISTS_TENANTS";
  private static final String SPLIT_FEATURES = "REPRISE_LISTS_SPLIT";
  private static final Target.Address ADDRESS = new Target.Address("LISTS_PORT", 8885, "/", false);

  /** For {@code reprise up}, its queries split to the standby. */
  static final ServiceRole SERVICE =
      new ServiceRole(
          MODULE,
          ADDRESS,
          Set.of(LocalServers.Role.STANDBY, LocalServers.Role.BROKER),
          ListsService::alone);

  private ListsService() {}

  /** Returns the report's environment. */
  static Topology topology(Profile profile) {
    return new Topology(
        List.of(
            role(LISTS, ADDRESS, "LISTS", "512m", SPLIT, profile),
            role(UNSPLIT, address("LISTS_UNSPLIT", 18885), "LISTS", "512m", "", profile)
                .sharing(LISTS),
            role(
                CIRCULATION,
                address("LISTS_CIRCULATION", 18886),
                "CIRCULATION",
                "256m",
                "",
                profile),
            role(IMPORT, address("LISTS_IMPORT", 18887), "IMPORT", "256m", "", profile)),
        DATABASE,
        List.of(
            new Topology.Server(
                LocalServers.Role.DATABASE,
                PRIMARY,
                address("LISTS_PRIMARY", 15433),
                Map.of("autovacuum", profile.flag("autovacuum") ? "on" : "off")),
            new Topology.Server(
                LocalServers.Role.STANDBY, STANDBY, address("LISTS_STANDBY", 15434), Map.of()),
            new Topology.Server(
                LocalServers.Role.BROKER, "kafka", address("KAFKA", 19092), Map.of())),
        base -> base.resolve("/lists"));
  }

  private static Target.Address address(String container, int port) {
    return Target.Address.of(container + "_PORT", port);
  }

  /**
   * Returns a process of the report's environment.
   *
   * @param part what the service does in it
   * @param split the features whose reads go to the standby; empty for none
   */
  private static ServiceRole role(
      String name,
      Target.Address address,
      String part,
      String heap,
      String split,
      Profile profile) {
    var refresh = CompatRefresh.of(profile);
    // Those of all parts together leave the server some.
    var connections = part.equals("LISTS") ? "24" : "8";
    return ServiceRole.of(
        name,
        MODULE,
        address,
        site ->
            service(
                site,
                heap,
                Map.of(
                    "REPRISE_LISTS_ROLES",
                    part,
                    TENANTS,
                    TENANT,
                    SPLIT_FEATURES,
                    split,
                    "REPRISE_LISTS_REFRESH_POLL",
                    refresh.poll().toMillis() + "ms",
                    "REPRISE_LISTS_REFRESH_PAGE",
                    Integer.toString(refresh.page()),
                    "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE",
                    connections)));
  }

  /** Returns the whole service in one process; the user may name other tenants or splits. */
  private static ServiceProcess.Service alone(Site site) {
    var user = site.environment();
    return service(
        site,
        "512m",
        Map.of(
            TENANTS,
            user.getOrDefault(TENANTS, TENANT),
            SPLIT_FEATURES,
            user.getOrDefault(SPLIT_FEATURES, SPLIT)));
  }

  private static ServiceProcess.Service service(Site site, String heap, Map<String, String> more) {
    var standby = site.replica(DATABASE);
    var environment = new HashMap<>(more);
    environment.put("REPRISE_LISTS_READER_URL", standby.jdbcUrl());
    environment.put("REPRISE_LISTS_READER_USERNAME", standby.username());
    environment.put("REPRISE_LISTS_READER_PASSWORD", standby.password());
    environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", site.brokers());
    return new ServiceProcess.Service(
        MODULE,
        ServiceProcess.jvmFlags(heap),
        site.database(DATABASE),
        site.credentials(),
        environment);
  }
}
