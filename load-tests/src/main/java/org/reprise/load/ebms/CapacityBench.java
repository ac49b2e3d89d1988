package org.reprise.load.ebms;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.RunListener;
import org.reprise.load.generator.Times;
import org.reprise.load.measure.Bench;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Floor;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.JavaCommand;
import org.reprise.localstack.FreePort;
import org.reprise.localstack.LocalProcess;

/**
 * How many Pings ebms-adapter carries: asynchronous and synchronous, without and with persistence,
 * each beside the floor of the same parts without ebMS.
 */
public final class CapacityBench {
  /** Connections that ask again as soon as they are answered. */
  public static final int CONNECTIONS = 32;

  /** More than any of this can answer in a second. */
  private static final int MOST_PER_SECOND = 60_000;

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final String FORWARD = "post-in-post-out";
  private static final String PLAIN = "plain-post";

  private final EbmsTarget target;
  private final PongCount pongs;
  private final Home home;
  private final Path logs;
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
      EbmsTarget target,
      PongCount pongs,
      Home home,
      Path logs,
      EbmsPing flow,
      Duration warmUp,
      Duration window) {
    this.target = target;
    this.pongs = pongs;
    this.home = home;
    this.logs = logs;
    this.flow = flow;
    this.warmUp = warmUp;
    this.window = window;
  }

  /** Prepares it for a command that measures nothing else. */
  public static CapacityBench alone(
      EbmsTarget target, Home home, Path logs, EbmsPing flow, Duration warmUp, Duration window) {
    return new CapacityBench(
        target, new PongCount(target.partner()), home, logs, flow, warmUp, window);
  }

  /**
   * Measures.
   *
   * @param persistent whether also with Pings that are stored before they are accepted
   */
  public void run(boolean persistent, RunListener listener)
      throws IOException, InterruptedException {
    var synchronous = new EbmsPing(flow.cpaId() + ".sync", flow.from(), flow.to());
    target.agree(target.service().orElseThrow(), synchronous, true);
    listener.step("capacity");
    floor(FORWARD, "forward");
    bench("asynchronous", target.handler(), flow, false, FORWARD, handle());
    floor(PLAIN, "plain");
    bench("synchronous", target.handler(), synchronous, true, PLAIN, handle());
    if (persistent) {
      try (var service = target.startPersistent()) {
        target.agree(service, flow, false);
        target.agree(service, synchronous, true);
        var handler = service.origin().resolve(EbmsService.HANDLER);
        bench("asynchronous-persistent", handler, flow, false, FORWARD, service.handle());
        bench("synchronous-persistent", handler, synchronous, true, PLAIN, service.handle());
      }
    }
  }

  /** What was measured. */
  public List<Bench> benches() {
    return List.copyOf(benches);
  }

  /** What stands beside it. */
  public List<Floor> floors() {
    return List.copyOf(floors);
  }

  /** What the first errors said. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  /** What became of the Pongs until now, late ones included. */
  public List<Check> pongs() throws IOException, InterruptedException {
    return pongs.tally().checks();
  }

  private ProcessHandle handle() {
    return target.service().orElseThrow().handle();
  }

  private void bench(
      String id,
      URI handler,
      EbmsPing asked,
      boolean synchronous,
      String floor,
      ProcessHandle service)
      throws IOException, InterruptedException {
    var ids = PingIds.random(target.partner().sink().host());
    if (!synchronous) {
      var most = MOST_PER_SECOND * (int) (warmUp.plus(window).toSeconds() + 1);
      target.partner().expect(ids.token(), asked, most);
    }
    var cpu = new CpuWindow(service);
    var result = client(handler, asked, ids, synchronous).run(warmUp, window, cpu);
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
            cpu.msFor(result.counted()),
            floor));
    if (!synchronous) {
      pongs.add(ids, result.accepted(), result.sent());
    }
  }

  private void floor(String id, String mode) throws IOException, InterruptedException {
    var port = FreePort.loopback();
    var command = new ArrayList<String>();
    command.add(JavaCommand.java());
    command.addAll(EbmsService.JVM_FLAGS);
    command.addAll(
        List.of(
            FloorServer.class.getName(),
            mode,
            Integer.toString(port),
            target.partner().sink().warmUp()));
    try (var process =
        LocalProcess.builder("floor-" + mode, command)
            .cleanEnvironment()
            .environment(Map.of("CLASSPATH", System.getProperty("java.class.path")))
            .log(logs.resolve("floor-" + mode + ".log"))
            .pidFile(home.pidFile("floor-" + mode))
            .start()) {
      process.awaitReady(() -> listens(port), START_LIMIT);
      var handler = URI.create("http://127.0.0.1:" + port + EbmsService.HANDLER);
      var handle = ProcessHandle.of(process.pid()).orElseThrow();
      var cpu = new CpuWindow(handle);
      var ids = PingIds.random(target.partner().sink().host());
      var result = client(handler, flow, ids, false).run(warmUp, window, cpu);
      result.messages().forEach(message -> faults.add("floor " + id + ": " + message));
      floors.add(
          new Floor(id, result.perSecond(), "pings/s", description(mode, cpu, result), null));
    }
  }

  private static String description(String mode, CpuWindow cpu, LeanClient.Result result) {
    var ms = cpu.msFor(result.counted());
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
    try (var socket = new java.net.Socket()) {
      socket.connect(
          new java.net.InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (java.net.ConnectException e) {
      return false;
    }
  }

  private LeanClient client(URI handler, EbmsPing asked, PingIds ids, boolean synchronous) {
    var host = handler.getHost() + ":" + handler.getPort();
    return new LeanClient(
        handler, asked.template(handler.getPath(), host, ids), CONNECTIONS, synchronous);
  }

  /** CPU time of a process between the window's beginning and its end. */
  private static final class CpuWindow implements LeanClient.Window {
    private final ProcessHandle process;
    private Optional<Duration> before = Optional.empty();
    private Optional<Duration> after = Optional.empty();

    CpuWindow(ProcessHandle process) {
      this.process = process;
    }

    @Override
    public void begins() {
      before = process.info().totalCpuDuration();
    }

    @Override
    public void ends() {
      after = process.info().totalCpuDuration();
    }

    @Nullable Double msFor(long flows) {
      return before.isPresent() && after.isPresent() && flows > 0
          ? after.get().minus(before.get()).toNanos() / 1e6 / flows
          : null;
    }
  }
}
