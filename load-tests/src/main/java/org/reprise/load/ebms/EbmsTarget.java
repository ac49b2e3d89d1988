package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.reprise.load.engine.Role;
import org.reprise.load.process.Processors;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.ServiceTarget;
import org.reprise.load.stack.Started;
import org.reprise.load.stack.Target;
import org.reprise.localstack.LocalPostgres;
import org.reprise.localstack.LocalProcess;

/**
 * A message handler that serves, and the partner that receives its Pongs. A handler of ours has
 * been given the agreement; anybody else's must know it already.
 */
public final class EbmsTarget implements RunningTarget {
  private static final ServiceTarget.Kind KIND =
      new ServiceTarget.Kind(
          EbmsService.MODULE,
          EbmsService.HANDLER,
          handler -> handler.resolve("/api/v1/agreements"),
          "ebms",
          "cps",
          (database, credentials) -> EbmsService.service(database, credentials, false));

  private final Started started;
  private final ServiceTarget service;
  private final PartnerProcess partner;
  private final Home home;
  private final Path logs;

  private EbmsTarget(
      Started started, ServiceTarget service, PartnerProcess partner, Home home, Path logs) {
    this.started = started;
    this.service = service;
    this.partner = partner;
    this.home = home;
    this.logs = logs;
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
    // Somebody's handler knows its callers by the agreement: it gets no password.
    var served =
        target instanceof Target.Remote(var base, _, var owned)
            ? new Target.Remote(base, null, owned)
            : target;
    var started = new Started();
    try {
      var service = started.add(ServiceTarget.open(served, KIND, shares, home, logs, progress));
      var partner =
          started.add(
              PartnerProcess.start(
                  wishes.sink(), logs.resolve("partner.log"), home.pidFile("partner")));
      var opened = new EbmsTarget(started, service, partner, home, logs);
      if (!(target instanceof Target.Remote)) {
        opened.agree(opened.handler(), wishes.flow(), false);
      }
      return opened;
    } catch (IOException | InterruptedException | RuntimeException e) {
      started.close();
      throw e;
    }
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
        service.credentials(),
        new Agreement(flow, synchronous, partner.sink().endpoint(), handler.toString()));
  }

  /**
   * The service once more, on a database of its own, with Pings that are stored before they are
   * accepted.
   *
   * @throws java.util.NoSuchElementException where the target is not ours to start
   */
  ServiceProcess startPersistent() throws IOException, InterruptedException {
    var database = service.postgres().orElseThrow().database("ebms_persistent");
    return service.startBeside(
        "ebms-adapter-persistent", EbmsService.service(database, service.credentials(), true));
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
    return service.base();
  }

  PartnerProcess partner() {
    return partner;
  }

  /** The service's process, where it is ours. */
  Optional<ServiceProcess> service() {
    return service.service();
  }

  /** What is watched. */
  List<Role> roles() {
    var roles = new ArrayList<>(Role.of(service));
    roles.add(new Role.Other("partner", partner.handle()));
    return roles;
  }

  @Override
  public Optional<LocalPostgres> postgres() {
    return service.postgres();
  }

  @Override
  public Processors processors() {
    return service.processors();
  }

  @Override
  public List<String> jvmFlags() {
    return service.jvmFlags();
  }

  @Override
  public Map<String, String> serviceSettings() {
    return service.serviceSettings();
  }

  @Override
  public List<String> remarks() {
    return service.remarks();
  }

  @Override
  public void close() {
    started.close();
  }
}
