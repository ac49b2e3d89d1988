package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.reprise.load.process.Processors;
import org.reprise.load.process.Shares;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.Secrets;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;

/** A target that serves CPS: for local processes those processes, which end with it. */
public final class CpsTarget implements RunningTarget {
  private final URI base;
  private final Credentials credentials;
  private final Optional<LocalParts> local;

  private record LocalParts(
      LocalPostgres postgres, CpsService service, Processors processors, Home home, Path logs) {}

  private CpsTarget(URI base, Credentials credentials, Optional<LocalParts> local) {
    this.base = base;
    this.credentials = credentials;
    this.local = local;
  }

  /**
   * Starts what has to be started.
   *
   * @param shares what each role may use of the processors while it is measured
   * @param logs where processes write to
   * @param progress hears each step
   */
  public static CpsTarget open(
      Target target, Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    return switch (target) {
      case Target.LocalProcesses _ -> startLocal(shares, home, logs, progress);
      case Target.Compose(var base, var credentials) ->
          new CpsTarget(base, credentials, Optional.empty());
      case Target.Remote(var base, var credentials, _) ->
          new CpsTarget(
              base,
              java.util.Objects.requireNonNull(credentials, "CPS needs credentials"),
              Optional.empty());
    };
  }

  private static CpsTarget startLocal(
      Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    // What is missing is said before anything is started.
    home.serviceJar(CpsService.MODULE);
    progress.accept("starting PostgreSQL");
    var processors = Processors.open(shares);
    LocalPostgres postgres;
    try {
      postgres =
          LocalPostgres.builder()
              .launchedBy(processors.prefix(ResourceSampler.DATABASE))
              .progress(Phases.within(progress))
              .start();
    } catch (RuntimeException e) {
      processors.close();
      throw e;
    }
    try {
      progress.accept("starting cps-core");
      var credentials = new Credentials("reprise", Secrets.generate());
      var service =
          CpsService.start(
              home,
              CpsService.Settings.of(
                  postgres.database("cps"),
                  credentials,
                  logs.resolve("cps-core.log"),
                  home.pidFile("cps-core")),
              processors.prefix(CpsService.MODULE));
      return new CpsTarget(
          service.base(),
          credentials,
          Optional.of(new LocalParts(postgres, service, processors, home, logs)));
    } catch (IOException | InterruptedException | RuntimeException e) {
      postgres.close();
      processors.close();
      throw e;
    }
  }

  /** The API's base. */
  public URI base() {
    return base;
  }

  /** What its callers send. */
  public Credentials credentials() {
    return credentials;
  }

  /** The service's process, where it is ours. */
  public Optional<CpsService> service() {
    return local.map(LocalParts::service);
  }

  @Override
  public List<String> jvmFlags() {
    return local.isPresent() ? CpsService.JVM_FLAGS : List.of();
  }

  @Override
  public Processors processors() {
    return local.map(LocalParts::processors).orElseGet(Processors::unlimited);
  }

  @Override
  public Map<String, String> serviceSettings() {
    return local.map(parts -> parts.service().settings()).orElse(Map.of());
  }

  /** The database server, where it is ours. */
  @Override
  public Optional<LocalPostgres> postgres() {
    return local.map(LocalParts::postgres);
  }

  /** The service's own database, where it is ours. */
  public Optional<Database> database() {
    return local.map(parts -> parts.postgres().database("cps"));
  }

  /**
   * The same service once more beside the first, on the same database, hashing the password for
   * each request.
   *
   * @param bcryptHash of the password in {@link #credentials}
   * @throws IllegalStateException where the target is not ours to start
   */
  public CpsService startHashing(String bcryptHash) throws IOException, InterruptedException {
    var parts =
        local.orElseThrow(
            () -> new IllegalStateException("only local processes can be started again"));
    return CpsService.start(
        parts.home(),
        CpsService.Settings.of(
                parts.postgres().database("cps"),
                credentials,
                parts.logs().resolve("cps-core-hashing.log"),
                parts.home().pidFile("cps-core-hashing"))
            .hashingEachRequest(bcryptHash),
        parts.processors().prefix(CpsService.MODULE));
  }

  @Override
  public void close() {
    local.ifPresent(parts -> {
      parts.service().close();
      parts.postgres().close();
      parts.processors().close();
    });
  }
}
