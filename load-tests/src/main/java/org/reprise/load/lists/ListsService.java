package org.reprise.load.lists;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Site;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.system.ReferenceService;
import org.reprise.localstack.Database;

/** list-refresh as processes by role. */
public final class ListsService {
  public static final String MODULE = "list-refresh";

  static final String TENANT = "diku";

  static final Target.Address ADDRESS = new Target.Address("LISTS_PORT", 8885, "/", false);

  /** What the report split: mod-fqm-manager, and nothing else. */
  static final String SPLIT = "fqm";

  private static final String DATABASE = "lists";
  private static final String TENANTS = "REPRISE_LISTS_TENANTS";
  private static final String SPLIT_FEATURES = "REPRISE_LISTS_SPLIT";

  /** For {@code reprise up}, its queries split to the standby. */
  static final ReferenceService SERVICE =
      new ReferenceService(
          MODULE,
          ADDRESS,
          Set.of(LocalServers.Role.STANDBY, LocalServers.Role.BROKER),
          ListsService::alone);

  private ListsService() {}

  /** The report's environment. */
  static Topology topology(ListsAmounts profile) {
    var lists = new Part("LISTS", "512m", 24, SPLIT, profile);
    var unsplit = new Part("LISTS", "512m", 24, "", profile);
    var circulation = new Part("CIRCULATION", "256m", 8, "", profile);
    var imports = new Part("IMPORT", "256m", 8, "", profile);
    return new Topology(
        List.of(
            ServiceRole.of(ListsRoles.LISTS, MODULE, ADDRESS, lists::service),
            ServiceRole.of(
                    ListsRoles.UNSPLIT, MODULE, address("LISTS_UNSPLIT", 18885), unsplit::service)
                .sharing(ListsRoles.LISTS),
            ServiceRole.of(
                ListsRoles.CIRCULATION,
                MODULE,
                address("LISTS_CIRCULATION", 18886),
                circulation::service),
            ServiceRole.of(
                ListsRoles.IMPORT, MODULE, address("LISTS_IMPORT", 18887), imports::service)),
        DATABASE,
        new Topology.Server(
            ListsRoles.PRIMARY,
            address("LISTS_PRIMARY", 15433),
            Map.of("autovacuum", profile.autovacuum() ? "on" : "off")),
        Optional.of(
            new Topology.Replication(
                ListsRoles.STANDBY,
                address("LISTS_STANDBY", 15434),
                ListsRoles.KAFKA,
                address("KAFKA", 19092))),
        base -> base.resolve("/lists"));
  }

  private static Target.Address address(String container, int port) {
    return Target.Address.of(container + "_PORT", port);
  }

  /**
   * A process of the report's environment.
   *
   * @param roles of the service, which it plays
   * @param heap its most
   * @param connections to the writer; those of all parts together leave the server some
   * @param split the features whose reads go to the standby, with commas; empty for none
   */
  private record Part(
      String roles, String heap, int connections, String split, ListsAmounts profile) {

    ServiceProcess.Service service(Site site) {
      var environment = reader(site.replica(DATABASE), site.brokers());
      environment.put("REPRISE_LISTS_ROLES", roles);
      environment.put(TENANTS, TENANT);
      environment.put(SPLIT_FEATURES, split);
      environment.putAll(profile.compatRefresh().environment());
      environment.put("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", Integer.toString(connections));
      return new ServiceProcess.Service(
          MODULE, jvmFlags(heap), site.database(DATABASE), site.credentials(), environment);
    }
  }

  /** The whole service in one process; the user may name other tenants and another split. */
  private static ServiceProcess.Service alone(Site site) {
    var more = reader(site.replica(DATABASE), site.brokers());
    more.put(TENANTS, site.environment().getOrDefault(TENANTS, TENANT));
    more.put(SPLIT_FEATURES, site.environment().getOrDefault(SPLIT_FEATURES, SPLIT));
    return new ServiceProcess.Service(
        MODULE, jvmFlags("512m"), site.database(DATABASE), site.credentials(), more);
  }

  private static Map<String, String> reader(Database standby, String brokers) {
    var environment = new HashMap<String, String>();
    environment.put("REPRISE_LISTS_READER_URL", standby.jdbcUrl());
    environment.put("REPRISE_LISTS_READER_USERNAME", standby.username());
    environment.put("REPRISE_LISTS_READER_PASSWORD", standby.password());
    environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", brokers);
    return environment;
  }

  private static List<String> jvmFlags(String heap) {
    return List.of(
        "-Xmx" + heap,
        ServiceProcess.EXIT_ON_OUT_OF_MEMORY,
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED");
  }
}
