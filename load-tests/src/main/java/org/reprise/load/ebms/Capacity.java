package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Commands;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Probe;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.ebms.EbmsPing.Reply;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Profile;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LeanLoad;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Variant;
import org.reprise.localstack.process.FreePort;

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

  /** Makes the handler's code compile before a load; the Pongs are checked as all others are. */
  List<Execution> warmUps() {
    return IntStream.of(WARM_UP_CONNECTIONS, CONNECTIONS)
        .mapToObj(it -> new Shape.Window(it, Duration.ZERO, profile.seconds("capacityWarmUp")))
        .<Execution>map(it -> new FullLoad(Phase.warmUp(Phase.WARM_UP, it), handler()))
        .toList();
  }

  /** Measures, if wished also with Pings that are stored first; each load is an execution. */
  void measure(boolean persistent, RunEngine engine)
      throws IOException, SQLException, InterruptedException {
    var synchronous = new EbmsPing(flow.cpaId() + ".sync", flow.from(), flow.to());
    agree(deployment.base(), synchronous, true);
    floor("forward", engine);
    measure("asynchronous", handler(), engine);
    floor("plain", engine);
    var pings = new Pings(deployment.base(), synchronous, Reply.PONG, handler().service());
    measure("synchronous", pings, engine);
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
        measure("asynchronous-persistent", stored, engine);
      }
    }
  }

  private void measure(String name, Pings pings, RunEngine engine)
      throws IOException, SQLException, InterruptedException {
    var warmUp = profile.seconds("capacityWarmUp");
    var shape = new Shape.Window(CONNECTIONS, warmUp, profile.seconds("capacity"));
    engine.measure(new FullLoad(new Phase(name, name, Variant.SEARCH, shape), pings), 1);
  }

  /** A load to the limit, by requests that each follow the answer to the one before. */
  private final class FullLoad implements Execution {
    private final Phase phase;
    private final Pings pings;
    private LeanLoad.@Nullable Result result;

    FullLoad(Phase phase, Pings pings) {
      this.phase = phase;
      this.pings = pings;
    }

    @Override
    public String name() {
      return phase.name();
    }

    /** What a process of ours uses is not the work of others. */
    @Override
    public List<WatchedProcess> roles() {
      return deployment.roles().stream().anyMatch(it -> it.process().equals(pings.service()))
          ? List.of()
          : List.of(
              new WatchedProcess(name(), pings.service(), Optional.empty(), Optional.empty()));
    }

    @Override
    public Load arrange() {
      var spec = LoadSpec.of(name(), List.of(phase), Map.of(), PROBE_TIMEOUT);
      return new Load(name(), FullLoad.class, spec, Map.of(), false);
    }

    @Override
    public List<Sample> send(LoadLauncher loads, Load load)
        throws IOException, InterruptedException {
      var ids = PingIds.random(partner.sink().host());
      var later = pings.reply() == Reply.PONG_LATER;
      if (later) {
        partner.expect(ids, pings.flow());
      }
      var sender = pings.flow().lean(pings.handler(), ids, pings.reply());
      result = sender.run(phase, pings.service());
      if (later) {
        partner.sent(ids, result.accepted(), result.sent());
      }
      return List.of(result.sample());
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome) {
      record(name(), Objects.requireNonNull(result), outcome);
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
    var errors = result.sample().firstErrors();
    outcome.add(
        new Check(
            "capacity-answered." + id,
            errors.isEmpty() && !result.accepted().isEmpty(),
            "%,d of %,d requests failed, %,d of them since the service was full%s"
                .formatted(
                    result.errors(),
                    result.sent(),
                    result.refused(),
                    errors.isEmpty() ? "" : ": " + String.join("; ", errors))));
  }

  private record Pings(URI handler, EbmsPing flow, Reply reply, ProcessHandle service) {}

  private Pings handler() {
    var service = deployment.role(EbmsService.MODULE, EbmsService.MODULE).orElseThrow();
    return new Pings(deployment.base(), flow, Reply.PONG_LATER, service.process());
  }

  private void floor(String mode, RunEngine engine)
      throws IOException, SQLException, InterruptedException {
    var port = FreePort.loopback();
    var name = "floor-" + mode;
    var command = new ArrayList<>(List.of(Commands.ofJdk("java")));
    command.addAll(EbmsService.JVM_FLAGS);
    command.addAll(
        List.of(FloorServer.class.getName(), mode, "" + port, partner.warmUp().toString()));
    try (var process = engine.loads().start(name, command, Map.of())) {
      var handler = URI.create("http://127.0.0.1:" + port).resolve(EbmsService.HANDLER);
      var get = HttpRequest.newBuilder(handler);
      process.awaitReady(() -> Probe.status(get, PROBE_TIMEOUT) > 0, START_TIMEOUT);
      var floor = ProcessHandle.of(process.pid()).orElseThrow();
      measure(name, new Pings(handler, flow, Reply.NO_PONG, floor), engine);
    }
  }
}
