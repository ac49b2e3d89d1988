package org.reprise.load.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.reprise.localstack.Database;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalProcess;
import org.reprise.localstack.LocalStackException;
import org.reprise.localstack.ProcessEnded;

/** cps-core as a process of its own on the loopback address. */
public final class CpsService implements AutoCloseable {
  /** The module that holds it. */
  public static final String MODULE = "cps-core";

  /** The flags of its JVM. */
  public static final List<String> JVM_FLAGS =
      List.of("-Xmx512m", "--enable-native-access=ALL-UNNAMED");

  private static final int ATTEMPTS = 3;
  private static final Duration START_LIMIT = Duration.ofSeconds(120);

  private final LocalProcess process;
  private final int port;

  private CpsService(LocalProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * How to start it.
   *
   * @param credentials what its callers send
   * @param storedPassword what it is told: the password in plain, or its hash with {@code {bcrypt}}
   *     before it
   * @param verificationTtl how long it may remember a verified password; its own default where
   *     empty
   * @param port a free one where empty
   * @param detached whether it outlives this command
   * @param log where it writes to
   * @param pidFile by which it is found again
   */
  public record Settings(
      Database database,
      Credentials credentials,
      String storedPassword,
      Optional<Duration> verificationTtl,
      OptionalInt port,
      boolean detached,
      Path log,
      Path pidFile) {

    /** On a free port, ended with this command, its password told in plain. */
    public static Settings of(Database database, Credentials credentials, Path log, Path pidFile) {
      return new Settings(
          database,
          credentials,
          credentials.password(),
          Optional.empty(),
          OptionalInt.empty(),
          false,
          log,
          pidFile);
    }

    /** The same, with the password told as a BCrypt hash and verified anew for every request. */
    public Settings hashingEachRequest(String bcryptHash) {
      return new Settings(
          database,
          credentials,
          "{bcrypt}" + bcryptHash,
          Optional.of(Duration.ZERO),
          port,
          detached,
          log,
          pidFile);
    }

    private Map<String, String> environment(int chosenPort) {
      var environment = new HashMap<String, String>();
      environment.put("SERVER_ADDRESS", "127.0.0.1");
      environment.put("SERVER_PORT", Integer.toString(chosenPort));
      environment.put("SPRING_DATASOURCE_URL", database.jdbcUrl());
      environment.put("SPRING_DATASOURCE_USERNAME", database.username());
      environment.put("SPRING_DATASOURCE_PASSWORD", database.password());
      environment.put("REPRISE_SECURITY_USERNAME", credentials.username());
      environment.put("REPRISE_SECURITY_PASSWORD", storedPassword);
      verificationTtl.ifPresent(
          ttl -> environment.put("REPRISE_SECURITY_VERIFICATION_CACHE_TTL", ttl.toSeconds() + "s"));
      return environment;
    }
  }

  /**
   * Starts it and waits until it serves and knows the credentials: a stranger that took the port
   * would not.
   *
   * @throws LocalStackException where it does not start, with the end of its log
   */
  public static CpsService start(Home home, Settings settings)
      throws IOException, InterruptedException {
    var jar = ServiceJar.extracted(home, MODULE);
    for (int attempt = 1; ; attempt++) {
      var port = settings.port().orElseGet(FreePort::loopback);
      var process = launch(jar, settings, port);
      try {
        var service = new CpsService(process, port);
        process.awaitReady(() -> service.answers(settings.credentials()), START_LIMIT);
        return service;
      } catch (ProcessEnded e) {
        // Between choosing a free port and binding it somebody else may take it.
        if (attempt == ATTEMPTS
            || settings.port().isPresent()
            || !e.logTail().contains("already in use")) {
          throw e;
        }
      } catch (RuntimeException e) {
        process.close();
        throw e;
      }
    }
  }

  private static LocalProcess launch(Path jar, Settings settings, int port) {
    var command = new java.util.ArrayList<String>();
    command.add(JavaCommand.java());
    command.addAll(JVM_FLAGS);
    command.addAll(List.of("-jar", jar.toString()));
    return LocalProcess.builder(MODULE, command)
        .environment(settings.environment(port))
        .log(settings.log())
        .pidFile(settings.pidFile())
        .detached(settings.detached())
        .start();
  }

  private boolean answers(Credentials credentials) throws IOException, InterruptedException {
    try (var http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build()) {
      var readiness =
          HttpRequest.newBuilder(origin().resolve("/actuator/health/readiness")).build();
      if (http.send(readiness, BodyHandlers.discarding()).statusCode() != 200) {
        return false;
      }
      var metrics =
          HttpRequest.newBuilder(metrics())
              .header("Authorization", credentials.basicHeader())
              .build();
      return http.send(metrics, BodyHandlers.discarding()).statusCode() == 200;
    }
  }

  /** The API's base. */
  public URI base() {
    return origin().resolve("/cps/api");
  }

  /** Where it tells its metrics. */
  public URI metrics() {
    return origin().resolve("/actuator/prometheus");
  }

  private URI origin() {
    return URI.create("http://127.0.0.1:" + port + "/");
  }

  /** Its process. */
  public ProcessHandle handle() {
    return ProcessHandle.of(process.pid())
        .orElseThrow(() -> new IllegalStateException(MODULE + " has ended"));
  }

  @Override
  public void close() {
    process.close();
  }
}
