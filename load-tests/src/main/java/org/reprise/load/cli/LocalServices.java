package org.reprise.load.cli;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.LocalServers.Role;
import org.reprise.load.deploy.Probe;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Site;
import org.reprise.load.run.CommandLock;
import org.reprise.load.system.UsageException;
import org.reprise.localstack.Database;
import org.reprise.localstack.Leftovers;
import org.reprise.localstack.LocalProcess;

/**
 * The services that {@code reprise up} leaves running in the background; their data stays under
 * {@code .reprise}.
 *
 * @param environment the user's, whose settings of services win over those of this command
 */
record LocalServices(Home home, Map<String, String> environment) {
  private static final String USERNAME = "reprise";

  private static final Duration FIND_SERVERS = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);

  static LocalServices of(Home home) {
    return new LocalServices(home, System.getenv());
  }

  /**
   * Starts what does not run, and returns all that runs then. Where that fails or is interrupted,
   * what this call started is ended again.
   *
   * @throws EnvironmentException where a port is taken, before anything is started
   */
  List<StartedService> up(Map<ServiceRole, OptionalInt> requested, Consumer<String> progress)
      throws IOException, InterruptedException {
    try (var _ = lock(progress)) {
      var ports = new LinkedHashMap<ServiceRole, Integer>();
      for (var request : requested.entrySet()) {
        var service = request.getKey();
        if (process(service).isPresent()) {
          var port = note(service).port();
          if (request.getValue().orElse(port) != port) {
            throw new EnvironmentException(
                "%s runs on port %d, not on %d: ./reprise down ends it, then start it where you want it"
                    .formatted(service.module(), port, request.getValue().getAsInt()));
          }
          progress.accept(
              service.module()
                  + " runs already; a change of its settings needs ./reprise down first");
        } else {
          ports.put(service, request.getValue().orElseGet(() -> note(service).port()));
        }
      }
      requireFree(ports);
      for (var service : ports.keySet()) {
        // A password that cannot be used is refused before anything is started.
        var unused = credentials(service);
      }
      var before = servers().pids();
      var started = new ArrayList<ServiceRole>();
      try {
        start(ports, started, progress);
        return status();
      } catch (IOException | InterruptedException | RuntimeException e) {
        undo(before, started, progress);
        throw e;
      }
    }
  }

  /**
   * Held while services are started or ended: of two commands at once in one checkout one that
   * fails would end what the other has just started.
   */
  Closeable lock(Consumer<String> progress) throws IOException {
    return CommandLock.take(
        home.ownState("up").resolve("lock"),
        () ->
            progress.accept(
                "another ./reprise up or down is at work in this checkout: waiting for it"));
  }

  private void start(
      Map<ServiceRole, Integer> ports, List<ServiceRole> started, Consumer<String> progress)
      throws IOException, InterruptedException {
    var wanted = EnumSet.noneOf(Role.class);
    var known = new HashMap<>(environment);
    for (var service : Systems.services()) {
      if (ports.containsKey(service) || process(service).isPresent()) {
        wanted.addAll(service.servers());
        var port = ports.getOrDefault(service, note(service).port());
        known.put(service.address().variable(), Integer.toString(port));
      }
    }
    servers().start(wanted, progress);
    for (var service : Systems.services()) {
      var running = process(service);
      if (running.isPresent() && !haveServersMoved(service, progress)) {
        awaitReady(note(service).port());
      } else if (running.isPresent() || ports.containsKey(service)) {
        var port = ports.getOrDefault(service, note(service).port());
        running.ifPresent(LocalProcess::close);
        started.add(service);
        start(service, port, known, progress);
      }
    }
  }

  /** A service keeps the addresses that it was started with. */
  private boolean haveServersMoved(ServiceRole service, Consumer<String> progress)
      throws IOException {
    var before = note(service).servers();
    var now = addresses(service);
    if (before.isEmpty() || before.equals(now)) {
      return false;
    }
    var unused = credentials(service);
    progress.accept(
        "%s is started again: its servers came back at other ports (%s, before %s)"
            .formatted(service.module(), now, before));
    return true;
  }

  private void start(
      ServiceRole service, int port, Map<String, String> known, Consumer<String> progress)
      throws IOException, InterruptedException {
    progress.accept("starting " + service.module());
    var credentials = credentials(service);
    var process = service.service().apply(new UpSite(servers(), credentials, known));
    var ignored = process.overridden(environment, port);
    if (!ignored.isEmpty()) {
      progress.accept(
          "note: not used from the environment, since ./reprise up decides it: "
              + String.join(", ", ignored));
    }
    // Before it starts: whatever ends this command, the next one knows the service.
    var remarks = service.remarks().apply(environment);
    new ServiceNote(port, credentials.username(), addresses(service), remarks)
        .write(noteFile(service));
    // Detached: it outlives this command on purpose.
    ServiceProcess.start(
        home,
        process,
        new ServiceProcess.Place(port, true, log(service), pidFile(service), List.of()));
  }

  private record UpSite(
      LocalServers servers, Credentials credentials, Map<String, String> environment)
      implements Site {
    @Override
    public Database database(String name) {
      return servers.require(Role.DATABASE).database().database(name);
    }

    @Override
    public Database replica(String name) {
      return servers.require(Role.STANDBY).database().address(name);
    }

    @Override
    public String brokers() {
      return servers.require(Role.BROKER).address();
    }

    @Override
    public URI origin(String role) {
      throw new UnsupportedOperationException("services that stay know each other by their ports");
    }
  }

  private String addresses(ServiceRole service) {
    var roles = EnumSet.of(Role.DATABASE);
    roles.addAll(service.servers());
    return servers().addresses(roles);
  }

  private void undo(Set<Long> before, List<ServiceRole> started, Consumer<String> progress) {
    // What follows waits, which an interrupted thread cannot.
    var interrupted = Thread.interrupted();
    progress.accept("ending what was started");
    try {
      started.forEach(this::end);
      servers().stopAllBut(before);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What was started and not ended since, whether it runs or died. */
  List<StartedService> status() throws InterruptedException {
    var found = new ArrayList<>(StartedService.of(servers()));
    for (var service : Systems.services()) {
      var process = process(service);
      if (process.isPresent()) {
        found.add(running(service, process.get().pid()));
      } else if (LocalProcess.hasDied(pidFile(service))) {
        found.add(StartedService.died(service.module(), log(service), List.of()));
      }
    }
    return found;
  }

  private StartedService running(ServiceRole service, long pid) throws InterruptedException {
    var note = note(service);
    var trouble = trouble(note.port());
    return new StartedService(
        service.module(),
        Optional.of("http://127.0.0.1:" + note.port() + service.address().path()),
        Optional.of(StartedService.login(note.username(), secretFile(service))),
        OptionalLong.of(pid),
        log(service),
        Stream.concat(trouble.stream(), note.remarks().stream()).toList(),
        trouble.isEmpty());
  }

  private static void awaitReady(int port) throws InterruptedException {
    var deadline = System.nanoTime() + FIND_SERVERS.toNanos();
    while (trouble(port).isPresent() && System.nanoTime() < deadline) {
      Thread.sleep(PAUSE);
    }
  }

  /** What is wrong, in words; empty where it is ready: a process may run and not answer. */
  private static Optional<String> trouble(int port) throws InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
    try {
      var status = Probe.status(HttpRequest.newBuilder(uri), RESPONSE_TIMEOUT);
      return status == 200
          ? Optional.empty()
          : Optional.of("NOT READY: its readiness answers " + status + ", the log may say why");
    } catch (IOException e) {
      return Optional.of("DOES NOT ANSWER: " + e);
    }
  }

  /** Ends what runs, the services before their servers, and says what that was. */
  List<StartedService> down(Consumer<String> progress) throws IOException, InterruptedException {
    try (var _ = lock(progress)) {
      var ended = status();
      Systems.services().forEach(this::end);
      servers().stopAllBut(Set.of());
      // What died left its pid file, and what was killed while it started may run still.
      Leftovers.stopDetached(home.state());
      return ended;
    }
  }

  private void end(ServiceRole service) {
    process(service).ifPresent(LocalProcess::close);
    try {
      Files.deleteIfExists(noteFile(service));
    } catch (IOException e) {
      throw new EnvironmentException("cannot delete " + noteFile(service) + ": " + e, e);
    }
  }

  boolean runs(ServiceRole service, int port) {
    return process(service).isPresent() && note(service).port() == port;
  }

  private Optional<LocalProcess> process(ServiceRole service) {
    return LocalProcess.find(pidFile(service));
  }

  private LocalServers servers() {
    return new LocalServers(home.state());
  }

  /** The user's where the environment has it, else one that is generated once. */
  private Credentials credentials(ServiceRole service) throws IOException {
    var given = environment.getOrDefault(EnvFile.PASSWORD, "");
    if (given.startsWith("{")) {
      throw new EnvironmentException(
          EnvFile.PASSWORD
              + " is the hash of a password; ./reprise up needs the password itself, or none: then"
              + " it makes one");
    }
    var file = secretFile(service);
    if (!given.isEmpty() && !(Files.exists(file) && Secrets.read(file).equals(given))) {
      for (var other : Systems.services()) {
        // Services that run keep their password, by which their callers reach them.
        if (secretFile(other).equals(file) && process(other).isPresent()) {
          throw new EnvironmentException(
              "%s runs with the password in %s, and %s is another one: ./reprise down first"
                  .formatted(other.module(), file, EnvFile.PASSWORD));
        }
      }
      Secrets.write(file, given + "\n");
    }
    var username = environment.getOrDefault(EnvFile.USERNAME, USERNAME);
    return UsageException.typed(() -> new Credentials(username, Secrets.kept(file)));
  }

  private ServiceNote note(ServiceRole service) {
    return ServiceNote.read(noteFile(service))
        .orElse(new ServiceNote(service.address().port(), USERNAME, "", List.of()));
  }

  private static void requireFree(Map<ServiceRole, Integer> ports) throws IOException {
    var users = new LinkedHashMap<Integer, ServiceRole>();
    for (var entry : ports.entrySet()) {
      int port = entry.getValue();
      var service = entry.getKey();
      var other = users.putIfAbsent(port, service);
      if (other != null) {
        throw new UsageException(
            "port %d cannot serve both %s and %s"
                .formatted(port, other.module(), service.module()));
      }
      var trouble = Ports.trouble(port);
      if (trouble.isPresent()) {
        throw new EnvironmentException(
            "port %d of 127.0.0.1 %s: choose another one for %s with %s or %s"
                .formatted(
                    port,
                    trouble.get(),
                    service.module(),
                    Ports.option(service),
                    service.address().variable()));
      }
    }
  }

  /**
   * One for all services of a system, which call each other, and of those that share one of them.
   */
  private Path secretFile(ServiceRole service) {
    return home.state().resolve(Systems.knownTo(service).service().module() + ".password");
  }

  private Path log(ServiceRole service) {
    return home.state().resolve(service.module() + ".log");
  }

  private Path pidFile(ServiceRole service) {
    return home.state().resolve("up").resolve(service.module() + ".pid");
  }

  private Path noteFile(ServiceRole service) {
    return home.state().resolve("up").resolve(service.module() + ".json");
  }
}
