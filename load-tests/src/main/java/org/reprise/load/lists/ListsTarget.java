package org.reprise.load.lists;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.reprise.load.engine.Role;
import org.reprise.load.process.Processors;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.Secrets;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;

/**
 * The report's environment on this machine: a primary with a streaming standby, a broker, and the
 * service in processes by role. The role with the lists runs twice, once with the split and once
 * without, so that no cell begins with a process that was started for it; a cell uses one of them.
 */
public final class ListsTarget implements ListsDeployment {
  /** The service's database. */
  static final String DATABASE = "lists";

  /** What the report split: mod-fqm-manager, and nothing else. */
  static final String SPLIT = "fqm";

  private static final String BROKER_HEAP = "256m";

  private final Deque<AutoCloseable> opened = new ConcurrentLinkedDeque<>();
  private final Credentials credentials = new Credentials("reprise", Secrets.generate());
  private final Home home;
  private final Path logs;
  private final ListsProfile profile;
  private final ListsService.Extras extras;
  private final Processors processors;
  private final LocalPostgres primary;
  private final LocalPostgres standby;
  private final LocalKafka kafka;
  private final Map<String, ServiceProcess> services;

  private ListsTarget(
      Home home,
      Path logs,
      ListsProfile profile,
      ListsService.Extras extras,
      Shares shares,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    this.processors = closing(Processors.open(shares));
    this.home = home;
    this.logs = logs;
    this.profile = profile;
    this.extras = extras;
    try {
      progress.accept("starting PostgreSQL and its standby");
      this.primary =
          closing(
              LocalPostgres.builder()
                  .setting("autovacuum", profile.autovacuum() ? "on" : "off")
                  .launchedBy(processors.prefix(ListsRoles.PRIMARY))
                  .progress(Phases.within(progress))
                  .start());
      primary.database(DATABASE);
      this.standby =
          closing(
              primary.startStandby(processors.prefix(ListsRoles.STANDBY), Phases.within(progress)));
      progress.accept("starting Kafka");
      this.kafka =
          closing(
              LocalKafka.builder()
                  .heap(BROKER_HEAP)
                  .launchedBy(processors.prefix(ListsRoles.KAFKA))
                  .progress(Phases.within(progress))
                  .start());
      progress.accept("starting list-refresh by roles");
      this.services = services(Phases.within(progress));
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts everything.
   *
   * @param shares what each role may use of the processors while it is measured
   * @param logs where processes write to
   * @param progress hears each step
   */
  public static ListsTarget open(
      ListsProfile profile, Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    // What is missing is said before anything is started.
    home.serviceJar(ListsService.MODULE);
    return new ListsTarget(home, logs, profile, ListsService.Extras.NONE, shares, progress);
  }

  /** Starts everything that {@link ListsBenchmark} needs, as {@link #open} does. */
  public static ListsTarget openForBenchmark(
      ListsProfile profile, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    home.serviceJar(ListsService.MODULE);
    var records = new ServiceRecords(logs);
    Files.createDirectories(logs);
    Files.deleteIfExists(records.requests());
    return new ListsTarget(
        home,
        logs,
        profile,
        new ListsService.Extras(List.of(LargeList.TENANT), Optional.of(records)),
        Shares.unlimited(),
        progress);
  }

  private <T extends AutoCloseable> T closing(T part) {
    opened.push(part);
    return part;
  }

  // What prepares them makes the tables, too.
  private Map<String, ServiceProcess> services(Consumer<String> progress)
      throws IOException, InterruptedException {
    ServiceProcess.prepare(home, service(part(false), ""), place(part(false)), progress);
    try (var starters = Executors.newVirtualThreadPerTaskExecutor()) {
      var lists = starters.submit(() -> closing(start(part(false), "")));
      var split = starters.submit(() -> closing(start(part(true), SPLIT)));
      var circulation = starters.submit(() -> closing(start(ListsService.Part.CIRCULATION, "")));
      var imports = starters.submit(() -> closing(start(ListsService.Part.IMPORT, "")));
      return Map.of(
          part(false).name(), started(lists),
          part(true).name(), started(split),
          ListsService.Part.CIRCULATION.name(), started(circulation),
          ListsService.Part.IMPORT.name(), started(imports));
    }
  }

  private ServiceProcess started(Future<ServiceProcess> starting)
      throws IOException, InterruptedException {
    try {
      return starting.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case null, default -> throw new IOException("a service does not start", e);
      }
    }
  }

  private static ListsService.Part part(boolean split) {
    var lists = ListsService.Part.LISTS;
    return split
        ? new ListsService.Part("lists-split", lists.roles(), lists.heap(), lists.connections())
        : lists;
  }

  private ServiceProcess start(ListsService.Part part, String split)
      throws IOException, InterruptedException {
    return ServiceProcess.start(
        home, service(part, split), place(part).launchedBy(processors.prefix(role(part))), _ -> {});
  }

  private ServiceProcess.Place place(ListsService.Part part) {
    return ServiceProcess.Place.ofThisCommand(
        logs.resolve(part.name() + ".log"), home.pidFile(part.name()));
  }

  private ServiceProcess.Service service(ListsService.Part part, String split) {
    return ListsService.service(
        part,
        new ListsService.Wiring(
            database(),
            Optional.of(reader()),
            kafka.bootstrapServers(),
            credentials,
            split,
            profile.compatRefresh(),
            profile.jvmFlags(),
            split.isEmpty()
                ? new ListsService.Extras(extras.tenants(), Optional.empty())
                : extras));
  }

  /** Both processes with lists are one role, of which a cell uses one. */
  private static String role(ListsService.Part part) {
    return part.name().equals(part(true).name()) ? part(false).name() : part.name();
  }

  @Override
  public Processors processors() {
    return processors;
  }

  @Override
  public Database database() {
    return primary.database(DATABASE);
  }

  /** The same on the standby. */
  private Database reader() {
    return standby.address(DATABASE);
  }

  @Override
  public Credentials credentials() {
    return credentials;
  }

  @Override
  public String brokers() {
    return kafka.bootstrapServers();
  }

  @Override
  public CompatRefresh compatRefresh() {
    return profile.compatRefresh();
  }

  @Override
  public void awaitCaughtUp() {
    standby.awaitCaughtUp();
  }

  @Override
  public URI lists(boolean split) {
    return listsProcess(split).origin();
  }

  @Override
  public URI circulation() {
    return service(ListsService.Part.CIRCULATION).origin();
  }

  @Override
  public URI imports() {
    return service(ListsService.Part.IMPORT).origin();
  }

  @Override
  public List<Role> roles() {
    return List.of(
        role(ListsRoles.CIRCULATION, service(ListsService.Part.CIRCULATION)),
        role(ListsRoles.IMPORT, service(ListsService.Part.IMPORT)),
        new Role.Postgres(ListsRoles.PRIMARY, primary, true, Optional.empty()),
        new Role.Postgres(ListsRoles.STANDBY, standby, false, Optional.empty()),
        new Role.Other(ListsRoles.KAFKA, ProcessHandle.of(kafka.pid()).orElseThrow()));
  }

  @Override
  public List<Role> listsRoles(boolean split) {
    return List.of(
        role(ListsRoles.LISTS, listsProcess(split)), role(ListsRoles.IDLE, listsProcess(!split)));
  }

  private Role role(String name, ServiceProcess process) {
    return new Role.Service(name, process, credentials);
  }

  /** The process with the lists whose queries read from the standby, or the other one. */
  ServiceProcess listsProcess(boolean split) {
    return service(part(split));
  }

  /** What that with the split notes; a target without has none. */
  ServiceRecords records() {
    return extras.records().orElseThrow();
  }

  private ServiceProcess service(ListsService.Part part) {
    return java.util.Objects.requireNonNull(services.get(part.name()));
  }

  /** A client of one of them. */
  ListsApi api(ServiceProcess service) {
    return api(service.origin());
  }

  /** A client of one of them, for a tenant. */
  ListsApi api(ServiceProcess service, String tenant) {
    return new ListsApi(service.origin(), credentials, tenant);
  }

  @Override
  public Optional<LocalPostgres> postgres() {
    return Optional.of(primary);
  }

  @Override
  public List<String> jvmFlags() {
    return listsProcess(true).jvmFlags();
  }

  /** By the part of the service and the variable. */
  @Override
  public Map<String, String> serviceSettings() {
    var settings = new TreeMap<String, String>();
    services.forEach((part, service) ->
        service.settings().forEach((name, value) -> settings.put(part + ": " + name, value)));
    return settings;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        // What is left of a server that does not end is found by the next command.
        continue;
      }
    }
  }
}
