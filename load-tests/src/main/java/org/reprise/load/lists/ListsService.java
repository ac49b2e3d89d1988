package org.reprise.load.lists;

import static java.util.Map.entry;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ServiceRole.Site;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;

/**
 * list-refresh as processes by role, beside a primary with a streaming standby and a broker. The
 * role with the lists runs twice, once with the split and once without, so that no cell begins with
 * a process that was started for it.
 */
final class ListsService {
  static final String TENANT = "diku";
  static final String DATABASE = "lists";

  /** What the report split: mod-fqm-manager, and nothing else. */
  static final String SPLIT = "fqm";

  // Roles, by their ids in the baseline.
  static final String LISTS = "lists";
  static final String UNSPLIT = "lists-unsplit";
  static final String CIRCULATION = "circulation";
  static final String IMPORT = "import";
  static final String PRIMARY = "primary";
  static final String STANDBY = "standby";

  private static final String MODULE = "list-refresh";
  private static final String TENANTS = "REPRISE_LISTS_TENANTS";
  private static final String SPLIT_FEATURES = "REPRISE_LISTS_SPLIT";
  private static final Target.Address ADDRESS = new Target.Address("LISTS_PORT", 8885, "/", true);

  static final ServiceRole SERVICE =
      new ServiceRole(
          MODULE,
          ADDRESS,
          Set.of(LocalServers.Kind.STANDBY, LocalServers.Kind.BROKER),
          ListsService::alone);

  private ListsService() {}

  static Topology topology(Profile profile) {
    return new Topology(
        List.of(
            role(LISTS, ADDRESS, profile),
            role(UNSPLIT, address("LISTS_UNSPLIT", 18885), profile),
            role(CIRCULATION, address("LISTS_CIRCULATION", 18886), profile),
            role(IMPORT, address("LISTS_IMPORT", 18887), profile)),
        DATABASE,
        List.of(
            new Topology.Server(
                LocalServers.Kind.DATABASE,
                PRIMARY,
                address("LISTS_PRIMARY", 15433),
                Map.of("autovacuum", profile.flag("autovacuum") ? "on" : "off")),
            new Topology.Server(
                LocalServers.Kind.STANDBY, STANDBY, address("LISTS_STANDBY", 15434), Map.of()),
            new Topology.Server(
                LocalServers.Kind.BROKER, "kafka", address("KAFKA", 19092), Map.of())),
        base -> base.resolve("/lists"));
  }

  private static Target.Address address(String container, int port) {
    return Target.Address.of(container + "_PORT", port);
  }

  private static ServiceRole role(String name, Target.Address address, Profile profile) {
    var refresh = CompatRefresh.of(profile);
    var lists = name.equals(LISTS) || name.equals(UNSPLIT);
    var settings =
        Map.ofEntries(
            entry("REPRISE_LISTS_ROLES", lists ? "LISTS" : name.toUpperCase(Locale.ROOT)),
            entry(TENANTS, TENANT),
            entry(SPLIT_FEATURES, name.equals(LISTS) ? SPLIT : ""),
            entry("REPRISE_LISTS_REFRESH_POLL", refresh.poll().toMillis() + "ms"),
            entry("REPRISE_LISTS_REFRESH_PAGE", Integer.toString(refresh.page())),
            // Those of all parts together leave the server some.
            entry("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", lists ? "24" : "8"));
    return new ServiceRole(
        name,
        MODULE,
        lists ? LISTS : name,
        address,
        Set.of(),
        site -> service(site, lists ? "512m" : "256m", settings),
        _ -> List.of());
  }

  /** Returns the whole service in one process; the user may name other tenants or splits. */
  private static ServiceProcess.Service alone(Site site) {
    var user = site.environment();
    return service(
        site,
        "512m",
        Map.ofEntries(
            entry(TENANTS, user.getOrDefault(TENANTS, TENANT)),
            entry(SPLIT_FEATURES, user.getOrDefault(SPLIT_FEATURES, SPLIT))));
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

  /**
   * How the compatible refresh is scaled. The original asks for the rows after an offset, so what
   * it reads grows with the square of the number of pages: a shorter list has shorter pages, or it
   * would read next to nothing beside what it writes, and reading from the standby would change
   * nothing.
   *
   * @param poll how often it looks for its query's end; 10 s in the original
   * @param page how many results it reads and saves at once; 1,000 in the original, 200 times for
   *     the report's lists
   */
  record CompatRefresh(Duration poll, int page) {
    // The variables of docker-compose.yml, and their defaults.
    static final String POLL = "LISTS_REFRESH_POLL";
    static final String PAGE = "LISTS_REFRESH_PAGE";
    static final String USUAL_POLL = "250ms";
    static final String USUAL_PAGE = "70";

    static CompatRefresh of(Profile profile) {
      return new CompatRefresh(profile.seconds("refreshPoll"), profile.count("refreshPage"));
    }

    static CompatRefresh of(Plan plan) {
      if (!(plan.target() instanceof Target.Compose(var variables))) {
        return of(plan.profile());
      }
      var poll = variables.text(POLL, USUAL_POLL);
      return new CompatRefresh(
          poll.endsWith("ms")
              ? Duration.ofMillis(Long.parseLong(poll.replace("ms", "")))
              : Duration.parse("PT" + poll),
          Integer.parseInt(variables.text(PAGE, USUAL_PAGE)));
    }
  }
}
