package org.reprise.load.ebms;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reprise.load.child.RunListener;
import org.reprise.load.generator.Times;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Floor;
import org.reprise.load.stack.JavaCommand;
import org.reprise.localstack.FreePort;

/**
 * How many Pings ebms-adapter carries: asynchronous and synchronous, without and with persistence,
 * each beside the floor of the same parts without ebMS.
 */
final class CapacityBench {
  /** Connections that ask again as soon as they are answered. */
  static final int CONNECTIONS = 32;

  /** Enough to reach every part of the handler, and few enough to leave it room to compile. */
  private static final int WARM_UP_CONNECTIONS = 4;

  /** More than a handler with a small share of a core can answer in time. */
  private static final int TOO_MANY_CONNECTIONS = 300;

  /** More than any of this can answer in a second. */
  private static final int MOST_PER_SECOND = 60_000;

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** CPU time between two looks of a handler that has nothing to do. */
  private static final Duration CALM = Duration.ofMillis(30);

  private static final String FORWARD = "post-in-post-out";
  private static final String PLAIN = "plain-post";

  private final EbmsTarget target;
  private final PongCount pongs;
  private final EbmsPing flow;
  private final Duration warmUp;
  private final Duration window;
  private final List<Bench> benches = new ArrayList<>();
  private final List<Floor> floors = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * Prepares it.
   *
   * @param target of processes of ours
   * @param pongs hears of the asynchronous Pings
   * @param warmUp before each measurement
   * @param window counted time of each measurement
   */
  CapacityBench(
      EbmsTarget target, PongCount pongs, EbmsPing flow, Duration warmUp, Duration window) {
    this.target = target;
    this.pongs = pongs;
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
    var result = send(handler(WARM_UP_CONNECTIONS), Duration.ZERO, warmUp);
    if (result.errors() > 0) {
      listener.notice(
          "%,d of %,d Pings of the warm-up failed, the first: %s"
              .formatted(result.errors(), result.sent(), result.messages().getFirst()));
    }
    target.processors().limit();
    try {
      // What it refuses is no fault.
      send(handler(TOO_MANY_CONNECTIONS), Duration.ZERO, warmUp);
    } finally {
      target.processors().lift();
    }
    awaitCompilers();
  }

  private Load handler(int connections) {
    return new Load(target.handler(), flow, false, connections, service());
  }

  /**
   * Waits until the handler takes next to no CPU time by itself: what a warm-up leaves to the JVM's
   * compilers takes them some seconds more, and all of a small share of a core for a minute. It
   * waits for twice the warm-up at most.
   */
  private void awaitCompilers() throws InterruptedException {
    var service = service();
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
   * Measures.
   *
   * @param persistent whether also with Pings that are stored before they are accepted
   */
  void run(boolean persistent, RunListener listener) throws IOException, InterruptedException {
    var synchronous = new EbmsPing(flow.cpaId() + ".sync", flow.from(), flow.to());
    target.agree(target.handler(), synchronous, true);
    listener.step("capacity");
    floor(FORWARD, "forward");
    bench("asynchronous", handler(CONNECTIONS), FORWARD);
    floor(PLAIN, "plain");
    bench("synchronous", new Load(target.handler(), synchronous, true, service()), PLAIN);
    if (persistent) {
      try (var service = target.startPersistent()) {
        var handler = EbmsTarget.handler(service.origin());
        target.agree(handler, flow, false);
        target.agree(handler, synchronous, true);
        var process = service.handle();
        bench("asynchronous-persistent", new Load(handler, flow, false, process), FORWARD);
        bench("synchronous-persistent", new Load(handler, synchronous, true, process), PLAIN);
      }
    }
  }

  /** What was measured. */
  List<Bench> benches() {
    return List.copyOf(benches);
  }

  /** What stands beside it. */
  List<Floor> floors() {
    return List.copyOf(floors);
  }

  /** What the first errors said. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** What became of the Pongs until now, late ones included. */
  List<Check> pongs() throws IOException, InterruptedException {
    return pongs.tally().checks();
  }

  private ProcessHandle service() {
    return target.service().orElseThrow().handle();
  }

  /** Who is asked for what. */
  private record Load(
      URI handler, EbmsPing flow, boolean synchronous, int connections, ProcessHandle service) {
    Load(URI handler, EbmsPing flow, boolean synchronous, ProcessHandle service) {
      this(handler, flow, synchronous, CONNECTIONS, service);
    }

    LeanClient client(PingIds ids) {
      var host = handler.getHost() + ":" + handler.getPort();
      return new LeanClient(
          handler, flow.template(handler.getPath(), host, ids), connections, synchronous, service);
    }
  }

  private PingIds ids() {
    return PingIds.random(target.partner().sink().host());
  }

  /** Sends Pings, whose Pongs are counted where they come on a connection of their own. */
  private LeanClient.Result send(Load load, Duration before, Duration counted)
      throws IOException, InterruptedException {
    var ids = ids();
    if (load.synchronous()) {
      return load.client(ids).run(before, counted);
    }
    var most = MOST_PER_SECOND * (int) (before.plus(counted).toSeconds() + 1);
    target.partner().expect(ids, load.flow(), most);
    var result = load.client(ids).run(before, counted);
    pongs.add(ids, result.accepted(), result.sent());
    return result;
  }

  private void bench(String id, Load load, String floor) throws IOException, InterruptedException {
    var result = send(load, warmUp, window);
    result.messages().forEach(message -> faults.add(id + ": " + message));
    benches.add(
        new Bench(
            id,
            CONNECTIONS,
            window.toMillis() / 1000.0,
            result.perSecond(),
            result.errors(),
            Times.atMs(result.times(), 50),
            Times.atMs(result.times(), 99),
            result.cpuMs(),
            floor));
  }

  private void floor(String id, String mode) throws IOException {
    var port = FreePort.loopback();
    var command = new ArrayList<String>();
    command.add(JavaCommand.java());
    command.addAll(EbmsService.JVM_FLAGS);
    command.addAll(
        List.of(
            FloorServer.class.getName(),
            mode,
            Integer.toString(port),
            target.partner().warmUp().toString()));
    try (var process = target.start("floor-" + mode, command)) {
      process.awaitReady(() -> listens(port), START_LIMIT);
      var floor = ProcessHandle.of(process.pid()).orElseThrow();
      var handler = EbmsTarget.handler(URI.create("http://127.0.0.1:" + port));
      var result = new Load(handler, flow, false, floor).client(ids()).run(warmUp, window);
      result.messages().forEach(message -> faults.add("floor " + id + ": " + message));
      floors.add(new Floor(id, result.perSecond(), "pings/s", description(mode, result), null));
    }
  }

  private static String description(String mode, LeanClient.Result result) {
    var ms = result.cpuMs();
    return "%s: an embedded Tomcat with virtual threads and a bare servlet, no ebMS, %d connections; %s ms of CPU for one, p99 %s ms, %d errors."
        .formatted(
            mode.equals("forward")
                ? "The same body in and out again through the same HTTP client"
                : "The same body in, an answer of a Pong's size",
            CONNECTIONS,
            ms == null ? "unknown" : "%.3f".formatted(ms),
            "%.1f".formatted(Times.atMs(result.times(), 99)),
            result.errors());
  }

  private static boolean listens(int port) throws IOException {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }
}
