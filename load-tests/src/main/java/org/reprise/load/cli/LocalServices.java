package org.reprise.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Secrets;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.LocalProcess;

/**
 * The services that {@code reprise up} leaves running in the background; their data stays under
 * {@code .reprise}.
 */
record LocalServices(Home home) {
  static final String USERNAME = "reprise";

  /** A service that runs. */
  record Service(
      String name, String address, String username, Path secretFile, long pid, Path log) {}

  /** Starts what is not running. */
  List<Service> up(Map<MeasuredSystem, Integer> ports, Consumer<String> progress)
      throws IOException, InterruptedException {
    var postgres = LocalPostgres.find(postgresFolder());
    if (postgres.isEmpty()) {
      progress.accept("starting PostgreSQL");
      postgres =
          Optional.of(
              LocalPostgres.builder()
                  .keepIn(postgresFolder())
                  .detached(true)
                  .progress(progress)
                  .start());
    }
    for (var system : ports.entrySet()) {
      if (LocalProcess.find(pidFile(system.getKey())).isEmpty()) {
        start(system.getKey(), system.getValue(), postgres.get(), progress);
      }
    }
    return running();
  }

  private void start(
      MeasuredSystem system, int port, LocalPostgres postgres, Consumer<String> progress)
      throws IOException, InterruptedException {
    requireFree(system, port);
    progress.accept("starting " + system.module());
    // Detached: it outlives this command on purpose.
    ServiceProcess.start(
        home,
        system.service(postgres, credentials(system)),
        new ServiceProcess.Place(OptionalInt.of(port), true, log(system), pidFile(system)));
    Files.writeString(portFile(system), Integer.toString(port));
  }

  /** What runs now. */
  List<Service> running() throws IOException {
    var found = new java.util.ArrayList<Service>();
    LocalPostgres.find(postgresFolder())
        .ifPresent(postgres ->
            found.add(
                new Service(
                    "postgresql",
                    postgres.jdbcUrl(),
                    postgres.username(),
                    postgres.directory().resolve("password"),
                    postgres.pid(),
                    postgres.log())));
    for (var system : MeasuredSystem.ALL) {
      var process = LocalProcess.find(pidFile(system));
      if (process.isPresent()) {
        found.add(
            new Service(
                system.module(),
                "http://127.0.0.1:"
                    + Files.readString(portFile(system)).strip()
                    + system.address().path(),
                USERNAME,
                secretFile(system),
                process.get().pid(),
                log(system)));
      }
    }
    return found;
  }

  /** Ends what runs, the services before their database, and says what that was. */
  List<Service> down() throws IOException {
    var ended = running();
    for (var system : MeasuredSystem.ALL) {
      LocalProcess.find(pidFile(system)).ifPresent(LocalProcess::close);
    }
    LocalPostgres.find(postgresFolder()).ifPresent(LocalPostgres::close);
    return ended;
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

  private Path postgresFolder() {
    return home.state().resolve("postgresql");
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
