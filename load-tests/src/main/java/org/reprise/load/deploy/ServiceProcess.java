package org.reprise.load.deploy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.process.LocalProcess;
import org.reprise.localstack.process.ProcessEnded;

/** One of the reference services as a process of its own on the loopback address. */
public record ServiceProcess(LocalProcess process, URI origin, Service service)
    implements AutoCloseable {
  /** Each service has it: one without memory ends, instead of doing half of its work. */
  public static final String EXIT_ON_OUT_OF_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private static final Duration START_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Returns the flags of a service beside several others on one machine. With a heap as small as
   * {@code 512m} and few cores the serial collector costs a third less CPU for one request of
   * ebms-adapter than the one that the JVM takes by itself.
   */
  public static List<String> jvmFlags(String heap) {
    return List.of(
        "-Xmx" + heap,
        EXIT_ON_OUT_OF_MEMORY,
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED");
  }

  /** What to start. More environment variables come beyond those that every service has. */
  public record Service(
      String module,
      List<String> jvmFlags,
      Database database,
      Credentials credentials,
      Map<String, String> more) {
    public Service {
      jvmFlags = List.copyOf(jvmFlags);
      if (!jvmFlags.contains(EXIT_ON_OUT_OF_MEMORY)) {
        throw new IllegalArgumentException(
            module + " is not started with " + EXIT_ON_OUT_OF_MEMORY + ", but with " + jvmFlags);
      }
      more = Map.copyOf(more);
    }

    Service with(List<String> flags) {
      var all = Stream.concat(jvmFlags.stream(), flags.stream()).toList();
      return new Service(module, all, database, credentials, more);
    }

    /** Adds variables of a user, which a process of this command would not inherit. */
    public Service under(Map<String, String> environment) {
      var all = new HashMap<>(environment);
      all.keySet().removeIf(name -> !name.startsWith("REPRISE_"));
      all.putAll(more);
      return new Service(module, jvmFlags, database, credentials, all);
    }

    /** Returns its settings by the names of the variables, without secrets and its port. */
    public Map<String, String> settings() {
      var settings = new TreeMap<>(environment(0));
      settings.keySet().removeIf(name -> name.contains("PASSWORD") || name.equals("SERVER_PORT"));
      return settings;
    }

    private Map<String, String> environment(int port) {
      var environment = new HashMap<String, String>();
      environment.put("SERVER_ADDRESS", "127.0.0.1");
      environment.put("SERVER_PORT", Integer.toString(port));
      environment.put("SPRING_DATASOURCE_URL", database.jdbcUrl());
      environment.put("SPRING_DATASOURCE_USERNAME", database.username());
      environment.put("SPRING_DATASOURCE_PASSWORD", database.password());
      environment.putAll(more);
      environment.putAll(credentials.variables());
      return environment;
    }
  }

  /** Where and how long it runs: one that is detached outlives this command. */
  public record Place(int port, boolean detached, Path log, Path pidFile, List<String> launcher) {}

  /**
   * Starts it and waits until it serves and knows the credentials: a stranger that took the port
   * would not.
   *
   * @throws EnvironmentException where another program has taken its port
   * @throws org.reprise.localstack.LocalStackException where it does not start
   */
  public static ServiceProcess start(Home home, Service service, Place place)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(service.jvmFlags());
    command.addFirst(Commands.ofJdk("java"));
    var versions = home.state().resolve("service", service.module());
    var jar = ServiceJar.extracted(home.serviceJar(service.module()), versions);
    if (place.detached()) {
      // gc-service has 90 MiB less than with a first heap of a 64th of the machine's memory, and
      // starts in 4 s instead of 7 with the classes that the first process of its version leaves.
      // What is measured goes without: it would depend on what ran before.
      var archive = "-XX:SharedArchiveFile=" + jar.resolveSibling("classes.jsa");
      command.addAll(
          List.of("-Xms64m", "-XX:+AutoCreateSharedArchive", archive, "-Xlog:cds=error"));
    }
    command.addAll(List.of("-jar", jar.toString()));
    // Above SPRING_APPLICATION_JSON and system properties in JAVA_TOOL_OPTIONS, which a user's
    // environment may have.
    command.addAll(List.of("--server.address=127.0.0.1", "--server.port=" + place.port()));
    var builder =
        LocalProcess.builder(service.module(), command)
            .environment(service.environment(place.port()))
            .launchedBy(place.launcher())
            .log(place.log())
            .pidFile(place.pidFile())
            .detached(place.detached());
    // A service that stays is its user's, who sets its properties by the environment. What is
    // measured is the same whoever calls.
    var process = (place.detached() ? builder : builder.cleanEnvironment()).start();
    try {
      process.awaitReady(
          () -> answers(origin(place), service.credentials(), RESPONSE_TIMEOUT), START_TIMEOUT);
      return new ServiceProcess(process, origin(place), service);
    } catch (RuntimeException e) {
      process.close(); // its pid file would say that it died
      if (e instanceof ProcessEnded ended && ended.logTail().contains("already in use")) {
        // At another port it would not find what it has stored, since URIs begin with it.
        throw new EnvironmentException(
            "another program took port %d of 127.0.0.1 before %s could listen on it, see %s: try again"
                .formatted(place.port(), service.module(), place.log()),
            e);
      }
      throw e;
    }
  }

  private static URI origin(Place place) throws InterruptedException {
    return Probe.loopback(place.port(), RESPONSE_TIMEOUT);
  }

  static boolean answers(URI origin, Credentials credentials, Duration limit)
      throws IOException, InterruptedException {
    var readiness = HttpRequest.newBuilder(origin.resolve("/actuator/health/readiness"));
    var metrics =
        HttpRequest.newBuilder(origin.resolve("/actuator/prometheus"))
            .header("Authorization", credentials.authorization());
    return Probe.status(readiness, limit) == 200 && Probe.status(metrics, limit) == 200;
  }

  public ProcessHandle handle() {
    return ProcessHandle.of(process.pid())
        .orElseThrow(() -> new IllegalStateException(service.module() + " has ended"));
  }

  @Override
  public void close() {
    process.close();
  }
}
