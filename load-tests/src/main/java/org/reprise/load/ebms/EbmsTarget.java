package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.RunningTarget;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.localstack.LocalProcess;

/**
 * A message handler that serves, and the partner that receives its Pongs. A handler of ours has
 * been given the agreement; anybody else's must know it already.
 *
 * @param logs where processes write to
 */
public record EbmsTarget(Deployment deployment, Partner partner, Home home, Path logs)
    implements RunningTarget {

  /**
   * Starts what has to be started.
   *
   * @param shares what each role may use of the processors while it is measured
   * @param progress hears each step
   */
  public static EbmsTarget open(
      Target target,
      EbmsPing flow,
      SinkAddress sink,
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
    var deployment = Deployment.open(served, EbmsService.TOPOLOGY, shares, home, logs, progress);
    try {
      var partner = deployment.add(new Partner(sink));
      var opened = new EbmsTarget(deployment, partner, home, logs);
      if (!(target instanceof Target.Remote)) {
        opened.agree(opened.handler(), flow, false);
      }
      return opened;
    } catch (IOException | InterruptedException | RuntimeException e) {
      deployment.closeAfter(e);
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
        deployment.credentials(),
        new Agreement(flow, synchronous, partner.sink().endpoint(), handler.toString()));
  }

  /**
   * The service once more, on a database of its own, with Pings that are stored before they are
   * accepted.
   */
  ServiceProcess startPersistent() throws IOException, InterruptedException {
    var database = deployment.database("ebms_persistent");
    return deployment.startBeside(
        "ebms-adapter-persistent", EbmsService.service(database, deployment.credentials(), true));
  }

  LocalProcess start(String name, List<String> command) {
    return LocalProcess.builder(name, command)
        .cleanEnvironment()
        .environment(Map.of("CLASSPATH", System.getProperty("java.class.path")))
        .log(logs.resolve(name + ".log"))
        .pidFile(home.pidFile(name))
        .start();
  }

  URI handler() {
    return deployment.base();
  }

  /** The service's process, where it is ours. */
  Optional<ServiceProcess> service() {
    return deployment.service(EbmsService.MODULE);
  }

  List<WatchedProcess> roles() {
    return deployment.roles();
  }
}
