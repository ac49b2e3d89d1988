package org.reprise.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.reprise.load.stack.CpsService;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvironmentException;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Secrets;
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
  List<Service> up(int cpsPort, Consumer<String> progress)
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
    if (LocalProcess.find(cpsPidFile()).isEmpty()) {
      requireFree(cpsPort);
      progress.accept("starting cps-core");
      var settings =
          new CpsService.Settings(
              postgres.get().database("cps"),
              credentials(),
              credentials().password(),
              Optional.empty(),
              OptionalInt.of(cpsPort),
              true,
              home.state().resolve("cps-core.log"),
              cpsPidFile());
      // Detached: it outlives this command on purpose.
      CpsService.start(home, settings);
      Files.writeString(cpsPortFile(), Integer.toString(cpsPort));
    }
    return running();
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
    var cps = LocalProcess.find(cpsPidFile());
    if (cps.isPresent()) {
      found.add(
          new Service(
              CpsService.MODULE,
              "http://127.0.0.1:" + Files.readString(cpsPortFile()).strip() + "/cps/api",
              USERNAME,
              secretFile(),
              cps.get().pid(),
              home.state().resolve("cps-core.log")));
    }
    return found;
  }

  /** Ends what runs, the service before its database, and says what that was. */
  List<Service> down() throws IOException {
    var ended = running();
    LocalProcess.find(cpsPidFile()).ifPresent(LocalProcess::close);
    LocalPostgres.find(postgresFolder()).ifPresent(LocalPostgres::close);
    return ended;
  }

  private Credentials credentials() throws IOException {
    if (!Files.exists(secretFile())) {
      Secrets.write(secretFile(), Secrets.generate() + "\n");
    }
    return new Credentials(USERNAME, Secrets.read(secretFile()));
  }

  private static void requireFree(int port) throws IOException {
    if (!Ports.free(port)) {
      throw new EnvironmentException(
          "port %d of 127.0.0.1 is taken by another program: end it, or choose another one with --cps-port"
              .formatted(port));
    }
  }

  private Path postgresFolder() {
    return home.state().resolve("postgresql");
  }

  private Path secretFile() {
    return home.state().resolve("cps-core.password");
  }

  private Path cpsPidFile() {
    return home.state().resolve("up").resolve("cps-core.pid");
  }

  private Path cpsPortFile() {
    return home.state().resolve("up").resolve("cps-core.port");
  }
}
