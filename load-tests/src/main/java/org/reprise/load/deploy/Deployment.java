package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.kafka.LocalKafka;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.process.FreePort;

/** The services of a system: processes of a run, containers of compose, or a user's own. */
public final class Deployment implements AutoCloseable, ServiceRole.Site {
  private static final String BROKER_HEAP = "256m";

  private static final String SHARED =
      "what it uses cannot be told apart: its container is that of other roles, too";

  private final Target target;
  private final Topology topology;
  private final @Nullable Credentials credentials;
  private Processors processors = Processors.open(Shares.unlimited());
  private final Home home;
  private final Path logs;
  private final Deque<AutoCloseable> parts = new ConcurrentLinkedDeque<>();
  private final Map<String, URI> origins = new HashMap<>();
  private final Map<String, ServiceProcess> services = new ConcurrentSkipListMap<>();
  private final Map<String, String> jvmFlags = new ConcurrentSkipListMap<>();
  private final Map<String, ProcessHandle> processes = new ConcurrentHashMap<>();
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private Function<String, Database> owned = Deployment::unreachable;
  private Function<String, Database> replicas = Deployment::unreachable;
  private @Nullable Database superuser;
  private String brokers = "";
  private @Nullable Path files;

  private Deployment(Target target, Topology topology, Home home, Path logs) {
    this.target = target;
    this.topology = topology;
    this.home = home;
    this.logs = logs;
    this.credentials =
        switch (target) {
          case Target.LocalProcesses _ -> new Credentials("reprise", Secrets.generate());
          case Target.Compose(var variables) -> variables.credentials();
          case Target.Remote remote -> remote.credentials();
        };
  }

  /**
   * Starts what has to be started, and asks of anything else whether it answers. Where a start
   * fails, what was started until then is ended.
   *
   * @param elsewhere bases of roles that are not at the origin of a URL
   * @throws EnvironmentException where something is not built, does not answer, or refuses the
   *     credentials
   */
  public static Deployment open(
      Target target,
      Topology topology,
      Map<String, URI> elsewhere,
      Shares shares,
      Home home,
      Path logs,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    var deployment = new Deployment(target, topology, home, logs);
    try {
      switch (target) {
        case Target.LocalProcesses _ -> {
          // A missing jar is reported before anything is started.
          topology.services().forEach(it -> home.serviceJar(it.module()));
          deployment.processors = deployment.add(Processors.open(shares));
          deployment.startServers(progress);
          deployment.startServices(progress);
        }
        case Target.Compose(var variables) -> deployment.findContainers(variables);
        case Target.Remote(var base, _, _) -> {
          for (var role : topology.services()) {
            var origin = elsewhere.getOrDefault(role.name(), base).resolve("/").toString();
            deployment.origins.put(role.name(), Origin.base(origin));
          }
          deployment.probe(base);
        }
      }
      return deployment;
    } catch (IOException | InterruptedException | RuntimeException e) {
      try (deployment) {
        throw e;
      }
    }
  }

  private void probe(URI base) throws InterruptedException {
    // A gateway of FOLIO takes a token with other headers, too.
    if (credentials != null && !credentials.isToken()) {
      Probe.service(target, topology.probe().apply(base), credentials);
    }
  }

  private void findContainers(EnvFile variables) throws InterruptedException {
    var containers = new LinkedHashMap<String, Processors.Container>();
    for (var role : topology.services()) {
      var port = variables.port(role.address());
      containers.put(role.name(), Processors.Container.at(port, "docker", Path.of("/")));
      origins.put(role.name(), URI.create("http://127.0.0.1:" + port));
      probe(base(role));
    }
    for (var server : topology.servers()) {
      var address = server.address();
      var port = variables.port(address);
      containers.put(server.role(), Processors.Container.at(port, "docker", Path.of("/")));
      if (server.kind() == LocalServers.Kind.BROKER) {
        Probe.port(port);
        brokers = "127.0.0.1:" + port;
        continue;
      }
      var database = variables.database(address, topology.database());
      Probe.database(database);
      if (server.kind() == LocalServers.Kind.DATABASE) {
        owned = name -> variables.database(address, name);
        superuser = database;
      } else {
        replicas = name -> variables.database(address, name);
      }
    }
    var found = containers.values().stream().map(Processors.Container::process).toList();
    containers.replaceAll((_, it) ->
        it.process() != null && Collections.frequency(found, it.process()) > 1
            ? new Processors.Container(null, null, null, SHARED)
            : it);
    processors = Processors.of(containers);
    containers.forEach((role, it) -> {
      Optional.ofNullable(it.process()).ifPresent(process -> processes.put(role, process));
      Optional.ofNullable(it.jvmFlags()).ifPresent(flags -> jvmFlags.put(role, flags));
    });
  }

  private void startServers(Consumer<String> progress) {
    LocalPostgres primary = null;
    for (var server : topology.servers()) {
      progress.accept("starting " + server.kind().title());
      var prefix = processors.prefix(server.role());
      long pid =
          switch (server.kind()) {
            case DATABASE -> {
              var builder = LocalPostgres.builder().launchedBy(prefix).progress(progress);
              server.settings().forEach(builder::setting);
              primary = add(builder.start());
              owned = primary::database;
              superuser = primary.database().named(topology.database());
              files = primary.directory();
              // It comes to the standby with replication.
              var _ = database(topology.database());
              yield primary.pid();
            }
            case STANDBY -> {
              var standby = add(Objects.requireNonNull(primary).startStandby(prefix, progress));
              replicas = standby::address;
              yield standby.pid();
            }
            case BROKER -> {
              var builder = LocalKafka.builder().heap(BROKER_HEAP).launchedBy(prefix);
              var kafka = add(builder.progress(progress).start());
              brokers = kafka.bootstrapServers();
              yield kafka.pid();
            }
          };
      ProcessHandle.of(pid).ifPresent(it -> processes.put(server.role(), it));
    }
  }

  private void startServices(Consumer<String> progress) throws IOException, InterruptedException {
    for (var role : topology.services()) {
      // Each has the addresses of its neighbours, which may not run yet.
      origins.put(role.name(), URI.create("http://127.0.0.1:" + FreePort.lasting()));
    }
    progress.accept(
        "starting "
            + String.join(", ", topology.services().stream().map(ServiceRole::name).toList()));
    try (var starters = Executors.newVirtualThreadPerTaskExecutor()) {
      var starts =
          topology.services().stream().<Callable<ServiceProcess>>map(it -> () -> start(it));
      for (var each : starters.invokeAll(starts.toList())) {
        each.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IOException("a service does not start: " + e.getCause(), e);
    }
  }

  private ServiceProcess start(ServiceRole role) throws IOException, InterruptedException {
    var service = role.service().apply(this);
    var process = add(start(role.name(), role.share(), service, origin(role.name()).getPort()));
    services.put(role.name(), process);
    jvmFlags.put(role.name(), String.join(" ", service.jvmFlags()));
    processes.put(role.name(), process.handle());
    return process;
  }

  /** Starts a service once more, with the processors of the first one. The caller ends it. */
  public ServiceProcess startBeside(String name, ServiceProcess.Service service)
      throws IOException, InterruptedException {
    return start(name, topology.services().getFirst().share(), service, FreePort.lasting());
  }

  private ServiceProcess start(String name, String share, ServiceProcess.Service service, int port)
      throws IOException, InterruptedException {
    var log = logs.resolve(name + ".log");
    var place =
        new ServiceProcess.Place(port, false, log, home.pidFile(name), processors.prefix(share));
    return ServiceProcess.start(home, service, place);
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
    return target instanceof Target.Remote remote
        ? remote.base()
        : base(topology.services().getFirst());
  }

  private URI base(ServiceRole role) {
    return origin(role.name()).resolve(role.address().path());
  }

  @Override
  public Credentials credentials() {
    return Objects.requireNonNull(credentials, () -> target.name() + " has no credentials");
  }

  private static Database unreachable(String name) {
    throw new IllegalStateException("the database " + name + " cannot be reached here");
  }

  /** Returns the first service's own database, where it can be reached. */
  public Optional<Database> database() {
    return Optional.ofNullable(superuser).map(_ -> database(topology.database()));
  }

  @Override
  public Database database(String name) {
    return databases.computeIfAbsent(name, owned);
  }

  public Database superuser() {
    return Objects.requireNonNull(superuser);
  }

  @Override
  public Database replica(String name) {
    return replicas.apply(name);
  }

  @Override
  public String brokers() {
    return brokers;
  }

  /** Returns a folder beside the data of the database, which is thrown away with it. */
  @Override
  public Path files(String name) {
    return Objects.requireNonNull(files).resolve(name);
  }

  public Processors processors() {
    return processors;
  }

  public List<WatchedProcess> roles() {
    var roles = new ArrayList<WatchedProcess>();
    topology.services().forEach(it -> role(it.name(), it.name()).ifPresent(roles::add));
    for (var server : topology.servers()) {
      var process = processes.get(server.role());
      if (process != null) {
        var database =
            Optional.of(superuser()).filter(_ -> server.kind() == LocalServers.Kind.DATABASE);
        roles.add(new WatchedProcess(server.role(), process, Optional.empty(), database));
      }
    }
    return roles;
  }

  /** Returns the process of a service, by the name that its CPU is reported as. */
  public Optional<WatchedProcess> role(String service, String name) {
    var local = target instanceof Target.LocalProcesses;
    return Optional.ofNullable(processes.get(service))
        .map(it ->
            new WatchedProcess(
                name, it, new WatchedProcess.Service(origin(service), credentials(), local)));
  }

  public List<String> jvmFlags() {
    return jvmFlags.entrySet().stream().map(it -> it.getKey() + ": " + it.getValue()).toList();
  }

  public Map<String, String> serviceSettings() {
    var settings = new TreeMap<String, String>();
    services.forEach((role, service) -> {
      var prefix = services.size() == 1 ? "" : role + ": ";
      service.service().settings().forEach((name, value) -> settings.put(prefix + name, value));
    });
    return settings;
  }

  /** Ends all parts, the last one first; the first failure suppresses the later ones. */
  @Override
  public void close() {
    var part = parts.poll();
    if (part == null) {
      return;
    }
    try (AutoCloseable _ = this::close) {
      part.close();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw e instanceof EnvironmentException known
          ? known
          : new EnvironmentException(e.toString(), e);
    }
  }
}
