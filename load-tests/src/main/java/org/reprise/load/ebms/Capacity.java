package org.reprise.load.ebms;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LeanLoad;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.RunListener;
import org.reprise.load.measure.Check;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalProcess;

/**
 * How many Pings ebms-adapter carries: asynchronous and synchronous, without and with persistence,
 * each beside the floor of the same parts without ebMS. The values are quantities of the run, which
 * the baseline's table and our aims name.
 */
final class Capacity {
  private static final int CONNECTIONS = 32;

  /** Enough to reach every part of the handler, and few enough to leave it room to compile. */
  private static final int WARM_UP_CONNECTIONS = 4;

  /** More than a handler with a small share of a core can answer in time. */
  private static final int TOO_MANY_CONNECTIONS = 300;

  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** CPU time between two looks of a handler that has nothing to do. */
  private static final Duration CALM = Duration.ofMillis(30);

  private final Deployment deployment;
  private final Partner partner;
  private final EbmsPing flow;
  private final Duration warmUp;
  private final Duration window;

  Capacity(
      Deployment deployment, Partner partner, EbmsPing flow, Duration warmUp, Duration window) {
    this.deployment = deployment;
    this.partner = partner;
    this.flow = flow;
    this.warmUp = warmUp;
    this.window = window;
  }

  /**
   * Makes the handler's classes load and its code compile, so that a load that follows measures how
   * it serves and not how it starts: first by Pings that it can answer, then, with no more than its
   * share of the processors, by more than it can answer. The Pongs are checked as all others are.
   */
  void warmUp(RunListener listener) throws IOException, InterruptedException {
    var result = send(handler(), WARM_UP_CONNECTIONS, Duration.ZERO, warmUp);
    if (result.errors() > 0) {
      listener.notice(
          "%,d of %,d Pings of the warm-up failed, %,d of them since the handler was full: %s"
              .formatted(
                  result.errors(),
                  result.sent(),
                  result.refused(),
                  String.join("; ", result.sample().firstErrors())));
    }
    deployment.processors().limit();
    try {
      // What it refuses is no fault.
      send(handler(), TOO_MANY_CONNECTIONS, Duration.ZERO, warmUp);
    } finally {
      deployment.processors().lift();
    }
    awaitCompilers();
  }

  /**
   * Waits until the handler takes next to no CPU time by itself: what a warm-up leaves to the JVM's
   * compilers takes them some seconds more, and all of a small share of a core for a minute. It
   * waits for twice the warm-up at most.
   */
  private void awaitCompilers() throws InterruptedException {
    var service = handler().service();
    var end = System.nanoTime() + warmUp.multipliedBy(2).toNanos();
    var before = Optional.<Duration>empty();
    var now = service.info().totalCpuDuration();
    do {
      before = now;
      Thread.sleep(LOOK);
      now = service.info().totalCpuDuration();
    } while (before.isPresent()
        && now.isPresent()
        && now.get().minus(before.get()).compareTo(CALM) > 0
        && System.nanoTime() - end < 0);
  }

  /**
   * Measures, without limits of the processors.
   *
   * @param persistent whether also with Pings that are stored before they are accepted
   */
  void measure(boolean persistent, RunEngine engine) throws IOException, InterruptedException {
    engine.listener().step("capacity");
    var synchronous = new EbmsPing(flow.cpaId() + ".sync", flow.from(), flow.to());
    agree(deployment.base(), synchronous, true);
    BiConsumer<String, LeanLoad.Result> record =
        (id, result) -> record(id, result, engine.outcome());
    record.accept("floor-forward", floor("forward", engine.loads()));
    record.accept("asynchronous", send(handler(), CONNECTIONS, warmUp, window));
    record.accept("floor-plain", floor("plain", engine.loads()));
    var pings = new Pings(deployment.base(), synchronous, true, handler().service());
    record.accept("synchronous", sendAlone(pings));
    if (persistent) {
      // On a database of its own.
      var storing =
          EbmsService.service(
              deployment.database("ebms_persistent"),
              deployment.credentials(),
              EbmsService.measured(true));
      try (var service = deployment.startBeside("ebms-adapter-persistent", storing)) {
        var handler = service.origin().resolve(EbmsService.HANDLER);
        agree(handler, flow, false);
        var stored = new Pings(handler, flow, false, service.handle());
        record.accept("asynchronous-persistent", send(stored, CONNECTIONS, warmUp, window));
      }
    }
  }

  /** Gives a service of ours, by its message handler, an agreement with the partner. */
  void agree(URI handler, EbmsPing pings, boolean synchronous)
      throws IOException, InterruptedException {
    EbmsService.agree(
        new Agreement(pings, synchronous, partner.sink().endpoint(), handler.toString()),
        deployment.credentials());
  }

  static void record(String id, LeanLoad.Result result, Outcome outcome) {
    outcome.quantity("pings-rate." + id, result.sample().flowBatches());
    outcome.quantity("pings-p99." + id, result.p99Ms());
    outcome.quantity("pings-errors." + id, (double) result.errors());
    var cpu = result.cpuMs();
    if (cpu != null) {
      outcome.quantity("pings-cpu." + id, cpu);
    }
    var failed =
        "%,d of %,d requests failed, %,d of them since the service was full"
            .formatted(result.errors(), result.sent(), result.refused());
    var first = String.join("; ", result.sample().firstErrors());
    var answered = first.isEmpty() && !result.accepted().isEmpty();
    outcome.add(
        new Check(
            "capacity-answered." + id, answered, failed + (first.isEmpty() ? "" : ": " + first)));
  }

  /** A handler of ours that is asked. */
  private record Pings(URI handler, EbmsPing flow, boolean synchronous, ProcessHandle service) {
    private static final Set<Integer> ACCEPTED = Set.of(200, 202, 204);

    LeanLoad load(PingIds ids) {
      var texts = flow.texts(ids);
      return new LeanLoad(
          handler,
          number -> {
            var request = new BasicClassicHttpRequest("POST", handler.getPath());
            request.setHeader("SOAPAction", EbmsPing.SOAP_ACTION);
            request.setEntity(
                new StringEntity(texts.apply(number), ContentType.parse(EbmsPing.CONTENT_TYPE)));
            return request;
          },
          (number, answer) ->
              ACCEPTED.contains(answer.status())
                  && (!synchronous
                      || answer.text().contains("RefToMessageId>" + ids.messageId(number))),
          ANSWER);
    }
  }

  private Pings handler() {
    var service = deployment.role(EbmsService.MODULE, EbmsService.MODULE).orElseThrow();
    return new Pings(deployment.base(), flow, false, service.process());
  }

  private PingIds ids() {
    return PingIds.random(partner.sink().host());
  }

  /** Sends Pings whose Pongs come on connections of the handler's, where they are counted. */
  private LeanLoad.Result send(Pings pings, int connections, Duration before, Duration counted)
      throws IOException, InterruptedException {
    var ids = ids();
    partner.expect(ids, pings.flow());
    var result = pings.load(ids).run(connections, before, counted, pings.service());
    partner.sent(ids, result.accepted(), result.sent());
    return result;
  }

  /** Sends Pings that have no Pong there. */
  private LeanLoad.Result sendAlone(Pings pings) throws IOException, InterruptedException {
    return pings.load(ids()).run(CONNECTIONS, warmUp, window, pings.service());
  }

  private LeanLoad.Result floor(String mode, LoadLauncher launcher)
      throws IOException, InterruptedException {
    var port = FreePort.loopback();
    var name = "floor-" + mode;
    var command = new ArrayList<String>();
    command.add(Commands.ofJdk("java"));
    command.addAll(EbmsService.JVM_FLAGS);
    command.add(FloorServer.class.getName());
    command.addAll(List.of(mode, Integer.toString(port), partner.warmUp().toString()));
    try (var process =
        LocalProcess.builder(name, command)
            .cleanEnvironment()
            .environment(Map.of("CLASSPATH", System.getProperty("java.class.path")))
            .log(launcher.folder().resolve("logs").resolve(name + ".log"))
            .pidFile(launcher.home().pidFile(name))
            .start()) {
      process.awaitReady(() -> listens(port), START_LIMIT);
      var floor = ProcessHandle.of(process.pid()).orElseThrow();
      var handler = URI.create("http://127.0.0.1:" + port).resolve(EbmsService.HANDLER);
      return sendAlone(new Pings(handler, flow, false, floor));
    }
  }

  private static boolean listens(int port) throws IOException {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }
}
