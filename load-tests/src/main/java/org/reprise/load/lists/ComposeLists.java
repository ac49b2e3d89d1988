package org.reprise.load.lists;

import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.reprise.load.engine.Role;
import org.reprise.load.process.Containers;
import org.reprise.load.process.Processors;
import org.reprise.load.stack.ComposeVariables;
import org.reprise.load.stack.ComposeVariables.Port;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Probe;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.StandbyState;

/**
 * The report's environment in the containers of docker-compose.yml, whose databases have processors
 * of their own. What a run fills the database with is taken out when it is closed.
 */
final class ComposeLists implements ListsDeployment {
  static final Port UNSPLIT = new Port("LISTS_UNSPLIT_PORT", 18885);
  static final Port CIRCULATION = new Port("LISTS_CIRCULATION_PORT", 18886);
  static final Port IMPORT = new Port("LISTS_IMPORT_PORT", 18887);
  static final Port PRIMARY = new Port("LISTS_PRIMARY_PORT", 15433);
  static final Port STANDBY = new Port("LISTS_STANDBY_PORT", 15434);
  static final Port KAFKA = new Port("KAFKA_PORT", 19092);

  /** How the compatible refresh is scaled, and what compose takes for it. */
  static final String POLL = "LISTS_REFRESH_POLL";

  static final String USUAL_POLL = "250ms";
  static final String PAGE = "LISTS_REFRESH_PAGE";
  static final int USUAL_PAGE = 15;

  private static final String UNSPLIT_ROLE = "lists-unsplit";
  private static final Pattern LENGTH = Pattern.compile("(\\d{1,6})(ms|s)");
  private static final Duration CATCH_UP = Duration.ofSeconds(60);

  private final Target.Compose target;
  private final Database database;
  private final Database reader;
  private final BorrowedDatabase borrowed;
  private final Containers containers;
  private final Processors processors;
  private final List<String> remarks = new ArrayList<>();

  private ComposeLists(Target.Compose target) throws InterruptedException {
    this.target = target;
    for (var service : List.of(lists(true), lists(false), circulation(), imports())) {
      Probe.service(target, service.resolve("/lists"), credentials());
    }
    this.database = Probe.database(variables().database(PRIMARY, ListsTarget.DATABASE));
    this.reader = Probe.database(variables().database(STANDBY, ListsTarget.DATABASE));
    Probe.port(variables().port(KAFKA));
    this.containers = Containers.find(ports(), System.getenv());
    this.processors = Processors.of(containers);
    try {
      this.borrowed = BorrowedDatabase.of(database);
    } catch (SQLException | RuntimeException e) {
      processors.close();
      containers.close();
      throw e instanceof EnvironmentException refused
          ? refused
          : new EnvironmentException("%s: %s".formatted(database, e.getMessage()), e);
    }
  }

  /**
   * Asks whether all of it answers.
   *
   * @param wanted how the profile scales the compatible refresh
   * @throws EnvironmentException where something does not answer, refuses the credentials, or has
   *     somebody's data in it
   */
  static ComposeLists open(Target.Compose target, CompatRefresh wanted)
      throws InterruptedException {
    var lists = new ComposeLists(target);
    lists.remarks.addAll(lists.containers.remarks());
    if (!lists.compatRefresh().equals(wanted)) {
      lists.remarks.add(
          "compatible refresh: %s, as %s and %s say; the profile's: %s"
              .formatted(lists.compatRefresh().text(), POLL, PAGE, wanted.text()));
    }
    return lists;
  }

  private ComposeVariables variables() {
    return target.variables();
  }

  private Map<String, Integer> ports() {
    var ports = new LinkedHashMap<String, Integer>();
    ports.put(ListsRoles.LISTS, lists(true).getPort());
    ports.put(UNSPLIT_ROLE, lists(false).getPort());
    ports.put(ListsRoles.CIRCULATION, circulation().getPort());
    ports.put(ListsRoles.IMPORT, imports().getPort());
    ports.put(ListsRoles.PRIMARY, variables().port(PRIMARY));
    ports.put(ListsRoles.STANDBY, variables().port(STANDBY));
    ports.put(ListsRoles.KAFKA, variables().port(KAFKA));
    return ports;
  }

  @Override
  public Credentials credentials() {
    return target.credentials();
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public String brokers() {
    return "127.0.0.1:" + variables().port(KAFKA);
  }

  @Override
  public CompatRefresh compatRefresh() {
    return new CompatRefresh(poll(), page());
  }

  private int page() {
    var text = variables().text(PAGE, Integer.toString(USUAL_PAGE));
    if (!text.matches("[1-9]\\d{0,6}")) {
      throw new EnvironmentException(PAGE + " is not a number of records: '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  private Duration poll() {
    var text = variables().text(POLL, USUAL_POLL);
    var length = LENGTH.matcher(text);
    if (!length.matches()) {
      throw new EnvironmentException(POLL + " is not a number of ms or s: '" + text + "'");
    }
    var number = Long.parseLong(length.group(1));
    return length.group(2).equals("ms") ? Duration.ofMillis(number) : Duration.ofSeconds(number);
  }

  @Override
  public URI lists(boolean split) {
    return split ? target.base().resolve("/") : variables().origin(UNSPLIT);
  }

  @Override
  public URI circulation() {
    return variables().origin(CIRCULATION);
  }

  @Override
  public URI imports() {
    return variables().origin(IMPORT);
  }

  @Override
  public List<Role> roles() {
    var roles = new ArrayList<Role>();
    service(ListsRoles.CIRCULATION, ListsRoles.CIRCULATION, circulation()).ifPresent(roles::add);
    service(ListsRoles.IMPORT, ListsRoles.IMPORT, imports()).ifPresent(roles::add);
    containers
        .find(ListsRoles.PRIMARY)
        .ifPresent(primary ->
            roles.add(
                new Role.Contained(
                    ListsRoles.PRIMARY,
                    primary,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(database))));
    for (var role : List.of(ListsRoles.STANDBY, ListsRoles.KAFKA)) {
      containers
          .find(role)
          .ifPresent(container -> roles.add(Role.Contained.other(role, container)));
    }
    return roles;
  }

  @Override
  public List<Role> listsRoles(boolean split) {
    var roles = new ArrayList<Role>();
    service(ListsRoles.LISTS, split ? ListsRoles.LISTS : UNSPLIT_ROLE, lists(split))
        .ifPresent(roles::add);
    service(ListsRoles.IDLE, split ? UNSPLIT_ROLE : ListsRoles.LISTS, lists(!split))
        .ifPresent(roles::add);
    return roles;
  }

  private Optional<Role> service(String name, String container, URI origin) {
    return containers
        .find(container)
        .map(found ->
            Role.Contained.service(
                name, found, origin.resolve("/actuator/prometheus"), credentials()));
  }

  @Override
  public void awaitCaughtUp() {
    StandbyState.awaitReplay(database, reader, CATCH_UP);
  }

  @Override
  public Optional<LocalPostgres> postgres() {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return List.of();
  }

  @Override
  public Map<String, String> serviceSettings() {
    return Map.of();
  }

  @Override
  public Processors processors() {
    return processors;
  }

  @Override
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  @Override
  public void close() {
    processors.close();
    containers.close();
    borrowed.close();
  }
}
