package org.reprise.load.ebms;

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
import org.reprise.load.stack.Probe;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.Secrets;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;

/**
 * A message handler that serves, and the partner that receives its Pongs. A handler of ours has
 * been given the agreement; anybody else's must know it already.
 */
public final class EbmsTarget implements RunningTarget {
  private final URI handler;
  private final PartnerProcess partner;
  private final Optional<LocalParts> local;

  private record LocalParts(
      LocalPostgres postgres,
      ServiceProcess service,
      Credentials credentials,
      Processors processors,
      Home home,
      Path logs) {}

  private EbmsTarget(URI handler, PartnerProcess partner, Optional<LocalParts> local) {
    this.handler = handler;
    this.partner = partner;
    this.local = local;
  }

  /**
   * Starts what has to be started.
   *
   * @param shares what each role may use of the processors while it is measured
   * @param logs where processes write to
   * @param progress hears each step
   */
  public static EbmsTarget open(
      Target target,
      EbmsPlan.Wishes wishes,
      Shares shares,
      Home home,
      Path logs,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    return switch (target) {
      case Target.LocalProcesses _ -> startLocal(wishes, shares, home, logs, progress);
      case Target.Compose(var base, var credentials, _) -> {
        Probe.service(target, base.resolve("/api/v1/agreements"), credentials);
        var partner = partner(wishes, home, logs);
        try {
          EbmsService.agree(
              base, credentials, agreement(wishes.flow(), false, partner, handler(base)));
          yield new EbmsTarget(handler(base), partner, Optional.empty());
        } catch (IOException | InterruptedException | RuntimeException e) {
          partner.close();
          throw e;
        }
      }
      case Target.Remote(var base, _, _) ->
          new EbmsTarget(base, partner(wishes, home, logs), Optional.empty());
    };
  }

  private static EbmsTarget startLocal(
      EbmsPlan.Wishes wishes, Shares shares, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    // What is missing is said before anything is started.
    home.serviceJar(EbmsService.MODULE);
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
      progress.accept("starting ebms-adapter and its partner");
      var credentials = new Credentials("reprise", Secrets.generate());
      var partner = partner(wishes, home, logs);
      try {
        var service =
            ServiceProcess.start(
                home,
                EbmsService.service(postgres.database("ebms"), credentials, false),
                ServiceProcess.Place.ofThisCommand(
                        logs.resolve("ebms-adapter.log"), home.pidFile(EbmsService.MODULE))
                    .launchedBy(processors.prefix(EbmsService.MODULE)));
        var target =
            new EbmsTarget(
                handler(service.origin()),
                partner,
                Optional.of(
                    new LocalParts(postgres, service, credentials, processors, home, logs)));
        target.agree(service, wishes.flow(), false);
        return target;
      } catch (IOException | InterruptedException | RuntimeException e) {
        partner.close();
        throw e;
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      postgres.close();
      processors.close();
      throw e;
    }
  }

  private static PartnerProcess partner(EbmsPlan.Wishes wishes, Home home, Path logs) {
    return PartnerProcess.start(
        wishes.sink(), logs.resolve("partner.log"), home.pidFile("partner"));
  }

  private static URI handler(URI origin) {
    return origin.resolve(EbmsService.HANDLER);
  }

  private static Agreement agreement(
      EbmsPing flow, boolean synchronous, PartnerProcess partner, URI handler) {
    return new Agreement(flow, synchronous, partner.sink().endpoint(), handler.toString());
  }

  /** Gives a service of ours an agreement with the partner. */
  void agree(ServiceProcess service, EbmsPing flow, boolean synchronous)
      throws IOException, InterruptedException {
    EbmsService.agree(
        service.origin(),
        local.orElseThrow().credentials(),
        agreement(flow, synchronous, partner, handler(service.origin())));
  }

  /**
   * The service once more, on a database of its own, with Pings that are stored before they are
   * accepted.
   *
   * @throws java.util.NoSuchElementException where the target is not ours to start
   */
  ServiceProcess startPersistent() throws IOException, InterruptedException {
    var parts = local.orElseThrow();
    return ServiceProcess.start(
        parts.home(),
        EbmsService.service(persistentDatabase(), parts.credentials(), true),
        ServiceProcess.Place.ofThisCommand(
                parts.logs().resolve("ebms-adapter-persistent.log"),
                parts.home().pidFile("ebms-adapter-persistent"))
            .launchedBy(parts.processors().prefix(EbmsService.MODULE)));
  }

  private Database persistentDatabase() {
    return local.orElseThrow().postgres().database("ebms_persistent");
  }

  /** The message handler. */
  URI handler() {
    return handler;
  }

  PartnerProcess partner() {
    return partner;
  }

  /** The service's process, where it is ours. */
  Optional<ServiceProcess> service() {
    return local.map(LocalParts::service);
  }

  Optional<Credentials> credentials() {
    return local.map(LocalParts::credentials);
  }

  Optional<Database> database() {
    return local.map(parts -> parts.postgres().database("ebms"));
  }

  @Override
  public Optional<LocalPostgres> postgres() {
    return local.map(LocalParts::postgres);
  }

  @Override
  public Processors processors() {
    return local.map(LocalParts::processors).orElseGet(Processors::unlimited);
  }

  @Override
  public List<String> jvmFlags() {
    return local.isPresent() ? EbmsService.JVM_FLAGS : List.of();
  }

  @Override
  public Map<String, String> serviceSettings() {
    return local.map(parts -> parts.service().settings()).orElse(Map.of());
  }

  @Override
  public void close() {
    local.ifPresent(parts -> parts.service().close());
    partner.close();
    local.ifPresent(parts -> {
      parts.postgres().close();
      parts.processors().close();
    });
  }
}
