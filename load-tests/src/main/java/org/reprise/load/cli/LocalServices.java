package org.reprise.load.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.EnvironmentException;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.LocalServers.Kind;
import org.reprise.load.deploy.Probe;
import org.reprise.load.deploy.Secrets;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.ServiceRole.Site;
import org.reprise.load.engine.UsageException;
import org.reprise.load.run.CommandLock;
import org.reprise.load.sampling.ProcessUsage;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.postgres.StandbyState;
import org.reprise.localstack.process.FileTree;
import org.reprise.localstack.process.Leftovers;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.LocalStackException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

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

  /**
   * What is written down of a service before it starts, so that every later command knows it,
   * however it ends.
   *
   * @param remarks what its user should know of its settings, a line each
   */
  record Note(int port, String username, String servers, List<String> remarks) {}

  static LocalServices of(Home home) {
    return new LocalServices(home, System.getenv());
  }

  /**
   * Starts what does not run, and returns all that runs then. Where that fails or is interrupted,
   * what this call started is ended again.
   *
   * @throws EnvironmentException where a port is taken, before anything is started
   */
  List<Status> up(List<ServiceRole> requested, Consumer<String> progress)
      throws IOException, InterruptedException {
    try (var _ = lock(progress)) {
      var ports = new LinkedHashMap<ServiceRole, Integer>();
      for (var service : requested) {
        var before = note(service).port();
        var port = UsageException.typed(() -> service.address().port(environment)).orElse(before);
        if (process(service).isEmpty()) {
          requireFree(service, port, ports);
          ports.put(service, port);
          // A password that cannot be used is refused before anything is started.
          var unused = credentials(service);
        } else if (port != before) {
          throw new EnvironmentException(
              "%s runs on port %d, not on %d: ./reprise down ends it, then start it where you want it"
                  .formatted(service.module(), before, port));
        } else {
          var hint = " runs already; a change of its settings needs ./reprise down first";
          progress.accept(service.module() + hint);
        }
      }
      var before = servers().pids();
      var started = new ArrayList<ServiceRole>();
      try {
        start(ports, started, progress);
        return status();
      } catch (IOException | InterruptedException | RuntimeException e) {
        // What follows waits, which an interrupted thread cannot.
        var unused = Thread.interrupted();
        progress.accept("ending what was started");
        started.forEach(this::end);
        servers().stopAllBut(before);
        throw e;
      }
    }
  }

  /** Keeps another command out: if it failed, it would end what this one starts. */
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
    var wanted = EnumSet.noneOf(Kind.class);
    var known = new HashMap<>(environment);
    var all = new ArrayList<>(Systems.services());
    all.removeIf(it -> !ports.containsKey(it) && process(it).isEmpty());
    for (var service : all) {
      wanted.addAll(service.servers());
      var port = ports.getOrDefault(service, note(service).port());
      known.put(service.address().variable(), Integer.toString(port));
    }
    servers().start(wanted, progress);
    for (var service : all) {
      var running = process(service);
      var note = note(service);
      var now = servers().addresses(service.servers());
      // A service keeps the addresses that it was started with.
      if (running.isPresent() && (note.servers().isEmpty() || note.servers().equals(now))) {
        var deadline = System.nanoTime() + FIND_SERVERS.toNanos();
        while (trouble(origin(note)).isPresent() && System.nanoTime() < deadline) {
          Thread.sleep(PAUSE);
        }
        continue;
      }
      var credentials = credentials(service);
      if (running.isPresent()) {
        progress.accept(
            "%s is started again: its servers came back at other ports (%s, before %s)"
                .formatted(service.module(), now, note.servers()));
        running.get().close();
      }
      started.add(service);
      var site = new UpSite(servers(), credentials, known);
      start(service, ports.getOrDefault(service, note.port()), site, progress);
    }
  }

  private void start(ServiceRole service, int port, UpSite site, Consumer<String> progress)
      throws IOException, InterruptedException {
    progress.accept("starting " + service.module());
    var process = service.service().apply(site).under(environment);
    var remarks = service.remarks().apply(environment);
    var addresses = servers().addresses(service.servers());
    write(service, new Note(port, site.credentials().username(), addresses, remarks));
    var begin = System.nanoTime();
    // Detached: it outlives this command on purpose.
    var pidFile = file(service, ".pid");
    var place = new ServiceProcess.Place(port, true, log(service), pidFile, List.of());
    ServiceProcess.start(home, process, place);
    var seconds = (System.nanoTime() - begin) / 1e9;
    progress.accept("%s was ready after %.1f s".formatted(service.module(), seconds));
  }

  private record UpSite(
      LocalServers servers, Credentials credentials, Map<String, String> environment)
      implements Site {
    @Override
    public Database database(String name) {
      return servers.require(Kind.DATABASE).database().database(name);
    }

    @Override
    public Database replica(String name) {
      return servers.require(Kind.STANDBY).database().address(name);
    }

    @Override
    public String brokers() {
      return servers.require(Kind.BROKER).address();
    }

    @Override
    public URI origin(String role) {
      throw new UnsupportedOperationException("services that stay know each other by their ports");
    }
  }

  List<Status> status() throws InterruptedException {
    var found = new ArrayList<>(Status.of(servers()));
    for (var service : Systems.services()) {
      var process = process(service);
      if (process.isPresent()) {
        var note = note(service);
        var origin = origin(note);
        var trouble = trouble(origin);
        var notes = new ArrayList<>(note.remarks());
        trouble.ifPresent(notes::addFirst);
        notes.addFirst(Status.login(note.username(), secretFile(service)));
        var address = origin.resolve(service.address().path()).toString();
        var pid = process.get().pid();
        found.add(
            Status.running(service.module(), address, pid, log(service), notes, trouble.isEmpty()));
      } else if (LocalProcess.hasDied(file(service, ".pid"))) {
        found.add(Status.died(service.module(), log(service), new ArrayList<>()));
      }
    }
    return found;
  }

  private static URI origin(Note note) throws InterruptedException {
    return Probe.loopback(note.port(), RESPONSE_TIMEOUT);
  }

  private static Optional<String> trouble(URI origin) throws InterruptedException {
    var silent = "DOES NOT ANSWER: ";
    try {
      health(origin, "liveness");
      // A database that does not answer holds readiness up for half a minute.
      silent = "NOT READY, its database or the log may say why: ";
      var status = health(origin, "readiness");
      return status == 200
          ? Optional.empty()
          : Optional.of("NOT READY: its readiness answers " + status + ", the log may say why");
    } catch (IOException e) {
      return Optional.of(silent + e);
    }
  }

  private static int health(URI origin, String group) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(origin.resolve("/actuator/health/" + group));
    return Probe.status(request, RESPONSE_TIMEOUT);
  }

  List<Status> down(Consumer<String> progress) throws IOException, InterruptedException {
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
    FileTree.delete(file(service, ".json"));
  }

  boolean runs(ServiceRole service, int port) {
    return process(service).isPresent() && note(service).port() == port;
  }

  private Optional<LocalProcess> process(ServiceRole service) {
    return LocalProcess.find(file(service, ".pid"));
  }

  private LocalServers servers() {
    return new LocalServers(home.state());
  }

  private Credentials credentials(ServiceRole service) throws IOException {
    var given = environment.getOrDefault(EnvFile.PASSWORD, "");
    if (given.startsWith("{")) {
      throw new EnvironmentException(
          EnvFile.PASSWORD + " is a hash: give ./reprise up the password itself, or none");
    }
    var name = environment.getOrDefault(EnvFile.USERNAME, "");
    var username = name.isBlank() ? USERNAME : name;
    var file = secretFile(service);
    var isNew = !given.isEmpty() && !(Files.exists(file) && Secrets.read(file).equals(given));
    for (var other : Systems.services()) {
      // Services that run keep their log-in, by which their callers reach them.
      if (secretFile(other).equals(file)
          && process(other).isPresent()
          && (isNew || !note(other).username().equals(username))) {
        var variables = EnvFile.USERNAME + " or " + EnvFile.PASSWORD;
        throw new EnvironmentException(
            "%s runs with the user %s and the password in %s, and %s is another one: ./reprise down first"
                .formatted(other.module(), note(other).username(), file, variables));
      }
    }
    if (isNew) {
      Secrets.write(file, given + "\n");
    }
    return UsageException.typed(() -> new Credentials(username, Secrets.readOrCreate(file)));
  }

  private Note note(ServiceRole service) {
    try {
      return JsonMapper.shared().readValue(file(service, ".json").toFile(), Note.class);
    } catch (JacksonException unknown) {
      return new Note(service.address().port(), USERNAME, "", List.of());
    }
  }

  void write(ServiceRole service, Note note) throws IOException {
    Secrets.write(file(service, ".json"), JsonMapper.shared().writeValueAsString(note));
  }

  private static void requireFree(ServiceRole service, int port, Map<ServiceRole, Integer> others)
      throws IOException {
    for (var other : others.entrySet()) {
      if (other.getValue() == port) {
        throw new UsageException(
            "port %d cannot serve both %s and %s"
                .formatted(port, other.getKey().module(), service.module()));
      }
    }
    var trouble = portTrouble(port);
    if (trouble.isPresent()) {
      throw new EnvironmentException(
          "port %d of 127.0.0.1 %s: choose another one for %s with %s=PORT ./reprise up"
              .formatted(port, trouble.get(), service.module(), service.address().variable()));
    }
  }

  /** Why no server could listen on a port of loopback now, in words; empty where one could. */
  static Optional<String> portTrouble(int port) throws IOException {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Optional.empty();
    } catch (BindException e) {
      return Optional.of("cannot be used (%s)".formatted(e.getMessage()));
    }
  }

  private Path secretFile(ServiceRole service) {
    return home.state().resolve(Systems.knownTo(service).service().module() + ".password");
  }

  private Path log(ServiceRole service) {
    return home.state().resolve(service.module() + ".log");
  }

  private Path file(ServiceRole service, String ending) {
    return home.state().resolve("up").resolve(service.module() + ending);
  }

  /**
   * Something that {@code reprise up} started, whether it still runs or not.
   *
   * @param notes how to get in, what is wrong and where its log is, a line each
   */
  record Status(
      String name, String address, OptionalLong pid, List<String> notes, boolean healthy) {
    static Status died(String name, Path log, List<String> notes) {
      notes.add("log " + log);
      var died = "has died; ./reprise up starts it again at its port";
      return new Status(name, died, OptionalLong.empty(), notes, false);
    }

    static Status running(
        String name, String address, long pid, Path log, List<String> notes, boolean healthy) {
      var resident = ProcessUsage.residentMiB(pid);
      notes.add("pid %d, %d MiB resident, log %s".formatted(pid, resident, log));
      return new Status(name, address, OptionalLong.of(pid), notes, healthy);
    }

    static String login(String username, Path secretFile) {
      return "user %s, password in %s".formatted(username, secretFile);
    }

    static List<Status> of(LocalServers servers) {
      var found = new ArrayList<Status>();
      for (var role : Kind.values()) {
        var running = servers.find(role);
        var notes = new ArrayList<String>();
        var log = servers.log(role);
        if (running.isPresent()) {
          var server = running.get();
          notes.add(
              server
                  .postgres()
                  .map(it -> login(it.database().username(), it.directory().resolve("password")))
                  .orElse("no credentials, this machine only"));
          var serves = look(servers, role, notes);
          found.add(running(role.title(), server.address(), server.pid(), log, notes, serves));
        } else if (servers.hasDied(role)) {
          var _ = look(servers, role, notes);
          found.add(died(role.title(), log, notes));
        }
      }
      return found;
    }

    /** Asks the primary, also of its standby; returns whether the server of the role serves. */
    private static boolean look(LocalServers servers, Kind role, List<String> notes) {
      var primary = servers.find(Kind.DATABASE);
      if (role == Kind.BROKER || primary.isEmpty()) {
        if (role == Kind.STANDBY) {
          notes.add("its primary does not run");
        }
        return role == Kind.BROKER;
      }
      try {
        var standbys = StandbyState.of(primary.get().database().database());
        if (role == Kind.DATABASE) {
          return true;
        }
        for (var it : standbys) {
          notes.add(
              "slot %s: %s, %,d KiB behind (%d ms), %,d KiB of WAL kept of at most %s (%s)"
                  .formatted(
                      it.slot(),
                      it.streaming() ? "streaming" : "not connected",
                      it.lagBytes() / 1024,
                      it.lag().toMillis(),
                      it.keptBytes() / 1024,
                      it.walLimit(),
                      it.walStatus()));
        }
        if (standbys.isEmpty()) {
          notes.add("its primary has no slot for it: ./reprise up copies it anew");
        }
        return standbys.stream().anyMatch(StandbyState::streaming);
      } catch (LocalStackException e) {
        notes.add(
            role == Kind.STANDBY
                ? "its primary does not answer"
                : "DOES NOT ANSWER: " + e.getMessage());
        return false;
      }
    }

    void print(PrintWriter out) {
      out.printf("%-12s %s%n", name, address);
      notes.forEach(note -> out.printf("             %s%n", note));
    }
  }
}
