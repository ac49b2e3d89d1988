package org.reprise.load.cps;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.reprise.load.child.RunListener;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.load.stack.ServiceTarget;

/**
 * What separates the embedded mode from the remote one: the same flow by the same users, remote,
 * embedded as a run measures it, and embedded with one thing changed at a time. The ways alternate
 * in rounds, so that whatever else the machine does meets all alike. CPU time of each process tells
 * where a difference comes from.
 */
public final class EmbeddedRemoteBench {
  private static final List<Integer> USERS = List.of(2, 10, 20, 50);
  private static final Duration SETTLE = Duration.ofMillis(500);
  private static final int WARM_UP_USERS = 10;
  private static final Duration GRACE = Duration.ofMinutes(2);
  private static final int REPORT_FLOWS = 1_000;
  private static final double NANOS_PER_MS = 1e6;

  /** How the flow is carried out. */
  public enum Way {
    /** By REST; the service serves all rounds. */
    REMOTE("remote, warm service"),
    /** A new process for each number of users: 1,000 flows, then a second of warm-up. */
    COLD("embedded, cold"),
    /** All that follow differ from this one by one thing. */
    WARM("embedded, warm"),
    /** Commits wait for no disk. */
    NO_FLUSH("  commits do not wait"),
    /** What PostgreSQL and the driver take. */
    FLOOR("floor, warm");

    private final String title;

    Way(String title) {
      this.title = title;
    }

    /** For people. */
    public String title() {
      return title;
    }
  }

  /**
   * What one way came to.
   *
   * @param flowsPerSecond of each round
   * @param createNodeMs mean time of the flow's largest operation, of each round
   * @param cpuMs by process, for one flow, the mean of all rounds
   */
  public record Row(
      Way way,
      int users,
      List<Double> flowsPerSecond,
      List<Double> createNodeMs,
      Map<String, Double> cpuMs) {
    /** Copies the lists. */
    public Row {
      flowsPerSecond = List.copyOf(flowsPerSecond);
      createNodeMs = List.copyOf(createNodeMs);
      cpuMs = Map.copyOf(cpuMs);
    }

    /** Of all rounds. */
    public double meanFlowsPerSecond() {
      return mean(flowsPerSecond);
    }

    /** Of all rounds. */
    public double meanCreateNodeMs() {
      return mean(createNodeMs);
    }

    private static double mean(List<Double> values) {
      return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
  }

  private final ServiceTarget target;
  private final CpsLoad.Sender sender;
  private final LoadLauncher loads;
  private final RunListener listener;
  private final Duration warmUp;
  private final Duration window;

  /**
   * Prepares it.
   *
   * @param target of processes of ours
   * @param loads which samples CPU, too
   * @param warmUp before the windows of a warm process
   * @param window counted, for each number of users
   */
  public EmbeddedRemoteBench(
      ServiceTarget target,
      LoadLauncher loads,
      RunListener listener,
      Duration warmUp,
      Duration window) {
    this.target = target;
    this.sender = new CpsLoad.Sender(target, AnchorNames.of(CpsFlow.ANCHOR_PREFIX), GRACE);
    this.loads = loads;
    this.listener = listener;
    this.warmUp = warmUp;
    this.window = window;
  }

  /**
   * Measures.
   *
   * @param ways that are measured
   * @param rounds of all of them
   */
  public List<Row> run(List<Way> ways, int rounds) throws IOException, InterruptedException {
    var sampler = loads.sampler();
    sampler.watch(CpsService.MODULE, target.service().orElseThrow().handle());
    ProcessHandle.of(target.postgres().orElseThrow().pid())
        .ifPresent(server -> sampler.watch(ServiceTarget.DATABASE, server));
    listener.step("warming the service up");
    loads.send(remote("warm-up", List.of(window(WARM_UP_USERS, Duration.ZERO, warmUp))));
    var samples = new LinkedHashMap<Way, List<List<Sample>>>();
    for (int round = 1; round <= rounds; round++) {
      for (var way : ways) {
        listener.step("round %d of %d: %s".formatted(round, rounds, way.title().strip()));
        var sent = send(way, way.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + round);
        samples.computeIfAbsent(way, _ -> new ArrayList<>()).add(sent);
      }
    }
    return ways.stream()
        .flatMap(way ->
            IntStream.range(0, USERS.size())
                .mapToObj(i -> row(way, i, Objects.requireNonNull(samples.get(way)))))
        .toList();
  }

  /** One sample for each number of users. */
  private List<Sample> send(Way way, String name) throws IOException, InterruptedException {
    if (way == Way.COLD) {
      return sendCold(name);
    }
    var shapes = new ArrayList<Shape>();
    if (way != Way.REMOTE) {
      shapes.add(window(WARM_UP_USERS, Duration.ZERO, warmUp));
      shapes.add(window(USERS.getFirst(), Duration.ZERO, warmUp));
    }
    USERS.forEach(users -> shapes.add(window(users, SETTLE, window)));
    var sent = loads.send(way == Way.REMOTE ? remote(name, shapes) : embedded(way, name, shapes));
    return sent.subList(sent.size() - USERS.size(), sent.size());
  }

  /** A process for each number of users, which begins with the report's flows. */
  private List<Sample> sendCold(String name) throws IOException, InterruptedException {
    var samples = new ArrayList<Sample>();
    for (var users : USERS) {
      var shapes =
          List.of(
              new Shape.Circles(users, REPORT_FLOWS / users),
              window(users, Duration.ofSeconds(1), window));
      samples.add(loads.send(embedded(Way.COLD, name + "-" + users, shapes)).getLast());
    }
    return samples;
  }

  private static Shape window(int users, Duration before, Duration length) {
    return new Shape.Window(users, before, length);
  }

  private Load remote(String name, List<? extends Shape> shapes) {
    return sender.remote(name, phases(name, shapes), target.base(), false);
  }

  private Load embedded(Way way, String name, List<? extends Shape> shapes) {
    return sender.inProcess(
        name,
        way == Way.FLOOR ? InProcessCps.Floor.class : InProcessCps.Embedded.class,
        phases(name, shapes),
        way == Way.NO_FLUSH
            ? Map.of(InProcessCps.INIT_SQL, "set synchronous_commit = off")
            : Map.of());
  }

  private static List<Phase> phases(String name, List<? extends Shape> shapes) {
    return IntStream.range(0, shapes.size())
        .mapToObj(i -> Phase.warmUp(name + "-" + i, shapes.get(i)))
        .toList();
  }

  private Row row(Way way, int users, List<List<Sample>> rounds) {
    var samples = rounds.stream().map(round -> round.get(users)).toList();
    var cpu = new LinkedHashMap<String, Double>();
    for (var role : List.of(ResourceSampler.GENERATOR, CpsService.MODULE, ServiceTarget.DATABASE)) {
      cpu.put(role, samples.stream().mapToDouble(it -> cpuMs(role, it)).average().orElseThrow());
    }
    return new Row(
        way,
        USERS.get(users),
        samples.stream().map(Sample::flowsPerSecond).toList(),
        samples.stream()
            .map(it -> it.of(CpsOperation.CREATE_NODE.id()).getMean() / NANOS_PER_MS)
            .toList(),
        cpu);
  }

  private double cpuMs(String role, Sample sample) {
    return loads.sampler().cpuSeconds(role, sample.start(), sample.length())
        * 1000
        / Math.max(1, sample.flows());
  }
}
