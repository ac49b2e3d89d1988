package org.reprise.load.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;

/**
 * Reads what the processes of a run use, every half second, on the run's clock: seconds since the
 * sampler was made.
 *
 * <p>CPU is in percent of one core, so that two busy cores are 200. Processes may come and go
 * during a run: a role keeps its series over them.
 */
public final class ResourceSampler implements AutoCloseable {
  /** Between two samples. */
  public static final Duration PERIOD = Duration.ofMillis(500);

  /** The measured service. */
  public static final String SERVICE = "cps-core";

  /** Its database. */
  public static final String DATABASE = "postgresql";

  /** What sends the load; in the embedded mode the measured code runs in it. */
  public static final String GENERATOR = "generator";

  /** Whatever else works on the machine: a run beside a busy neighbour measures the neighbour. */
  public static final String OTHERS = "other programs";

  private static final double MIB = 1024.0 * 1024;

  private final Instant startInstant = Instant.now();
  private final long startNanos = System.nanoTime();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("resource-sampler").unstarted(task));
  private final Map<Key, List<Sample>> series = new LinkedHashMap<>();
  private final Map<String, Watched> processes = new LinkedHashMap<>();
  private final Map<Key, Gauge> gauges = new LinkedHashMap<>();
  private final List<Phase> marks = new ArrayList<>();

  private double lastMachineSeconds;
  private double lastOwnSeconds;
  private double lastMachineLook;

  private record Key(String process, String metric) {}

  private static final class Watched {
    private final ProcessHandle process;
    private double lastCpuSeconds;
    private double lastSeconds;

    Watched(ProcessHandle process, double cpuSeconds, double seconds) {
      this.process = process;
      this.lastCpuSeconds = cpuSeconds;
      this.lastSeconds = seconds;
    }
  }

  /** Starts sampling. */
  public ResourceSampler() {
    var unused =
        timer.scheduleAtFixedRate(
            this::sample, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Seconds since the run began. */
  public double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** From now on {@code role} is this process with all below it. */
  public synchronized void watch(String role, ProcessHandle process) {
    ProcessUsage.of(process)
        .ifPresent(
            usage -> processes.put(role, new Watched(process, usage.cpuSeconds(), seconds())));
  }

  /**
   * Adds a value to be read with each sample.
   *
   * @param metric {@link ResourceSeries#HEAP} or {@link ResourceSeries#DATABASE_SIZE}
   * @param gauge gives bytes
   */
  public synchronized void watch(String role, String metric, Gauge gauge) {
    gauges.put(new Key(role, metric), gauge);
  }

  /** The role has no process and no values any more. */
  public synchronized void forget(String role) {
    processes.remove(role);
    gauges.keySet().removeIf(key -> key.process().equals(role));
  }

  /** Notes a stretch of the run by the wall clock of this machine. */
  public synchronized void mark(String phase, Instant from, Duration length) {
    var start = Math.max(0, Duration.between(startInstant, from).toNanos() / 1e9);
    marks.add(new Phase(phase, start, start + length.toNanos() / 1e9));
  }

  /** All stretches so far. */
  public synchronized List<Phase> marks() {
    return List.copyOf(marks);
  }

  /** All series so far, each in the order of time. */
  public synchronized List<ResourceSeries> series() {
    return series.entrySet().stream()
        .map(entry ->
            new ResourceSeries(
                entry.getKey().process(),
                entry.getKey().metric(),
                entry.getKey().metric().equals(ResourceSeries.CPU) ? "%" : "MiB",
                entry.getValue()))
        .toList();
  }

  /** The mean of a series over a stretch of the run; empty where it has no sample there. */
  public synchronized OptionalDouble mean(
      String process, String metric, Instant from, Duration length) {
    var start = Duration.between(startInstant, from).toNanos() / 1e9;
    var end = start + length.toNanos() / 1e9;
    return series.getOrDefault(new Key(process, metric), List.of()).stream()
        .filter(sample -> sample.secondsSinceStart() >= start && sample.secondsSinceStart() <= end)
        .mapToDouble(Sample::value)
        .average();
  }

  /**
   * CPU time that a process used in a stretch of the run, seconds: each reading counts as far as
   * what it covers lies in the stretch. 0 where the process was not watched.
   */
  public synchronized double cpuSeconds(String process, Instant from, Duration length) {
    var start = Duration.between(startInstant, from).toNanos() / 1e9;
    return cpuSeconds(process, start, start + length.toNanos() / 1e9);
  }

  private double cpuSeconds(String process, double from, double to) {
    var readings = series.getOrDefault(new Key(process, ResourceSeries.CPU), List.of());
    double used = 0;
    double before = Double.NaN;
    for (var reading : readings) {
      var now = reading.secondsSinceStart();
      // The first one, and the first after a gap, covers one period.
      var covers = Math.max(before, now - 2 * PERIOD.toNanos() / 1e9);
      var since = Double.isNaN(covers) ? now - PERIOD.toNanos() / 1e9 : covers;
      used += reading.value() / 100 * Math.max(0, Math.min(to, now) - Math.max(from, since));
      before = now;
    }
    return used;
  }

  /**
   * The highest use of CPU over any {@code window} of a stretch (over all of it where it is
   * shorter), in % of one core.
   */
  public synchronized double peakPercent(
      String process, Instant from, Duration length, Duration window) {
    var start = Duration.between(startInstant, from).toNanos() / 1e9;
    var end = start + length.toNanos() / 1e9;
    var width = Math.min(window.toNanos(), length.toNanos()) / 1e9;
    if (width <= 0) {
      return 0;
    }
    double peak = 0;
    for (var at = start; at + width <= end + 1e-6; at += PERIOD.toNanos() / 1e9) {
      peak = Math.max(peak, 100 * cpuSeconds(process, at, at + width) / width);
    }
    return peak;
  }

  /** The last reading of a series until then; empty where there is none. */
  public synchronized OptionalDouble at(String process, String metric, Instant when) {
    var until = Duration.between(startInstant, when).toNanos() / 1e9;
    return series.getOrDefault(new Key(process, metric), List.of()).stream()
        .filter(sample -> sample.secondsSinceStart() <= until)
        .mapToDouble(Sample::value)
        .reduce((_, later) -> later);
  }

  private synchronized void sample() {
    double busy = 0;
    for (var watched : processes.entrySet()) {
      busy += sampleProcess(watched.getKey(), watched.getValue());
    }
    sampleOthers(busy);
    gauges.forEach(this::sampleGauge);
  }

  /** What is left of the machine's work without the watched processes and this one. */
  private void sampleOthers(double watchedSeconds) {
    var now = seconds();
    var own = ProcessUsage.of(ProcessHandle.current()).map(ProcessUsage::ownCpuSeconds).orElse(0.0);
    var machine = MachineUsage.cpuSeconds();
    if (machine.isPresent()) {
      var others =
          machine.getAsDouble() - lastMachineSeconds - (own - lastOwnSeconds) - watchedSeconds;
      if (lastMachineSeconds > 0) {
        add(
            new Key(OTHERS, ResourceSeries.CPU),
            now,
            Math.max(0, 100 * others / (now - lastMachineLook)));
      }
      lastMachineSeconds = machine.getAsDouble();
      lastOwnSeconds = own;
      lastMachineLook = now;
    }
  }

  /** Returns the CPU seconds that it used since the last sample. */
  private double sampleProcess(String role, Watched watched) {
    var found = ProcessUsage.of(watched.process);
    if (found.isEmpty()) {
      return 0;
    }
    var usage = found.get();
    var now = seconds();
    // Between a child's end and its parent's wait its time is nowhere to be seen: not less than
    // nothing.
    var busy = Math.max(0, usage.cpuSeconds() - watched.lastCpuSeconds);
    add(new Key(role, ResourceSeries.CPU), now, 100 * busy / (now - watched.lastSeconds));
    watched.lastCpuSeconds = usage.cpuSeconds();
    watched.lastSeconds = now;
    usage
        .residentBytes()
        .ifPresent(bytes -> add(new Key(role, ResourceSeries.RSS), now, bytes / MIB));
    return busy;
  }

  private void sampleGauge(Key key, Gauge gauge) {
    try {
      gauge.read().ifPresent(bytes -> add(key, seconds(), bytes / MIB));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // The service or database is just starting or ending: a gap in the series says so.
      return;
    }
  }

  private void add(Key key, double seconds, double value) {
    series.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Sample(seconds, value));
  }

  /** Stops sampling; what was read stays. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
