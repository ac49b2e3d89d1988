package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Probe;
import org.reprise.load.ebms.EbmsPing.Reply;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Profile;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LeanLoad;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.RunListener;
import org.reprise.load.measure.Check;
import org.reprise.localstack.process.FreePort;
import org.reprise.localstack.process.LocalProcess;

/**
 * How many Pings ebms-adapter carries: asynchronous and synchronous, without and with persistence,
 * each beside the floor of the same parts without ebMS. The values are quantities of the run, which
 * the baseline's table and our aims name.
 */
record Capacity(Deployment deployment, Partner partner, EbmsPing flow, Profile profile) {
  private static final int CONNECTIONS = 32;

  /** Enough to reach every part of the handler, and few enough to leave it room to compile. */
  private static final int WARM_UP_CONNECTIONS = 4;

  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** CPU time between two looks of a handler that has nothing to do. */
  private static final Duration CALM = Duration.ofMillis(30);

  private Duration warmUp() {
    return profile.seconds("capacityWarmUp");
  }

  /** Makes the handler's code compile before a load; the Pongs are checked as all others are. */
  void warmUp(RunListener listener) throws IOException, InterruptedException {
    for (int connections : new int[] {WARM_UP_CONNECTIONS, CONNECTIONS}) {
      var result = send(handler(), connections, Duration.ZERO, warmUp());
      if (result.errors() > 0) {
        listener.notice("warm-up: " + failed(result));
      }
    }
    awaitCompilers();
  }

  /**
   * Waits until the handler takes next to no CPU time by itself, for twice the warm-up at most:
   * what a warm-up leaves to the JVM's compilers takes them some seconds more.
   */
  private void awaitCompilers() throws InterruptedException {
    var service = handler().service();
    var end = System.nanoTime() + warmUp().multipliedBy(2).toNanos();
    var now = service.info().totalCpuDuration().orElse(Duration.ZERO);
    Duration before;
    do {
      before = now;
      Thread.sleep(LOOK);
      now = service.info().totalCpuDuration().orElse(Duration.ZERO);
    } while (now.minus(before).compareTo(CALM) > 0 && System.nanoTime() - end < 0);
  }

  /** Measures without limits of the processors, if wished also with Pings that are stored first. */
  void measure(boolean persistent, RunEngine engine) throws IOException, InterruptedException {
    engine.listener().step("capacity");
    var outcome = engine.outcome();
    var synchronous = new EbmsPing(flow.cpaId() + ".sync", flow.from(), flow.to());
    agree(deployment.base(), synchronous, true);
    record("floor-forward", floor("forward", engine.loads()), outcome);
    record("asynchronous", send(handler()), outcome);
    record("floor-plain", floor("plain", engine.loads()), outcome);
    var pings = new Pings(deployment.base(), synchronous, Reply.PONG, handler().service());
    record("synchronous", send(pings), outcome);
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
        var stored = new Pings(handler, flow, Reply.PONG_LATER, service.handle());
        record("asynchronous-persistent", send(stored), outcome);
      }
    }
  }

  void agree(URI handler, EbmsPing pings, boolean synchronous)
      throws IOException, InterruptedException {
    var agreements = handler.resolve(EbmsPing.AGREEMENTS);
    pings.agree(agreements, deployment.credentials(), handler, partner, synchronous);
  }

  static void record(String id, LeanLoad.Result result, Outcome outcome) {
    outcome.quantity("pings-rate." + id, result.sample().flowBatches());
    outcome.quantity("pings-p99." + id, result.p99Ms());
    outcome.quantity("pings-errors." + id, (double) result.errors());
    var cpu = result.cpuMs();
    if (cpu != null) {
      outcome.quantity("pings-cpu." + id, cpu);
    }
    var answered = result.sample().firstErrors().isEmpty() && !result.accepted().isEmpty();
    outcome.add(new Check("capacity-answered." + id, answered, failed(result)));
  }

  private static String failed(LeanLoad.Result result) {
    var errors = result.sample().firstErrors();
    return "%,d of %,d requests failed, %,d of them since the service was full%s%s"
        .formatted(
            result.errors(),
            result.sent(),
            result.refused(),
            errors.isEmpty() ? "" : ": ",
            String.join("; ", errors));
  }

  private record Pings(URI handler, EbmsPing flow, Reply reply, ProcessHandle service) {}

  private Pings handler() {
    var service = deployment.role(EbmsService.MODULE, EbmsService.MODULE).orElseThrow();
    return new Pings(deployment.base(), flow, Reply.PONG_LATER, service.process());
  }

  private LeanLoad.Result send(Pings pings) throws IOException, InterruptedException {
    return send(pings, CONNECTIONS, warmUp(), profile.seconds("capacity"));
  }

  private LeanLoad.Result send(Pings pings, int connections, Duration before, Duration counted)
      throws IOException, InterruptedException {
    var ids = PingIds.random(partner.sink().host());
    var later = pings.reply() == Reply.PONG_LATER;
    if (later) {
      partner.expect(ids, pings.flow());
    }
    var result =
        pings
            .flow()
            .lean(pings.handler(), ids, pings.reply())
            .run(connections, before, counted, pings.service());
    if (later) {
      partner.sent(ids, result.accepted(), result.sent());
    }
    return result;
  }

  private LeanLoad.Result floor(String mode, LoadLauncher launcher)
      throws IOException, InterruptedException {
    var port = FreePort.loopback();
    var name = "floor-" + mode;
    var command = new ArrayList<>(List.of(Commands.ofJdk("java")));
    command.addAll(EbmsService.JVM_FLAGS);
    command.addAll(
        List.of(FloorServer.class.getName(), mode, "" + port, partner.warmUp().toString()));
    try (var process =
        LocalProcess.builder(name, command)
            .cleanEnvironment()
            .environment(Map.of("CLASSPATH", System.getProperty("java.class.path")))
            .log(launcher.folder().resolve("logs").resolve(name + ".log"))
            .pidFile(launcher.home().pidFile(name))
            .start()) {
      var handler = URI.create("http://127.0.0.1:" + port).resolve(EbmsService.HANDLER);
      var get = HttpRequest.newBuilder(handler);
      process.awaitReady(() -> Probe.status(get, PROBE_TIMEOUT) > 0, START_TIMEOUT);
      var floor = ProcessHandle.of(process.pid()).orElseThrow();
      return send(new Pings(handler, flow, Reply.NO_PONG, floor));
    }
  }
}
