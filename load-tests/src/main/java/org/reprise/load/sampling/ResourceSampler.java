package org.reprise.load.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.reprise.load.measure.Phase;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;

/**
 * Reads what the processes of a run use, with half a second between two looks, on the run's clock:
 * seconds since it began. A look that comes late is not made up for; each reading of CPU covers the
 * time since the last one, however long that was.
 *
 * <p>CPU is in percent of one core, so that two busy cores are 200. Processes may come and go
 * during a run: a role keeps its series over them.
 */
public final class ResourceSampler implements AutoCloseable {
  /** Between two samples. */
  public static final Duration PERIOD = Duration.ofMillis(500);

  /** What sends the load; in the embedded mode the measured code runs in it. */
  public static final String GENERATOR = "generator";

  /** Whatever else works on the machine: a run beside a busy neighbour measures the neighbour. */
  public static final String OTHERS = "other programs";

  private static final double MIB = 1024.0 * 1024;

  private final long startNanos;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("resource-sampler").unstarted(task));
  private final Map<Key, List<Sample>> series = new LinkedHashMap<>();
  private final Map<String, Watched> processes = new LinkedHashMap<>();
  private final Map<String, List<CpuReading>> cpu = new LinkedHashMap<>();
  private final Map<Key, GaugeReader> gauges = new LinkedHashMap<>();
  private final Set<String> failures = new HashSet<>();
  private final Consumer<String> notices;
  private final List<Phase> marks = new ArrayList<>();

  private double lastMachineSeconds;
  private double lastOwnSeconds;
  private double lastMachineLook;

  private record Key(String process, String metric) {}

  /**
   * Use of CPU over a stretch of the run.
   *
   * @param from seconds since the run began
   * @param to seconds since the run began
   * @param percent of one core
   */
  private record CpuReading(double from, double to, double percent) {
    double seconds(double start, double end) {
      return percent / 100 * covers(start, end);
    }

    double covers(double start, double end) {
      return Math.max(0, Math.min(end, to) - Math.max(start, from));
    }
  }

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

  /**
   * Starts sampling.
   *
   * @param notices hears once of each way in which sampling fails; it goes on all the same
   * @param seconds that the run's clock shows now
   */
  public ResourceSampler(Consumer<String> notices, double seconds) {
    this.notices = notices;
    this.startNanos = System.nanoTime() - Math.round(seconds * 1e9);
    var unused =
        timer.scheduleWithFixedDelay(
            this::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Seconds since the run began. */
  public double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /**
   * An instant of the wall clock on the run's clock, by how long ago it was: a wall clock that was
   * set meanwhile moves nothing that came after.
   */
  private double seconds(Instant when) {
    return seconds() - Duration.between(when, Instant.now()).toNanos() / 1e9;
  }

  /** From now on {@code role} is this process with all below it. */
  public synchronized void watch(String role, ProcessHandle process) {
    ProcessUsage.of(process)
        .ifPresent(
            usage -> processes.put(role, new Watched(process, usage.cpuSeconds(), seconds())));
  }

  /**
   * Adds a value to be read with each sample, in a thread of its own: what takes longer than two
   * seconds is interrupted and left out.
   *
   * @param metric {@link ResourceSeries#HEAP} or {@link ResourceSeries#DATABASE_SIZE}
   * @param gauge gives bytes
   */
  public synchronized void watch(String role, String metric, Gauge gauge) {
    var key = new Key(role, metric);
    var before =
        gauges.put(
            key, new GaugeReader(gauge, bytes -> hear(key, gauge, bytes), e -> failed(role, e)));
    if (before != null) {
      before.close();
    }
  }

  /** The role has no process and no values any more. */
  public synchronized void forget(String role) {
    processes.remove(role);
    gauges
        .entrySet()
        .removeIf(entry -> {
          var gone = entry.getKey().process().equals(role);
          if (gone) {
            entry.getValue().close();
          }
          return gone;
        });
  }

  /** Notes a stretch of the run by the wall clock of this machine. */
  public synchronized void mark(String phase, Instant from, Duration length) {
    var start = Math.max(0, seconds(from));
    marks.add(new Phase(phase, start, start + length.toNanos() / 1e9));
  }

  /** Takes back the marks behind the first ones: what was measured there is measured again. */
  public synchronized void keepMarks(int first) {
    marks.subList(first, marks.size()).clear();
  }

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

  /**
   * Mean use of CPU over a stretch of the run, in % of one core: each reading weighs as much as the
   * time that it covers of it. Empty where none does.
   */
  public synchronized OptionalDouble meanPercent(String process, Instant from, Duration length) {
    var start = seconds(from);
    var end = start + length.toNanos() / 1e9;
    var readings = cpu.getOrDefault(process, List.of());
    var covered = readings.stream().mapToDouble(it -> it.covers(start, end)).sum();
    return covered == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * cpuSeconds(readings, start, end) / covered);
  }

  /**
   * CPU time that a process used in a stretch of the run, seconds: each reading counts as far as
   * what it covers lies in the stretch. 0 where the process was not watched.
   */
  public synchronized double cpuSeconds(String process, Instant from, Duration length) {
    var start = seconds(from);
    return cpuSeconds(cpu.getOrDefault(process, List.of()), start, start + length.toNanos() / 1e9);
  }

  private static double cpuSeconds(List<CpuReading> readings, double from, double to) {
    return readings.stream().mapToDouble(reading -> reading.seconds(from, to)).sum();
  }

  /**
   * The highest use of CPU over any {@code window} of a stretch (over all of it where it is
   * shorter), in % of one core.
   */
  public synchronized double peakPercent(
      String process, Instant from, Duration length, Duration window) {
    var start = seconds(from);
    var end = start + length.toNanos() / 1e9;
    var width = Math.min(window.toNanos(), length.toNanos()) / 1e9;
    if (width <= 0) {
      return 0;
    }
    var readings =
        cpu.getOrDefault(process, List.of()).stream()
            .filter(reading -> reading.to() > start && reading.from() < end)
            .toList();
    double peak = 0;
    for (var at = start; at + width <= end + 1e-6; at += PERIOD.toNanos() / 1e9) {
      peak = Math.max(peak, 100 * cpuSeconds(readings, at, at + width) / width);
    }
    return peak;
  }

  /** The last reading of a series until then; empty where there is none. */
  public synchronized OptionalDouble at(String process, String metric, Instant when) {
    var until = seconds(when);
    return series.getOrDefault(new Key(process, metric), List.of()).stream()
        .filter(sample -> sample.secondsSinceStart() <= until)
        .mapToDouble(Sample::value)
        .reduce((_, later) -> later);
  }

  private void look() {
    sample();
    readers().forEach(GaugeReader::look);
  }

  private synchronized List<GaugeReader> readers() {
    return List.copyOf(gauges.values());
  }

  private synchronized void sample() {
    double busy = 0;
    for (var watched : processes.entrySet()) {
      try {
        busy += sampleProcess(watched.getKey(), watched.getValue());
      } catch (RuntimeException | Error e) {
        failed(watched.getKey(), e);
      }
    }
    try {
      sampleOthers(busy);
    } catch (RuntimeException | Error e) {
      failed(OTHERS, e);
    }
  }

  private synchronized void failed(String role, Throwable failure) {
    var text = "%s cannot be sampled: %s".formatted(role, failure);
    if (failures.add(text)) {
      notices.accept(text);
    }
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
        addCpu(OTHERS, lastMachineLook, now, Math.max(0, others));
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
    addCpu(role, watched.lastSeconds, now, busy);
    // It is back with the wait, and would count twice if the gap were the new start.
    watched.lastCpuSeconds =
        usage.countsEnded()
            ? Math.max(watched.lastCpuSeconds, usage.cpuSeconds())
            : usage.cpuSeconds();
    watched.lastSeconds = now;
    usage
        .residentBytes()
        .ifPresent(bytes -> add(new Key(role, ResourceSeries.RSS), now, bytes / MIB));
    return busy;
  }

  /** A gauge that was forgotten or replaced while it was read says nothing any more. */
  private synchronized void hear(Key key, Gauge gauge, double bytes) {
    var reader = gauges.get(key);
    if (reader != null && reader.reads(gauge)) {
      add(key, seconds(), bytes / MIB);
    }
  }

  private void addCpu(String role, double from, double to, double busySeconds) {
    if (to > from) {
      var percent = 100 * busySeconds / (to - from);
      add(new Key(role, ResourceSeries.CPU), to, percent);
      cpu.computeIfAbsent(role, _ -> new ArrayList<>()).add(new CpuReading(from, to, percent));
    }
  }

  private void add(Key key, double seconds, double value) {
    series.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Sample(seconds, value));
  }

  /** Stops sampling; what was read stays. */
  @Override
  public void close() {
    timer.shutdownNow();
    readers().forEach(GaugeReader::close);
  }
}
