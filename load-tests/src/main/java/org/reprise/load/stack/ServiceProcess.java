package org.reprise.load.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.reprise.localstack.Database;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalProcess;
import org.reprise.localstack.LocalStackException;
import org.reprise.localstack.ProcessEnded;

/** One of the reference services as a process of its own on the loopback address. */
public final class ServiceProcess implements AutoCloseable {
  /**
   * The flag that each service is started with: one without memory ends and can be started again,
   * instead of staying and doing half of its work.
   */
  public static final String EXIT_ON_OUT_OF_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  /** Spring's own: the program ends as soon as it would serve. */
  private static final String END_WHEN_READY = "-Dspring.context.exit=onRefresh";

  private final LocalProcess process;
  private final int port;
  private final Service service;

  private final List<String> jvmFlags;

  private ServiceProcess(LocalProcess process, Place place, Service service, AotCache cache) {
    this.process = process;
    this.port = place.port().orElseThrow();
    this.service = service;
    this.jvmFlags =
        Stream.concat(service.jvmFlags().stream(), cache.shortFlags().stream()).toList();
  }

  /**
   * What to start.
   *
   * @param module that holds it
   * @param jvmFlags of its JVM, {@link #EXIT_ON_OUT_OF_MEMORY} among them
   * @param database its own
   * @param credentials what its callers send
   * @param more environment variables beyond those that every service has
   */
  public record Service(
      String module,
      List<String> jvmFlags,
      Database database,
      Credentials credentials,
      Map<String, String> more) {
    /**
     * Copies flags and variables.
     *
     * @throws IllegalArgumentException where the service would live on without memory
     */
    public Service {
      jvmFlags = List.copyOf(jvmFlags);
      if (!jvmFlags.contains(EXIT_ON_OUT_OF_MEMORY)) {
        throw new IllegalArgumentException(
            module + " is not started with " + EXIT_ON_OUT_OF_MEMORY + ", but with " + jvmFlags);
      }
      more = Map.copyOf(more);
    }

    /**
     * The variables of a user's environment that the process does not get as they are.
     *
     * @param users names and values
     * @param port that the service is started on
     * @return names, sorted
     */
    public List<String> overridden(Map<String, String> users, int port) {
      return environment(port).entrySet().stream()
          .filter(own -> !users.getOrDefault(own.getKey(), own.getValue()).equals(own.getValue()))
          .map(Map.Entry::getKey)
          .sorted()
          .toList();
    }

    /** What it is told on purpose, by the names of the variables, without secrets and its port. */
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
      environment.put("REPRISE_SECURITY_USERNAME", credentials.username());
      environment.put("REPRISE_SECURITY_PASSWORD", credentials.password());
      environment.putAll(more);
      return environment;
    }
  }

  /**
   * Where and how long it runs.
   *
   * @param port where empty, one that is free and that no connection of another program is given
   * @param detached whether it outlives this command
   * @param log where it writes to
   * @param pidFile by which it is found again
   * @param launcher what it is launched by
   */
  public record Place(
      OptionalInt port, boolean detached, Path log, Path pidFile, List<String> launcher) {
    /** Copies the list. */
    public Place {
      launcher = List.copyOf(launcher);
    }

    /** Launched by itself. */
    public Place(OptionalInt port, boolean detached, Path log, Path pidFile) {
      this(port, detached, log, pidFile, List.of());
    }

    /** On a free port, ended with this command. */
    public static Place ofThisCommand(Path log, Path pidFile) {
      return new Place(OptionalInt.empty(), false, log, pidFile);
    }

    /** The same, on another port. */
    Place at(int another) {
      return new Place(OptionalInt.of(another), detached, log, pidFile, launcher);
    }

    /** The same, launched by something else, see {@link LocalProcess.Builder#launchedBy}. */
    public Place launchedBy(List<String> words) {
      return new Place(port, detached, log, pidFile, words);
    }
  }

  /**
   * Starts it, from its {@link AotCache}, and waits until it serves and knows the credentials: a
   * stranger that took the port would not. The port stays the one that was chosen first, by which
   * the service may know its resources.
   *
   * @param progress hears that the cache is made first, as {@link #prepare} does
   * @throws EnvironmentException where another program has taken its port
   * @throws org.reprise.localstack.LocalStackException where it does not start, with the end of its
   *     log
   */
  public static ServiceProcess start(
      Home home, Service service, Place place, Consumer<String> progress)
      throws IOException, InterruptedException {
    var chosen = place.at(place.port().orElseGet(FreePort::lasting));
    prepare(home, service, chosen, progress);
    var jar = ServiceJar.extracted(home, service.module());
    var cache = cache(jar);
    var process = launch(jar, cache.flags(), service, chosen, chosen.detached());
    try {
      var started = new ServiceProcess(process, chosen, service, cache);
      process.awaitReady(() -> started.answers(service.credentials()), START_LIMIT);
      return started;
    } catch (ProcessEnded e) {
      process.close(); // its pid file would say that it died
      if (e.logTail().contains("already in use")) {
        throw taken(service, chosen, e);
      }
      throw e;
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** At another port it would not find what it has stored, since URIs begin with it. */
  private static EnvironmentException taken(Service service, Place place, ProcessEnded cause) {
    return new EnvironmentException(
        "another program took port %d of 127.0.0.1 before %s could listen on it, see %s: try again"
            .formatted(place.port().orElseThrow(), service.module(), place.log()),
        cause);
  }

  /**
   * Makes the {@link AotCache} that processes of a service start from, where it is not there yet,
   * by a start of the service at the place of one of them: its database gets its tables by this.
   * Where it fails there is no cache, and services start without; this command does not try it
   * again.
   *
   * @param place its port is the service's own, by which it may know its resources
   * @param progress hears that it is made, and where it is not, why
   */
  public static void prepare(Home home, Service service, Place place, Consumer<String> progress)
      throws IOException, InterruptedException {
    var jar = ServiceJar.extracted(home, service.module());
    var name = service.module() + "-prepare";
    var ending =
        Place.ofThisCommand(place.log().resolveSibling(name + ".log"), home.pidFile(name))
            .at(place.port().orElseGet(FreePort::lasting));
    Preparation.of(cache(jar))
        .make(
            service.module(),
            ending.log(),
            flags -> {
              var more = new ArrayList<>(flags);
              more.add(END_WHEN_READY);
              // What it stores depends on its settings.
              return trouble(() -> launch(jar, more, service, ending, place.detached()));
            },
            progress);
  }

  private static Optional<String> trouble(Supplier<LocalProcess> launch) {
    try (var process = launch.get()) {
      var exitCode = process.awaitEnd(START_LIMIT);
      return exitCode == 0 ? Optional.empty() : Optional.of("it ended with exit code " + exitCode);
    } catch (LocalStackException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static AotCache cache(Path jar) {
    return AotCache.in(Objects.requireNonNull(jar.getParent()));
  }

  private static LocalProcess launch(
      Path jar, List<String> more, Service service, Place place, boolean inUsersEnvironment) {
    var command = new ArrayList<String>();
    command.add(JavaCommand.java());
    command.addAll(service.jvmFlags());
    command.addAll(more);
    command.addAll(List.of("-jar", jar.toString()));
    var process =
        LocalProcess.builder(service.module(), command)
            .environment(service.environment(place.port().orElseThrow()))
            .launchedBy(place.launcher())
            .log(place.log())
            .pidFile(place.pidFile())
            .detached(place.detached());
    // A service that stays is its user's, who sets its properties by the environment. What is
    // measured is the same whoever calls.
    return (inUsersEnvironment ? process : process.cleanEnvironment()).start();
  }

  private boolean answers(Credentials credentials) throws IOException, InterruptedException {
    return answers(origin(), credentials, LONGEST_ANSWER);
  }

  /**
   * Whether a service is ready and knows the credentials.
   *
   * @param limit of each of the two answers, its body included
   * @throws java.net.http.HttpTimeoutException where one takes longer
   */
  static boolean answers(URI origin, Credentials credentials, Duration limit)
      throws IOException, InterruptedException {
    var readiness = HttpRequest.newBuilder(origin.resolve("/actuator/health/readiness"));
    var metrics =
        HttpRequest.newBuilder(origin.resolve("/actuator/prometheus"))
            .header("Authorization", credentials.basicHeader());
    return Probe.status(readiness, limit) == 200 && Probe.status(metrics, limit) == 200;
  }

  /** Its address, with a slash at the end. */
  public URI origin() {
    return URI.create("http://127.0.0.1:" + port + "/");
  }

  /** Where it tells its metrics. */
  public URI metrics() {
    return origin().resolve("/actuator/prometheus");
  }

  /** The flags of its JVM. */
  public List<String> jvmFlags() {
    return jvmFlags;
  }

  /** What it was told on purpose, without secrets. */
  public Map<String, String> settings() {
    return service.settings();
  }

  /** Its process. */
  public ProcessHandle handle() {
    return ProcessHandle.of(process.pid())
        .orElseThrow(() -> new IllegalStateException(service.module() + " has ended"));
  }

  @Override
  public void close() {
    process.close();
  }
}
