package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.Database;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.StandbyState;

/**
 * The services of a system: processes that are started for a run and end with it, containers of
 * docker-compose.yml, or somebody's own address.
 */
public final class Deployment implements RunningTarget, Site {
  private static final String BROKER_HEAP = "256m";
  private static final Duration CATCH_UP = Duration.ofSeconds(60);

  private final Target target;
  private final Topology topology;
  private final @Nullable Credentials credentials;
  private final Containers containers;
  private final Processors processors;
  private final Home home;
  private final Path logs;
  private final List<String> remarks = new ArrayList<>();
  private final Deque<AutoCloseable> parts = new ConcurrentLinkedDeque<>();
  private final Map<String, ServiceProcess> services = new ConcurrentHashMap<>();
  private final Map<String, Long> servers = new HashMap<>();
  private final Map<String, Integer> ports = new ConcurrentHashMap<>();
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private Optional<LocalPostgres> postgres = Optional.empty();
  private Optional<LocalPostgres> standby = Optional.empty();
  private Optional<LocalKafka> broker = Optional.empty();

  private Deployment(
      Target target,
      Topology topology,
      @Nullable Credentials credentials,
      Containers containers,
      Processors processors,
      Home home,
      Path logs) {
    this.target = target;
    this.topology = topology;
    this.credentials = credentials;
    this.containers = containers;
    this.processors = add(processors);
    this.home = home;
    this.logs = logs;
    this.remarks.addAll(containers.remarks());
  }

  /**
   * Starts what has to be started, and asks of anything else whether it answers. Where a start
   * fails, what was started until then is ended.
   *
   * @param shares what each role may use of the processors while it is measured
   * @param logs where processes write to
   * @param progress hears each step
   * @throws EnvironmentException where something is not built, does not answer, or refuses the
   *     credentials
   */
  public static Deployment open(
      Target target,
      Topology topology,
      Shares shares,
      Home home,
      Path logs,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    return switch (target) {
      case Target.LocalProcesses _ -> {
        // What is missing is said before anything is started.
        topology.services().forEach(it -> home.serviceJar(it.module()));
        var own = new Credentials("reprise", Secrets.generate());
        var limits = Processors.open(shares);
        var local = new Deployment(target, topology, own, Containers.NONE, limits, home, logs);
        try {
          local.startServers(progress);
          local.startServices(progress);
          yield local;
        } catch (IOException | InterruptedException | RuntimeException e) {
          local.closeAfter(e);
          throw e;
        }
      }
      case Target.Compose compose -> {
        var found = find(compose, topology);
        yield new Deployment(
            target, topology, compose.credentials(), found, Processors.of(found), home, logs);
      }
      case Target.Remote(var base, var credentials, _) -> {
        if (credentials != null) {
          Probe.service(target, topology.probe().apply(base), credentials);
        }
        yield new Deployment(
            target, topology, credentials, Containers.NONE, Processors.unlimited(), home, logs);
      }
    };
  }

  /** Asks every container whether it answers, and finds its process. */
  private static Containers find(Target.Compose compose, Topology topology)
      throws InterruptedException {
    var variables = compose.variables();
    var ports = new LinkedHashMap<String, Integer>();
    for (var role : topology.services()) {
      var address = role.address().orElseThrow();
      var base = variables.origin(address).resolve(address.path());
      Probe.service(
          compose, topology.probe().apply(Origin.base(base.toString())), compose.credentials());
      ports.put(role.name(), variables.port(address));
    }
    var server = topology.server();
    Probe.database(variables.database(server.address(), topology.database()));
    ports.put(server.role(), variables.port(server.address()));
    topology
        .replication()
        .ifPresent(it -> {
          Probe.database(variables.database(it.standbyAddress(), topology.database()));
          ports.put(it.standby(), variables.port(it.standbyAddress()));
          Probe.port(variables.port(it.brokerAddress()));
          ports.put(it.broker(), variables.port(it.brokerAddress()));
        });
    return Containers.find(ports);
  }

  private void startServers(Consumer<String> progress) {
    var within = Phases.within(progress);
    var server = topology.server();
    progress.accept(
        "starting PostgreSQL" + (topology.replication().isPresent() ? " and its standby" : ""));
    var primary = LocalPostgres.builder().launchedBy(processors.prefix(server.role()));
    server.settings().forEach(primary::setting);
    var started = add(primary.progress(within).start());
    postgres = Optional.of(started);
    servers.put(server.role(), started.pid());
    // It comes to the standby with replication.
    var unused = database(topology.database());
    topology
        .replication()
        .ifPresent(it -> {
          var copied = add(started.startStandby(processors.prefix(it.standby()), within));
          standby = Optional.of(copied);
          servers.put(it.standby(), copied.pid());
          progress.accept("starting Kafka");
          var kafka = LocalKafka.builder().heap(BROKER_HEAP);
          var one = add(kafka.launchedBy(processors.prefix(it.broker())).progress(within).start());
          broker = Optional.of(one);
          servers.put(it.broker(), one.pid());
        });
  }

  /** Neighbours of one module start at once. */
  private void startServices(Consumer<String> progress) throws IOException, InterruptedException {
    var left = new ArrayList<>(topology.services());
    while (!left.isEmpty()) {
      var module = left.getFirst().module();
      var together = left.stream().takeWhile(it -> it.module().equals(module)).toList();
      left.subList(0, together.size()).clear();
      var names = together.stream().map(ServiceRole::name).toList();
      progress.accept(
          "starting " + module + (names.size() == 1 ? "" : ": " + String.join(", ", names)));
      try (var starters = Executors.newVirtualThreadPerTaskExecutor()) {
        var starting = together.stream().map(role -> starters.submit(() -> start(role))).toList();
        for (var each : starting) {
          each.get();
        }
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case IOException failure -> throw failure;
          case RuntimeException failure -> throw failure;
          case null, default -> throw new IOException("a service does not start", e);
        }
      }
    }
  }

  private ServiceProcess start(ServiceRole role) throws IOException, InterruptedException {
    var process =
        add(startBeside(role.name(), role.share(), role.service().apply(this), port(role.name())));
    services.put(role.name(), process);
    return process;
  }

  /**
   * Starts a service once more, with the processors of the first one. The caller ends it.
   *
   * @param name of its log and its pid file
   */
  public ServiceProcess startBeside(String name, ServiceProcess.Service service)
      throws IOException, InterruptedException {
    var share = topology.services().getFirst().share();
    return startBeside(name, share, service, FreePort.lasting());
  }

  private ServiceProcess startBeside(
      String name, String share, ServiceProcess.Service service, int port)
      throws IOException, InterruptedException {
    return ServiceProcess.start(
        home,
        service,
        new ServiceProcess.Place(
            port,
            false,
            logs.resolve(name + ".log"),
            home.pidFile(name),
            processors.prefix(share)));
  }

  /** Adds what ends with the deployment, before what was started earlier; returns it. */
  public <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  private int port(String role) {
    return ports.computeIfAbsent(role, _ -> FreePort.lasting());
  }

  private ServiceRole role(String name) {
    return topology.services().stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no role " + name));
  }

  @Override
  public Deployment deployment() {
    return this;
  }

  @Override
  public URI origin(String role) {
    var found = role(role);
    return switch (target) {
      case Target.LocalProcesses _ -> URI.create("http://127.0.0.1:" + port(role));
      case Target.Compose compose ->
          Origin.base(compose.variables().origin(found.address().orElseThrow()).toString());
      case Target.Remote remote -> Origin.base(remote.base().resolve("/").toString());
    };
  }

  /** Returns the base of the first service's API. */
  public URI base() {
    if (target instanceof Target.Remote remote) {
      return remote.base();
    }
    var first = topology.services().getFirst();
    var path = first.address().map(Target.Address::path).orElse("/");
    return origin(first.name()).resolve(path);
  }

  /**
   * Returns what the callers of all services send.
   *
   * @throws NullPointerException where they send nothing
   */
  @Override
  public Credentials credentials() {
    return Objects.requireNonNull(credentials, () -> target.name() + " has no credentials");
  }

  /** Returns the first service's own database, where it can be reached. */
  public Optional<Database> database() {
    return target instanceof Target.Remote
        ? Optional.empty()
        : Optional.of(database(topology.database()));
  }

  @Override
  public Database database(String name) {
    return target instanceof Target.Compose compose
        ? compose.variables().database(topology.server().address(), name)
        : databases.computeIfAbsent(name, it -> postgres.orElseThrow().database(it));
  }

  /** Returns the first service's own database with the credentials of the superuser. */
  public Database superuser() {
    var own = database(topology.database());
    return postgres.map(it -> it.database().named(topology.database())).orElse(own);
  }

  @Override
  public Database replica(String name) {
    return target instanceof Target.Compose compose
        ? compose.variables().database(topology.replication().orElseThrow().standbyAddress(), name)
        : standby.orElseThrow().address(name);
  }

  /** Waits until the standby shows all that was committed before. */
  public void awaitCaughtUp() {
    StandbyState.awaitReplay(superuser(), replica(topology.database()), CATCH_UP);
  }

  @Override
  public String brokers() {
    return target instanceof Target.Compose compose
        ? "127.0.0.1:"
            + compose.variables().port(topology.replication().orElseThrow().brokerAddress())
        : broker.orElseThrow().bootstrapServers();
  }

  /** Returns the process of a role that was started for the run. */
  public Optional<ServiceProcess> service(String role) {
    return Optional.ofNullable(services.get(role));
  }

  /** Returns the database server that was started for the run. */
  public Optional<LocalPostgres> postgres() {
    return postgres;
  }

  /** Returns what each role may use of the processors. */
  public Processors processors() {
    return processors;
  }

  /** Returns the processes of all roles, as far as they can be watched. */
  public List<WatchedProcess> roles() {
    var roles = new ArrayList<WatchedProcess>();
    topology.services().forEach(it -> role(it.name(), it.name()).ifPresent(roles::add));
    var server = topology.server().role();
    process(server)
        .map(it -> WatchedProcess.postgres(server, it, database(), Optional.of(superuser())))
        .ifPresent(roles::add);
    topology.replication().stream()
        .flatMap(it -> Stream.of(it.standby(), it.broker()))
        .forEach(
            name -> process(name).map(it -> WatchedProcess.of(name, it)).ifPresent(roles::add));
    return roles;
  }

  /** Returns the process of a service or server; empty where nothing is known of it. */
  private Optional<ProcessHandle> process(String role) {
    return service(role)
        .map(ServiceProcess::handle)
        .or(() -> Optional.ofNullable(servers.get(role)).flatMap(ProcessHandle::of))
        .or(() -> containers.find(role).map(Containers.Container::process));
  }

  /**
   * Returns the process of a service.
   *
   * @param name as its CPU is reported
   */
  public Optional<WatchedProcess> role(String service, String name) {
    return process(service)
        .map(it ->
            WatchedProcess.service(
                name, it, origin(service), credentials(), target instanceof Target.LocalProcesses));
  }

  /**
   * Returns the JVM flags of the services that were started for the run; of several in a line each,
   * behind its role.
   */
  public List<String> jvmFlags() {
    var flags = new TreeMap<String, List<String>>();
    services.forEach((role, service) -> flags.put(role, service.jvmFlags()));
    return flags.size() == 1
        ? flags.firstEntry().getValue()
        : flags.entrySet().stream()
            .map(it -> it.getKey() + ": " + String.join(" ", it.getValue()))
            .toList();
  }

  /** Returns what the services that were started for the run were told, without secrets. */
  public Map<String, String> serviceSettings() {
    var settings = new TreeMap<String, String>();
    services.forEach((role, service) ->
        service
            .settings()
            .forEach((name, value) ->
                settings.put((services.size() == 1 ? "" : role + ": ") + name, value)));
    return settings;
  }

  /** Adds what a user should know of the deployment before it is measured. */
  public void remark(String line) {
    remarks.add(line);
  }

  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Closes it after a failure, which then suppresses what else fails. */
  public void closeAfter(Throwable failure) {
    try {
      close();
    } catch (EnvironmentException later) {
      failure.addSuppressed(later);
    }
  }

  /**
   * Ends all parts, the last one first, also where some of them fail.
   *
   * @throws EnvironmentException for the first failure; it suppresses the later ones
   */
  @Override
  public void close() {
    EnvironmentException first = null;
    var interrupted = false;
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        interrupted |= e instanceof InterruptedException;
        if (first == null) {
          first = new EnvironmentException(e.toString(), e);
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (first != null) {
      throw first;
    }
  }
}
