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
import org.reprise.load.stack.Started;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.LocalProcess;

/**
 * A message handler that serves, and the partner that receives its Pongs. A handler of ours has
 * been given the agreement; anybody else's must know it already.
 */
public final class EbmsTarget implements RunningTarget {
  private static final String DATABASE = "ebms";

  private final Started started = new Started();
  private final Home home;
  private final Path logs;
  private final Processors processors;
  private final Optional<LocalPostgres> postgres;
  private final PartnerProcess partner;
  private final Optional<Credentials> credentials;
  private final Optional<ServiceProcess> service;
  private final URI handler;

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
    return new EbmsTarget(target, wishes, shares, home, logs, progress);
  }

  private EbmsTarget(
      Target target,
      EbmsPlan.Wishes wishes,
      Shares shares,
      Home home,
      Path logs,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    this.home = home;
    this.logs = logs;
    var isOurs = target instanceof Target.LocalProcesses;
    if (isOurs) {
      // What is missing is said before anything is started.
      home.serviceJar(EbmsService.MODULE);
    }
    try {
      this.processors = started.add(Processors.open(isOurs ? shares : Shares.unlimited()));
      this.postgres = isOurs ? Optional.of(startPostgres(progress)) : Optional.empty();
      if (isOurs) {
        progress.accept("starting ebms-adapter and its partner");
      }
      this.partner =
          started.add(
              PartnerProcess.start(
                  wishes.sink(), logs.resolve("partner.log"), home.pidFile("partner")));
      this.credentials =
          switch (target) {
            case Target.LocalProcesses _ ->
                Optional.of(new Credentials("reprise", Secrets.generate()));
            case Target.Compose(_, var known, _) -> Optional.of(known);
            case Target.Remote _ -> Optional.empty();
          };
      this.service =
          isOurs
              ? Optional.of(started.add(start(EbmsService.MODULE, DATABASE, false)))
              : Optional.empty();
      this.handler =
          switch (target) {
            case Target.LocalProcesses _ -> handler(service.orElseThrow().origin());
            case Target.Compose(var base, _, _) -> handler(base);
            case Target.Remote(var base, _, _) -> base;
          };
      if (target instanceof Target.Compose(var base, var known, _)) {
        Probe.service(target, base.resolve("/api/v1/agreements"), known);
      }
      if (credentials.isPresent()) {
        agree(handler, wishes.flow(), false);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private LocalPostgres startPostgres(Consumer<String> progress) {
    progress.accept("starting PostgreSQL");
    return started.add(
        LocalPostgres.builder()
            .launchedBy(processors.prefix(ResourceSampler.DATABASE))
            .progress(Phases.within(progress))
            .start());
  }

  private ServiceProcess start(String name, String database, boolean persistent)
      throws IOException, InterruptedException {
    return ServiceProcess.start(
        home,
        EbmsService.service(
            postgres.orElseThrow().database(database), credentials.orElseThrow(), persistent),
        ServiceProcess.Place.ofThisCommand(logs.resolve(name + ".log"), home.pidFile(name))
            .launchedBy(processors.prefix(EbmsService.MODULE)));
  }

  /** Where a service receives messages. */
  static URI handler(URI origin) {
    return origin.resolve(EbmsService.HANDLER);
  }

  /** Gives a service of ours, by its message handler, an agreement with the partner. */
  void agree(URI handler, EbmsPing flow, boolean synchronous)
      throws IOException, InterruptedException {
    EbmsService.agree(
        handler,
        credentials.orElseThrow(),
        new Agreement(flow, synchronous, partner.sink().endpoint(), handler.toString()));
  }

  /**
   * The service once more, on a database of its own, with Pings that are stored before they are
   * accepted.
   *
   * @throws java.util.NoSuchElementException where the target is not ours to start
   */
  ServiceProcess startPersistent() throws IOException, InterruptedException {
    return start("ebms-adapter-persistent", "ebms_persistent", true);
  }

  /** Starts a program of ours beside them. */
  LocalProcess start(String name, List<String> command) {
    return LocalProcess.builder(name, command)
        .cleanEnvironment()
        .environment(Map.of("CLASSPATH", System.getProperty("java.class.path")))
        .log(logs.resolve(name + ".log"))
        .pidFile(home.pidFile(name))
        .start();
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
    return service;
  }

  /** Of the service's management API, where they are known. */
  Optional<Credentials> credentials() {
    return credentials;
  }

  /** The service's, where it is ours. */
  Optional<Database> database() {
    return postgres.map(server -> server.database(DATABASE));
  }

  @Override
  public Optional<LocalPostgres> postgres() {
    return postgres;
  }

  @Override
  public Processors processors() {
    return processors;
  }

  @Override
  public List<String> jvmFlags() {
    return service.isPresent() ? EbmsService.JVM_FLAGS : List.of();
  }

  @Override
  public Map<String, String> serviceSettings() {
    return service.map(ServiceProcess::settings).orElse(Map.of());
  }

  @Override
  public void close() {
    started.close();
  }
}
