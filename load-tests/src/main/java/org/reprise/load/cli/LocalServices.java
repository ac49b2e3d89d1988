package org.reprise.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvFile;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.Secrets;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.UsageException;
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

  /** Copies the environment. */
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
   * @param requested the systems, with the port that the user asked for
   * @return all that run then
   * @throws EnvironmentException where a port is taken, before anything is started
   */
  List<StartedService> up(Map<MeasuredSystem, OptionalInt> requested, Consumer<String> progress)
      throws IOException, InterruptedException {
    try (var _ = UpLock.take(home, progress)) {
      return upAlone(requested, progress);
    }
  }

  private List<StartedService> upAlone(
      Map<MeasuredSystem, OptionalInt> requested, Consumer<String> progress)
      throws IOException, InterruptedException {
    var ports = new LinkedHashMap<MeasuredSystem, Integer>();
    for (var request : requested.entrySet()) {
      var system = request.getKey();
      if (process(system).isPresent()) {
        requireSamePort(system, request.getValue());
        progress.accept(
            system.module() + " runs already; a change of its settings needs ./reprise down first");
      } else {
        ports.put(system, port(system, request.getValue()));
      }
    }
    requireFree(ports);
    var before = servers().running();
    var started = new ArrayList<MeasuredSystem>();
    try {
      start(ports, started, progress);
      return status();
    } catch (IOException | InterruptedException | RuntimeException e) {
      undo(before, started, progress);
      throw e;
    }
  }

  private void start(
      Map<MeasuredSystem, Integer> ports, List<MeasuredSystem> started, Consumer<String> progress)
      throws IOException, InterruptedException {
    var wanted = EnumSet.of(LocalServers.Role.DATABASE);
    for (var system : Systems.ALL) {
      if (ports.containsKey(system) || process(system).isPresent()) {
        wanted.addAll(system.servers());
      }
    }
    var servers = servers().start(wanted, progress);
    for (var system : Systems.ALL) {
      var port = ports.get(system);
      if (port != null) {
        started.add(system);
        start(system, port, servers, progress);
      } else if (process(system).isPresent()) {
        restartWhereServersMoved(system, servers, started, progress);
        Readiness.await(notedPort(system), FIND_SERVERS);
      }
    }
  }

  /** A service keeps the addresses that it was started with. */
  private void restartWhereServersMoved(
      MeasuredSystem system,
      LocalServers.Running servers,
      List<MeasuredSystem> started,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    var note = ServiceNote.read(noteFile(system));
    if (note.isEmpty() || note.get().servers().equals(addresses(system, servers))) {
      return;
    }
    progress.accept(
        "%s is started again: its servers came back at other ports (%s, before %s)"
            .formatted(system.module(), addresses(system, servers), note.get().servers()));
    process(system).ifPresent(LocalProcess::close);
    started.add(system);
    start(system, note.get().port(), servers, progress);
  }

  private void start(
      MeasuredSystem system, int port, LocalServers.Running servers, Consumer<String> progress)
      throws IOException, InterruptedException {
    progress.accept("starting " + system.module());
    var credentials = credentials(system);
    var service = system.service(servers, credentials, environment);
    var ignored = service.overridden(environment, port);
    if (!ignored.isEmpty()) {
      progress.accept(
          "note: not used from the environment, since ./reprise up decides it: "
              + String.join(", ", ignored));
    }
    // Before the process: whatever ends this command, the next one knows the service.
    new ServiceNote(
            port, credentials.username(), addresses(system, servers), system.remarks(environment))
        .write(noteFile(system));
    // Detached: it outlives this command on purpose.
    ServiceProcess.start(
        home,
        service,
        new ServiceProcess.Place(OptionalInt.of(port), true, log(system), pidFile(system)));
  }

  private static String addresses(MeasuredSystem system, LocalServers.Running servers) {
    var roles = EnumSet.of(LocalServers.Role.DATABASE);
    roles.addAll(system.servers());
    return servers.addresses(roles);
  }

  private void undo(
      LocalServers.Running before, List<MeasuredSystem> started, Consumer<String> progress) {
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
    for (var system : Systems.ALL) {
      var process = process(system);
      if (process.isPresent()) {
        found.add(running(system, process.get().pid()));
      } else if (LocalProcess.hasDied(pidFile(system))) {
        found.add(StartedService.died(system.module(), log(system), List.of()));
      }
    }
    return found;
  }

  private StartedService running(MeasuredSystem system, long pid)
      throws IOException, InterruptedException {
    var note = ServiceNote.read(noteFile(system));
    var port = notedPort(system);
    var notes = new ArrayList<>(note.map(ServiceNote::remarks).orElse(List.of()));
    var trouble = Readiness.trouble(port);
    trouble.ifPresent(notes::addFirst);
    return StartedService.running(
        system.module(),
        "http://127.0.0.1:" + port + system.address().path(),
        StartedService.login(note.map(ServiceNote::username).orElse(USERNAME), secretFile(system)),
        pid,
        log(system),
        notes,
        trouble.isEmpty());
  }

  /**
   * Ends what runs, the services before their servers, and says what that was. Waits while another
   * command starts or ends services here.
   */
  List<StartedService> down(Consumer<String> progress) throws IOException, InterruptedException {
    try (var _ = UpLock.take(home, progress)) {
      var ended = status();
      Systems.ALL.forEach(this::end);
      servers().stop();
      // What died left its pid file, and what was killed while it started may run still.
      Leftovers.stopDetached(home.state());
      return ended;
    }
  }

  private void end(MeasuredSystem system) {
    process(system).ifPresent(LocalProcess::close);
    try {
      Files.deleteIfExists(noteFile(system));
    } catch (IOException e) {
      throw new EnvironmentException("cannot delete " + noteFile(system) + ": " + e, e);
    }
  }

  /** Whether the system's own service runs here, on the port that it was given. */
  boolean runs(MeasuredSystem system, int port) throws IOException {
    return process(system).isPresent() && notedPort(system) == port;
  }

  private Optional<LocalProcess> process(MeasuredSystem system) {
    return LocalProcess.find(pidFile(system));
  }

  private LocalServers servers() {
    return new LocalServers(home.state());
  }

  /** The user's where the environment has it, else one that is generated once. */
  private Credentials credentials(MeasuredSystem system) throws IOException {
    var given = environment.getOrDefault(EnvFile.PASSWORD, "");
    if (given.startsWith("{")) {
      throw new EnvironmentException(
          EnvFile.PASSWORD
              + " is the hash of a password; ./reprise up needs the password itself, or none: then"
              + " it makes one");
    }
    if (!given.isEmpty()) {
      Secrets.write(secretFile(system), given + "\n");
    } else if (!Files.exists(secretFile(system))) {
      Secrets.write(secretFile(system), Secrets.generate() + "\n");
    }
    var password = Secrets.read(secretFile(system));
    return UsageException.typed(
        () -> new Credentials(environment.getOrDefault(EnvFile.USERNAME, USERNAME), password));
  }

  /** The requested one, else that of a service that died, else the usual one. */
  private int port(MeasuredSystem system, OptionalInt requested) throws IOException {
    return requested.isPresent() ? requested.getAsInt() : notedPort(system);
  }

  private int notedPort(MeasuredSystem system) throws IOException {
    return ServiceNote.read(noteFile(system))
        .map(ServiceNote::port)
        .orElse(system.address().port());
  }

  private void requireSamePort(MeasuredSystem system, OptionalInt requested) throws IOException {
    var note = ServiceNote.read(noteFile(system));
    if (requested.isPresent() && note.isPresent() && note.get().port() != requested.getAsInt()) {
      throw new EnvironmentException(
          "%s runs on port %d, not on %d: ./reprise down ends it, then start it where you want it"
              .formatted(system.module(), note.get().port(), requested.getAsInt()));
    }
  }

  private static void requireFree(Map<MeasuredSystem, Integer> ports) throws IOException {
    var users = new LinkedHashMap<Integer, MeasuredSystem>();
    for (var entry : ports.entrySet()) {
      var port = entry.getValue();
      var system = entry.getKey();
      var other = users.putIfAbsent(port, system);
      if (other != null) {
        throw new UsageException(
            "port %d cannot serve both %s and %s".formatted(port, other.module(), system.module()));
      }
      var trouble = Ports.trouble(port);
      if (trouble.isPresent()) {
        throw new EnvironmentException(
            "port %d of 127.0.0.1 %s: choose another one for %s with --%s-port or %s"
                .formatted(
                    port,
                    trouble.get(),
                    system.module(),
                    system.id(),
                    system.address().variable()));
      }
    }
  }

  private Path secretFile(MeasuredSystem system) {
    return home.state().resolve(system.module() + ".password");
  }

  private Path log(MeasuredSystem system) {
    return home.state().resolve(system.module() + ".log");
  }

  private Path pidFile(MeasuredSystem system) {
    return home.state().resolve("up").resolve(system.module() + ".pid");
  }

  private Path noteFile(MeasuredSystem system) {
    return home.state().resolve("up").resolve(system.module() + ".properties");
  }
}
