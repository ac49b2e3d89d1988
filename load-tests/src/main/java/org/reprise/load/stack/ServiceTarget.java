package org.reprise.load.stack;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reprise.load.process.Container;
import org.reprise.load.process.Containers;
import org.reprise.load.process.Processors;
import org.reprise.load.process.Shares;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;

/**
 * One service with its database: processes that are started for a run and end with it, containers
 * of docker-compose.yml, or somebody's own address.
 */
public final class ServiceTarget implements RunningTarget {
  /** The role of the database server; that of the service is its module. */
  public static final String DATABASE = "postgresql";

  private final Kind kind;
  private final URI base;
  private final @Nullable Credentials credentials;
  private final Optional<LocalParts> local;
  private final Optional<Composed> composed;

  /**
   * What is served.
   *
   * @param module of the service
   * @param path of its API
   * @param probe from the API's base to something that only its users may read
   * @param database its own, where its processes are started for a run
   * @param composed its database in docker-compose.yml
   * @param service how it is started
   */
  public record Kind(
      String module,
      String path,
      UnaryOperator<URI> probe,
      String database,
      String composed,
      BiFunction<Database, Credentials, ServiceProcess.Service> service) {}

  private record LocalParts(
      LocalPostgres postgres,
      ServiceProcess service,
      Processors processors,
      Home home,
      Path logs) {}

  private record Composed(Containers containers, Processors processors, Database database) {}

  private ServiceTarget(
      Kind kind,
      URI base,
      @Nullable Credentials credentials,
      Optional<LocalParts> local,
      Optional<Composed> composed) {
    this.kind = kind;
    this.base = base;
    this.credentials = credentials;
    this.local = local;
    this.composed = composed;
  }

  /**
   * Starts what has to be started, and asks of anything else whether it answers.
   *
   * @param shares what each role may use of the processors while it is measured
   * @param logs where processes write to
   * @param progress hears each step
   * @throws EnvironmentException where something does not answer, or refuses the credentials
   */
  public static ServiceTarget open(
      Target target, Kind kind, Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    return switch (target) {
      case Target.LocalProcesses _ -> start(kind, shares, home, logs, progress);
      case Target.Compose compose -> {
        Probe.service(target, kind.probe().apply(compose.base()), compose.credentials());
        yield of(compose, kind);
      }
      case Target.Remote(var base, var credentials, _) -> {
        if (credentials != null) {
          Probe.service(target, kind.probe().apply(base), credentials);
        }
        yield new ServiceTarget(kind, base, credentials, Optional.empty(), Optional.empty());
      }
    };
  }

  private static ServiceTarget of(Target.Compose compose, Kind kind) {
    var variables = compose.variables();
    var database = Probe.database(variables.database(ComposeVariables.POSTGRES, kind.composed()));
    var ports = new LinkedHashMap<String, Integer>();
    ports.put(kind.module(), compose.base().getPort());
    ports.put(DATABASE, variables.port(ComposeVariables.POSTGRES));
    var containers = Containers.find(ports, System.getenv());
    return new ServiceTarget(
        kind,
        compose.base(),
        compose.credentials(),
        Optional.empty(),
        Optional.of(new Composed(containers, Processors.of(containers), database)));
  }

  private static ServiceTarget start(
      Kind kind, Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    // What is missing is said before anything is started.
    home.serviceJar(kind.module());
    progress.accept("starting PostgreSQL");
    var processors = Processors.open(shares);
    Optional<LocalPostgres> postgres = Optional.empty();
    try {
      postgres =
          Optional.of(
              LocalPostgres.builder()
                  .launchedBy(processors.prefix(DATABASE))
                  .progress(Phases.within(progress))
                  .start());
      progress.accept("starting " + kind.module());
      var credentials = new Credentials("reprise", Secrets.generate());
      var service =
          ServiceProcess.start(
              home,
              kind.service().apply(postgres.get().database(kind.database()), credentials),
              ServiceProcess.Place.ofThisCommand(
                      logs.resolve(kind.module() + ".log"), home.pidFile(kind.module()))
                  .launchedBy(processors.prefix(kind.module())),
              Phases.within(progress));
      return new ServiceTarget(
          kind,
          service.origin().resolve(kind.path()),
          credentials,
          Optional.of(new LocalParts(postgres.get(), service, processors, home, logs)),
          Optional.empty());
    } catch (IOException | InterruptedException | RuntimeException e) {
      postgres.ifPresent(LocalPostgres::close);
      processors.close();
      throw e;
    }
  }

  /**
   * A service of the same module beside the first one, with its limits.
   *
   * @param name of its log and its pid file
   * @throws IllegalStateException where the target is not ours to start
   */
  public ServiceProcess startBeside(String name, ServiceProcess.Service service)
      throws IOException, InterruptedException {
    var parts =
        local.orElseThrow(
            () -> new IllegalStateException("only local processes can be started again"));
    return ServiceProcess.start(
        parts.home(),
        service,
        ServiceProcess.Place.ofThisCommand(
                parts.logs().resolve(name + ".log"), parts.home().pidFile(name))
            .launchedBy(parts.processors().prefix(kind.module())),
        _ -> {});
  }

  /** The role of the service. */
  public String module() {
    return kind.module();
  }

  /** The API's base. */
  public URI base() {
    return base;
  }

  /** Where the service tells its metrics. */
  public URI metrics() {
    return base.resolve("/actuator/prometheus");
  }

  /**
   * What its callers send.
   *
   * @throws NullPointerException where they send none
   */
  public Credentials credentials() {
    return Objects.requireNonNull(credentials, () -> base + " has no credentials");
  }

  /** The service's process, where it is ours. */
  public Optional<ServiceProcess> service() {
    return local.map(LocalParts::service);
  }

  /** The containers, where it is compose's. */
  public Map<String, Container> containers() {
    return composed.map(parts -> parts.containers().found()).orElse(Map.of());
  }

  /** The service's own database, where it can be reached. */
  public Optional<Database> database() {
    return local
        .map(parts -> parts.postgres().database(kind.database()))
        .or(() -> composed.map(Composed::database));
  }

  @Override
  public Optional<LocalPostgres> postgres() {
    return local.map(LocalParts::postgres);
  }

  @Override
  public Processors processors() {
    return local
        .map(LocalParts::processors)
        .or(() -> composed.map(Composed::processors))
        .orElseGet(Processors::unlimited);
  }

  @Override
  public List<String> jvmFlags() {
    return local.map(parts -> parts.service().jvmFlags()).orElse(List.of());
  }

  @Override
  public Map<String, String> serviceSettings() {
    return local.map(parts -> parts.service().settings()).orElse(Map.of());
  }

  @Override
  public List<String> remarks() {
    return composed.map(parts -> parts.containers().remarks()).orElse(List.of());
  }

  @Override
  public void close() {
    local.ifPresent(parts -> {
      parts.service().close();
      parts.postgres().close();
      parts.processors().close();
    });
    composed.ifPresent(parts -> {
      parts.processors().close();
      parts.containers().close();
    });
  }
}
