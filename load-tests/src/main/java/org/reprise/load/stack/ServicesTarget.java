package org.reprise.load.stack;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.reprise.load.process.Processors;
import org.reprise.load.process.Shares;
import org.reprise.localstack.Database;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalPostgres;

/**
 * Several services as processes that are started for a run and end with it, each in a role of its
 * own and with a database of its own on one server. They have one user and password.
 */
public final class ServicesTarget implements RunningTarget {
  /** The role of the database server. */
  public static final String DATABASE = ServiceTarget.DATABASE;

  private final Started started = new Started();
  private final Map<String, ServiceProcess> services = new LinkedHashMap<>();
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final Map<String, Integer> reserved = new ConcurrentHashMap<>();
  private final Credentials credentials = new Credentials("reprise", Secrets.generate());
  private final Home home;
  private final Path logs;
  private final Consumer<String> progress;
  private final Processors processors;
  private final LocalPostgres postgres;

  private ServicesTarget(Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    this.home = home;
    this.logs = logs;
    this.progress = progress;
    this.processors = started.add(Processors.open(shares));
    try {
      progress.accept("starting PostgreSQL");
      this.postgres =
          started.add(
              LocalPostgres.builder()
                  .launchedBy(processors.prefix(DATABASE))
                  .progress(Phases.within(progress))
                  .start());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts the database server.
   *
   * @param modules of the services that will be started: what is missing is said first
   * @param shares what each role may use of the processors while it is measured
   * @param logs where processes write to
   * @param progress hears each step
   */
  public static ServicesTarget open(
      List<String> modules, Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    modules.forEach(home::serviceJar);
    return new ServicesTarget(shares, home, logs, progress);
  }

  /**
   * Starts a service.
   *
   * @param role of its process and its log
   */
  public void start(String role, ServiceProcess.Service service)
      throws IOException, InterruptedException {
    progress.accept("starting " + role);
    var process =
        started.add(
            ServiceProcess.start(
                home,
                service,
                place(role).launchedBy(processors.prefix(role)),
                Phases.within(progress)));
    services.put(role, process);
  }

  private ServiceProcess.Place place(String role) {
    var log = logs.resolve(role + ".log");
    var port = reserved.get(role);
    return port == null
        ? ServiceProcess.Place.ofThisCommand(log, home.pidFile(role))
        : new ServiceProcess.Place(OptionalInt.of(port), false, log, home.pidFile(role));
  }

  /**
   * The address that a service will have which is started later, for those that call it: of two
   * services that call each other one is started first.
   *
   * @return without a slash at its end
   */
  public URI reserve(String role) {
    var port = reserved.computeIfAbsent(role, _ -> FreePort.lasting());
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Those that were started, by their roles. */
  public Map<String, ServiceProcess> services() {
    return Collections.unmodifiableMap(services);
  }

  /** The address of a service, without a slash at its end. */
  public URI origin(String role) {
    return URI.create(service(role).origin().toString().replaceAll("/+$", ""));
  }

  /** The addresses of some services, by their roles, in their order. */
  public Map<String, URI> origins(Collection<String> roles) {
    var origins = new LinkedHashMap<String, URI>();
    roles.forEach(it -> origins.put(it, origin(it)));
    return origins;
  }

  private ServiceProcess service(String role) {
    var service = services.get(role);
    if (service == null) {
      throw new IllegalArgumentException(role + " was not started");
    }
    return service;
  }

  /** A database on the server, made when it is first asked for. */
  public Database database(String name) {
    return databases.computeIfAbsent(name, postgres::database);
  }

  /** What the callers of all services send. */
  public Credentials credentials() {
    return credentials;
  }

  @Override
  public Processors processors() {
    return processors;
  }

  @Override
  public Optional<LocalPostgres> postgres() {
    return Optional.of(postgres);
  }

  /** Those of the service that was started last. */
  @Override
  public List<String> jvmFlags() {
    return services.isEmpty() ? List.of() : List.copyOf(services.values()).getLast().jvmFlags();
  }

  /** By the role and the variable. */
  @Override
  public Map<String, String> serviceSettings() {
    var settings = new TreeMap<String, String>();
    services.forEach((role, service) ->
        service.settings().forEach((name, value) -> settings.put(role + ": " + name, value)));
    return settings;
  }

  @Override
  public void close() {
    started.close();
  }
}
