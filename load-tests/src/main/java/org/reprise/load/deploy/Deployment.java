package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
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
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.Database;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalKafka;
import org.reprise.localstack.LocalPostgres;

/**
 * The services of a system: processes that are started for a run and end with it, containers of
 * docker-compose.yml, or somebody's own address.
 */
public final class Deployment implements AutoCloseable, Site {
  private static final String BROKER_HEAP = "256m";

  private final Target target;
  private final Topology topology;
  private final @Nullable Credentials credentials;
  private final Processors processors;
  private final Home home;
  private final Path logs;
  private final List<String> remarks = new ArrayList<>();
  private final Deque<AutoCloseable> parts = new ConcurrentLinkedDeque<>();
  private final Map<String, URI> origins = new HashMap<>();
  private final Map<String, ServiceProcess> services = new ConcurrentHashMap<>();
  private final Map<String, ProcessHandle> processes = new ConcurrentHashMap<>();
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final Map<LocalServers.Role, LocalPostgres> postgres = new HashMap<>();
  private String brokers = "";

  private Deployment(
      Target target,
      Topology topology,
      @Nullable Credentials credentials,
      Processors processors,
      Home home,
      Path logs) {
    this.target = target;
    this.topology = topology;
    this.credentials = credentials;
    this.processors = add(processors);
    this.home = home;
    this.logs = logs;
  }

  /**
   * Starts what has to be started, and asks of anything else whether it answers. Where a start
   * fails, what was started until then is ended.
   *
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
        var local = new Deployment(target, topology, own, Processors.open(shares), home, logs);
        try {
          local.startServers(progress);
          local.startServices(progress);
          yield local;
        } catch (IOException | InterruptedException | RuntimeException e) {
          local.closeAfter(e);
          throw e;
        }
      }
      case Target.Compose compose -> compose(compose, topology, home, logs);
      case Target.Remote(var base, var credentials, _) -> {
        if (credentials != null) {
          Probe.service(target, topology.probe().apply(base), credentials);
        }
        var remote =
            new Deployment(target, topology, credentials, Processors.unlimited(), home, logs);
        var origin = Origin.base(base.resolve("/").toString());
        topology.services().forEach(it -> remote.origins.put(it.name(), origin));
        yield remote;
      }
    };
  }

  private static Deployment compose(Target.Compose compose, Topology topology, Home home, Path logs)
      throws InterruptedException {
    var variables = compose.variables();
    var credentials = variables.credentials();
    var origins = new HashMap<String, URI>();
    var ports = new LinkedHashMap<String, Integer>();
    var brokers = "";
    for (var role : topology.services()) {
      var address = role.address();
      var origin = variables.origin(address);
      var base = Origin.base(origin.resolve(address.path()).toString());
      Probe.service(compose, topology.probe().apply(base), credentials);
      origins.put(role.name(), Origin.base(origin.toString()));
      ports.put(role.name(), variables.port(address));
    }
    for (var server : topology.servers()) {
      var port = variables.port(server.address());
      if (server.kind() == LocalServers.Role.BROKER) {
        Probe.port(port);
        brokers = "127.0.0.1:" + port;
      } else {
        Probe.database(variables.database(server.address(), topology.database()));
      }
      ports.put(server.role(), port);
    }
    var containers = Containers.find(ports);
    var deployment =
        new Deployment(compose, topology, credentials, Processors.of(containers), home, logs);
    deployment.origins.putAll(origins);
    containers.found().forEach((role, it) -> deployment.processes.put(role, it.process()));
    containers.unknown().forEach((role, why) -> deployment.remark(role + ": " + why));
    deployment.brokers = brokers;
    return deployment;
  }

  private void startServers(Consumer<String> progress) {
    for (var server : topology.servers()) {
      progress.accept("starting " + server.kind().program());
      var prefix = processors.prefix(server.role());
      switch (server.kind()) {
        case DATABASE -> {
          var primary = LocalPostgres.builder().launchedBy(prefix).progress(progress);
          server.settings().forEach(primary::setting);
          started(server, add(primary.start()));
          // It comes to the standby with replication.
          var unused = database(topology.database());
        }
        case STANDBY -> started(server, add(primary().startStandby(prefix, progress)));
        case BROKER -> {
          var kafka = LocalKafka.builder().heap(BROKER_HEAP).launchedBy(prefix);
          var started = add(kafka.progress(progress).start());
          brokers = started.bootstrapServers();
          watch(server.role(), started.pid());
        }
      }
    }
  }

  private void started(Topology.Server server, LocalPostgres started) {
    postgres.put(server.kind(), started);
    watch(server.role(), started.pid());
  }

  private void watch(String role, long pid) {
    ProcessHandle.of(pid).ifPresent(it -> processes.put(role, it));
  }

  private LocalPostgres primary() {
    return Objects.requireNonNull(postgres.get(LocalServers.Role.DATABASE));
  }

  /** Neighbours of one module start at once. */
  private void startServices(Consumer<String> progress) throws IOException, InterruptedException {
    for (var role : topology.services()) {
      // Each is told of its neighbours, which may not run yet.
      origins.put(role.name(), URI.create("http://127.0.0.1:" + FreePort.lasting()));
    }
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
    var port = origin(role.name()).getPort();
    var service = role.service().apply(this);
    var process = add(startBeside(role.name(), role.share(), service, port));
    services.put(role.name(), process);
    processes.put(role.name(), process.handle());
    return process;
  }

  /** Starts a service once more, with the processors of the first one. The caller ends it. */
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

  @Override
  public URI origin(String role) {
    return Objects.requireNonNull(origins.get(role), () -> "there is no role " + role);
  }

  public URI base() {
    if (target instanceof Target.Remote remote) {
      return remote.base();
    }
    var first = topology.services().getFirst();
    return origin(first.name()).resolve(first.address().path());
  }

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
        ? published(compose, LocalServers.Role.DATABASE, name)
        : databases.computeIfAbsent(name, primary()::database);
  }

  private Database published(Target.Compose compose, LocalServers.Role kind, String name) {
    return topology.servers().stream()
        .filter(it -> it.kind() == kind)
        .map(it -> compose.variables().database(it.address(), name))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the first service's own database with the credentials of the superuser. */
  public Database superuser() {
    return target instanceof Target.Compose
        ? database(topology.database())
        : primary().database().named(topology.database());
  }

  @Override
  public Database replica(String name) {
    return target instanceof Target.Compose compose
        ? published(compose, LocalServers.Role.STANDBY, name)
        : Objects.requireNonNull(postgres.get(LocalServers.Role.STANDBY)).address(name);
  }

  @Override
  public String brokers() {
    return brokers;
  }

  public Processors processors() {
    return processors;
  }

  /** Returns the processes of all roles, as far as they can be watched. */
  public List<WatchedProcess> roles() {
    var roles = new ArrayList<WatchedProcess>();
    topology.services().forEach(it -> role(it.name(), it.name()).ifPresent(roles::add));
    for (var server : topology.servers()) {
      var name = server.role();
      Optional.ofNullable(processes.get(name))
          .map(it ->
              server.kind() == LocalServers.Role.DATABASE
                  ? WatchedProcess.postgres(name, it, database())
                  : WatchedProcess.of(name, it))
          .ifPresent(roles::add);
    }
    return roles;
  }

  /** Returns the process of a service, by the name that its CPU is reported as. */
  public Optional<WatchedProcess> role(String service, String name) {
    return Optional.ofNullable(processes.get(service))
        .map(it ->
            WatchedProcess.service(
                name, it, origin(service), credentials(), target instanceof Target.LocalProcesses));
  }

  /** Returns the JVM flags of the services that were started; of several in a line each. */
  public List<String> jvmFlags() {
    var flags = new TreeMap<String, List<String>>();
    services.forEach((role, service) -> flags.put(role, service.service().jvmFlags()));
    return flags.size() == 1
        ? flags.firstEntry().getValue()
        : flags.entrySet().stream()
            .map(it -> it.getKey() + ": " + String.join(" ", it.getValue()))
            .toList();
  }

  /** Returns what the services that were started were told, without secrets. */
  public Map<String, String> serviceSettings() {
    var settings = new TreeMap<String, String>();
    services.forEach((role, service) ->
        service
            .service()
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
   * Ends all parts, the last one first, also where some of them fail. The first failure is thrown
   * and suppresses the later ones.
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
