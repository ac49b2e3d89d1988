package org.reprise.load.cli;

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
import java.util.function.Consumer;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.Probe;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.Site;
import org.reprise.load.system.ReferenceService;
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
  static final String USERNAME = "reprise";

  private static final Duration FIND_SERVERS = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);

  LocalServices {
    environment = Map.copyOf(environment);
  }

  /** With the environment of this process. */
  static LocalServices of(Home home) {
    return new LocalServices(home, System.getenv());
  }

  /**
   * Starts what does not run. Where that fails or is interrupted, what this call started is ended
   * again. Waits while another command starts or ends services here.
   *
   * @param requested the services, each with the port that the user asked for
   * @return all that run then
   * @throws EnvironmentException where a port is taken, before anything is started
   */
  List<StartedService> up(Map<ReferenceService, OptionalInt> requested, Consumer<String> progress)
      throws IOException, InterruptedException {
    try (var _ = UpLock.take(home, progress)) {
      return upAlone(requested, progress);
    }
  }

  private List<StartedService> upAlone(
      Map<ReferenceService, OptionalInt> requested, Consumer<String> progress)
      throws IOException, InterruptedException {
    var ports = new LinkedHashMap<ReferenceService, Integer>();
    for (var request : requested.entrySet()) {
      var service = request.getKey();
      if (process(service).isPresent()) {
        requireSamePort(service, request.getValue());
        progress.accept(
            service.module()
                + " runs already; a change of its settings needs ./reprise down first");
      } else {
        ports.put(service, request.getValue().orElseGet(() -> notedPort(service)));
      }
    }
    requireFree(ports);
    for (var service : ports.keySet()) {
      // A password that cannot be used is refused before anything is started.
      var unused = credentials(service);
    }
    var before = servers().running();
    var started = new ArrayList<ReferenceService>();
    try {
      start(ports, started, progress);
      return status();
    } catch (IOException | InterruptedException | RuntimeException e) {
      undo(before, started, progress);
      throw e;
    }
  }

  private void start(
      Map<ReferenceService, Integer> ports,
      List<ReferenceService> started,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    var wanted = EnumSet.of(LocalServers.Role.DATABASE);
    for (var service : Systems.services()) {
      if (ports.containsKey(service) || process(service).isPresent()) {
        wanted.addAll(service.servers());
      }
    }
    var servers = servers().start(wanted, progress);
    for (var service : Systems.services()) {
      var port = ports.get(service);
      if (port != null) {
        started.add(service);
        start(service, port, environment(ports), servers, progress);
      } else if (process(service).isPresent()) {
        restartWhereServersMoved(service, environment(ports), servers, started, progress);
        awaitReady(notedPort(service));
      }
    }
  }

  /** A service keeps the addresses that it was started with. */
  private void restartWhereServersMoved(
      ReferenceService service,
      Map<String, String> known,
      LocalServers.Running servers,
      List<ReferenceService> started,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    var note = ServiceNote.read(noteFile(service));
    if (note.isEmpty() || note.get().servers().equals(addresses(service, servers))) {
      return;
    }
    var unused = credentials(service);
    progress.accept(
        "%s is started again: its servers came back at other ports (%s, before %s)"
            .formatted(service.module(), addresses(service, servers), note.get().servers()));
    process(service).ifPresent(LocalProcess::close);
    started.add(service);
    start(service, note.get().port(), known, servers, progress);
  }

  /** The user's environment, and in it the port of every service that runs or is being started. */
  private Map<String, String> environment(Map<ReferenceService, Integer> starting)
      throws IOException {
    var known = new HashMap<>(environment);
    for (var service : Systems.services()) {
      var port = starting.get(service);
      if (port != null || process(service).isPresent()) {
        known.put(
            service.address().variable(),
            Integer.toString(port == null ? notedPort(service) : port));
      }
    }
    return known;
  }

  private void start(
      ReferenceService service,
      int port,
      Map<String, String> known,
      LocalServers.Running servers,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    progress.accept("starting " + service.module());
    var credentials = credentials(service);
    var process = service.service().apply(new UpSite(servers, credentials, known));
    var ignored = process.overridden(environment, port);
    if (!ignored.isEmpty()) {
      progress.accept(
          "note: not used from the environment, since ./reprise up decides it: "
              + String.join(", ", ignored));
    }
    // Before it starts: whatever ends this command, the next one knows the service.
    new ServiceNote(
            port,
            credentials.username(),
            addresses(service, servers),
            service.remarks().apply(environment))
        .write(noteFile(service));
    // Detached: it outlives this command on purpose.
    ServiceProcess.start(
        home,
        process,
        new ServiceProcess.Place(port, true, log(service), pidFile(service), List.of()));
  }

  /** What a service that stays is told. */
  private record UpSite(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment)
      implements Site {
    @Override
    public Database database(String name) {
      return servers.requireDatabase().database(name);
    }

    @Override
    public Database replica(String name) {
      return servers.standby().orElseThrow().address(name);
    }

    @Override
    public String brokers() {
      return servers.broker().orElseThrow().bootstrapServers();
    }

    @Override
    public URI origin(String role) {
      throw new UnsupportedOperationException("services that stay know each other by their ports");
    }
  }

  private static String addresses(ReferenceService service, LocalServers.Running servers) {
    var roles = EnumSet.of(LocalServers.Role.DATABASE);
    roles.addAll(service.servers());
    return servers.addresses(roles);
  }

  private void undo(
      LocalServers.Running before, List<ReferenceService> started, Consumer<String> progress) {
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
  List<StartedService> status() throws IOException, InterruptedException {
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

  private StartedService running(ReferenceService service, long pid)
      throws IOException, InterruptedException {
    var note = ServiceNote.read(noteFile(service));
    var port = notedPort(service);
    var notes = new ArrayList<>(note.map(ServiceNote::remarks).orElse(List.of()));
    var trouble = trouble(port);
    trouble.ifPresent(notes::addFirst);
    return StartedService.running(
        service.module(),
        "http://127.0.0.1:" + port + service.address().path(),
        StartedService.login(note.map(ServiceNote::username).orElse(USERNAME), secretFile(service)),
        pid,
        log(service),
        notes,
        trouble.isEmpty());
  }

  private static void awaitReady(int port) throws InterruptedException {
    var deadline = System.nanoTime() + FIND_SERVERS.toNanos();
    while (trouble(port).isPresent() && System.nanoTime() < deadline) {
      Thread.sleep(PAUSE);
    }
  }

  /**
   * What is wrong, in words; empty where the service is ready: a process may run and not answer.
   */
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

  /**
   * Ends what runs, the services before their servers, and says what that was. Waits while another
   * command starts or ends services here.
   */
  List<StartedService> down(Consumer<String> progress) throws IOException, InterruptedException {
    try (var _ = UpLock.take(home, progress)) {
      var ended = status();
      Systems.services().forEach(this::end);
      servers().stop();
      // What died left its pid file, and what was killed while it started may run still.
      Leftovers.stopDetached(home.state());
      return ended;
    }
  }

  private void end(ReferenceService service) {
    process(service).ifPresent(LocalProcess::close);
    try {
      Files.deleteIfExists(noteFile(service));
    } catch (IOException e) {
      throw new EnvironmentException("cannot delete " + noteFile(service) + ": " + e, e);
    }
  }

  /** Whether the service runs here, on the port that it was given. */
  boolean runs(ReferenceService service, int port) throws IOException {
    return process(service).isPresent() && notedPort(service) == port;
  }

  private Optional<LocalProcess> process(ReferenceService service) {
    return LocalProcess.find(pidFile(service));
  }

  private LocalServers servers() {
    return new LocalServers(home.state());
  }

  /** The user's where the environment has it, else one that is generated once. */
  private Credentials credentials(ReferenceService service) throws IOException {
    var given = environment.getOrDefault(EnvFile.PASSWORD, "");
    if (given.startsWith("{")) {
      throw new EnvironmentException(
          EnvFile.PASSWORD
              + " is the hash of a password; ./reprise up needs the password itself, or none: then"
              + " it makes one");
    }
    var file = secretFile(service);
    var password = given.isEmpty() ? Secrets.kept(file) : given;
    if (!Files.exists(file) || !Secrets.read(file).equals(password)) {
      requireNoneRunsWith(file);
      Secrets.write(file, password + "\n");
    }
    return UsageException.typed(
        () -> new Credentials(environment.getOrDefault(EnvFile.USERNAME, USERNAME), password));
  }

  /** Services that run keep their password, by which their callers reach them. */
  private void requireNoneRunsWith(Path secretFile) {
    for (var service : Systems.services()) {
      if (secretFile(service).equals(secretFile) && process(service).isPresent()) {
        throw new EnvironmentException(
            "%s runs with the password in %s, and %s is another one: ./reprise down first"
                .formatted(service.module(), secretFile, EnvFile.PASSWORD));
      }
    }
  }

  /** The port of a service that runs or died, else the usual one. */
  private int notedPort(ReferenceService service) {
    return ServiceNote.read(noteFile(service))
        .map(ServiceNote::port)
        .orElse(service.address().port());
  }

  private void requireSamePort(ReferenceService service, OptionalInt requested) {
    var note = ServiceNote.read(noteFile(service));
    if (requested.isPresent() && note.isPresent() && note.get().port() != requested.getAsInt()) {
      throw new EnvironmentException(
          "%s runs on port %d, not on %d: ./reprise down ends it, then start it where you want it"
              .formatted(service.module(), note.get().port(), requested.getAsInt()));
    }
  }

  private static void requireFree(Map<ReferenceService, Integer> ports) throws IOException {
    var users = new LinkedHashMap<Integer, ReferenceService>();
    for (var entry : ports.entrySet()) {
      var port = entry.getValue();
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
  private Path secretFile(ReferenceService service) {
    return home.state().resolve(Systems.knownTo(service).service().module() + ".password");
  }

  private Path log(ReferenceService service) {
    return home.state().resolve(service.module() + ".log");
  }

  private Path pidFile(ReferenceService service) {
    return home.state().resolve("up").resolve(service.module() + ".pid");
  }

  private Path noteFile(ReferenceService service) {
    return home.state().resolve("up").resolve(service.module() + ".json");
  }
}
