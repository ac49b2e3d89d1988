package org.reprise.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.Secrets;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.LocalProcess;

/**
 * The services that {@code reprise up} leaves running in the background; their data stays under
 * {@code .reprise}.
 */
record LocalServices(Home home) {
  static final String USERNAME = "reprise";

  /** Starts what is not running. */
  List<RunningService> up(Map<MeasuredSystem, Integer> ports, Consumer<String> progress)
      throws IOException, InterruptedException {
    var wanted = EnumSet.of(LocalServers.Role.DATABASE);
    ports.keySet().forEach(system -> wanted.addAll(system.servers()));
    var servers = servers().start(wanted, progress);
    for (var system : ports.entrySet()) {
      if (LocalProcess.find(pidFile(system.getKey())).isEmpty()) {
        start(system.getKey(), system.getValue(), servers, progress);
      }
    }
    return running();
  }

  private void start(
      MeasuredSystem system, int port, LocalServers.Running servers, Consumer<String> progress)
      throws IOException, InterruptedException {
    requireFree(system, port);
    progress.accept("starting " + system.module());
    // Detached: it outlives this command on purpose.
    ServiceProcess.start(
        home,
        system.service(servers, credentials(system)),
        new ServiceProcess.Place(OptionalInt.of(port), true, log(system), pidFile(system)));
    Files.writeString(portFile(system), Integer.toString(port));
  }

  /** What runs now. */
  List<RunningService> running() throws IOException {
    var found = new ArrayList<>(RunningService.of(servers().running()));
    for (var system : MeasuredSystem.ALL) {
      var process = LocalProcess.find(pidFile(system));
      if (process.isPresent()) {
        found.add(
            new RunningService(
                system.module(),
                "http://127.0.0.1:"
                    + Files.readString(portFile(system)).strip()
                    + system.address().path(),
                RunningService.login(USERNAME, secretFile(system)),
                process.get().pid(),
                log(system),
                List.of()));
      }
    }
    return found;
  }

  /** Ends what runs, the services before their servers, and says what that was. */
  List<RunningService> down() throws IOException {
    var ended = running();
    for (var system : MeasuredSystem.ALL) {
      LocalProcess.find(pidFile(system)).ifPresent(LocalProcess::close);
    }
    servers().stop();
    return ended;
  }

  private LocalServers servers() {
    return new LocalServers(home.state());
  }

  private Credentials credentials(MeasuredSystem system) throws IOException {
    if (!Files.exists(secretFile(system))) {
      Secrets.write(secretFile(system), Secrets.generate() + "\n");
    }
    return new Credentials(USERNAME, Secrets.read(secretFile(system)));
  }

  private static void requireFree(MeasuredSystem system, int port) throws IOException {
    if (!Ports.free(port)) {
      throw new EnvironmentException(
          "port %d of 127.0.0.1 is taken by another program: end it, or choose another one with --%s-port"
              .formatted(port, system.id()));
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

  private Path portFile(MeasuredSystem system) {
    return home.state().resolve("up").resolve(system.module() + ".port");
  }
}
