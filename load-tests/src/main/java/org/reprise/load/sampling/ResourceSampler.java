package org.reprise.load.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.ResourceSeries.Sample;
import org.reprise.load.measure.Stretch;

/**
 * Reads what the processes of a run use, with half a second between two looks, on the run's clock:
 * seconds since it began. A look that comes late is not made up for; each reading of CPU covers the
 * time since the last one, however long that was.
 *
 * <p>CPU is in percent of one core, so that two busy cores are 200. Processes may come and go
 * during a run: a role keeps its series over them.
 */
public final class ResourceSampler implements AutoCloseable {
  public static final Duration PERIOD = Duration.ofMillis(500);

  /** What sends the load; in the embedded mode the measured code runs in it. */
  public static final String GENERATOR = "generator";

  /** Whatever else works on the machine: a run beside a busy neighbour measures the neighbour. */
  public static final String OTHERS = "other programs";

  private static final double MIB = 1024.0 * 1024;

  private final long startNanos;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("resource-sampler").factory());
  private final Map<Key, List<Sample>> series = new LinkedHashMap<>();
  private final Map<String, Watched> processes = new LinkedHashMap<>();
  private final Map<String, List<CpuReading>> cpu = new LinkedHashMap<>();
  private final Map<Key, Thread> gauges = new LinkedHashMap<>();
  private final Set<String> failures = new HashSet<>();
  private final Consumer<String> notices;
  private final List<Stretch> marks = new ArrayList<>();

  private double lastRest;
  private double lastRestLook;

  private record Key(String process, String metric) {}

  private record CpuReading(double from, double to, double percent) {
    double covers(double start, double end) {
      return Math.max(0, Math.min(end, to) - Math.max(start, from));
    }
  }

  private record Watched(ProcessHandle process, double cpuSeconds, double seconds) {}

  /**
   * Starts sampling.
   *
   * @param notices hears once of each way in which sampling fails; it goes on all the same
   * @param seconds that the run's clock shows now
   */
  public ResourceSampler(Consumer<String> notices, double seconds) {
    this.notices = notices;
    this.startNanos = System.nanoTime() - Math.round(seconds * 1e9);
    var period = PERIOD.toMillis();
    var _ = timer.scheduleWithFixedDelay(this::sample, period, period, TimeUnit.MILLISECONDS);
  }

  public double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** On the run's clock: a wall clock that is set moves nothing after it. */
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
   * Adds a number of bytes to be read as often as the processes, in a thread of its own: a gauge
   * that hangs or fails holds up nothing else. It is closed when its role is forgotten.
   */
  public synchronized void watch(String role, String metric, Gauge gauge) {
    var key = new Key(role, metric);
    var reader = Thread.ofVirtual().unstarted(() -> read(key, gauge));
    gauges.put(key, reader);
    reader.start();
  }

  private void read(Key key, Gauge gauge) {
    try (gauge) {
      while (isWatched(key)) {
        try {
          record(key, gauge.read());
        } catch (InterruptedException e) {
          return;
        } catch (Exception e) {
          // The service or database is just starting or ending, or it does not answer: a gap in
          // the series says so.
        }
        Thread.sleep(PERIOD);
      }
    } catch (Exception e) {
      // It was interrupted, or a connection to a server that is going down cannot be closed.
    } catch (Error e) {
      failed(key.process(), e);
    }
  }

  private synchronized boolean isWatched(Key key) {
    return gauges.get(key) == Thread.currentThread();
  }

  /** Leaves out what is read of a gauge that was forgotten meanwhile. */
  private synchronized void record(Key key, OptionalDouble bytes) {
    if (isWatched(key) && bytes.isPresent()) {
      add(key, seconds(), bytes.getAsDouble() / MIB);
    }
  }

  public synchronized void forget(String role) {
    processes.remove(role);
    var gone = gauges.keySet().stream().filter(it -> it.process().equals(role)).toList();
    gone.forEach(it -> Objects.requireNonNull(gauges.remove(it)).interrupt());
  }

  /** Notes a stretch of the run by the wall clock of this machine. */
  public synchronized void mark(String phase, Instant from, Duration length) {
    var start = Math.max(0, seconds(from));
    marks.add(new Stretch(phase, start, start + length.toNanos() / 1e9));
  }

  /** Takes back the marks behind the first ones: what was measured there is measured again. */
  public synchronized void keepMarks(int first) {
    marks.subList(first, marks.size()).clear();
  }

  public synchronized List<Stretch> marks() {
    return List.copyOf(marks);
  }

  public synchronized List<ResourceSeries> series() {
    var all = new ArrayList<ResourceSeries>();
    series.forEach((key, samples) -> {
      var unit = key.metric().equals(ResourceSeries.CPU) ? "%" : "MiB";
      all.add(new ResourceSeries(key.process(), key.metric(), unit, List.copyOf(samples)));
    });
    return all;
  }

  /** Mean of a stretch, in % of one core, each reading weighed by the time that it covers. */
  public synchronized OptionalDouble meanPercent(String process, Instant from, Duration length) {
    var start = seconds(from);
    var end = start + length.toNanos() / 1e9;
    var covered = readings(process).mapToDouble(it -> it.covers(start, end)).sum();
    return covered == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(100 * cpuSeconds(process, start, end) / covered);
  }

  /** CPU seconds in a stretch of the run; each reading counts as far as it lies in the stretch. */
  public synchronized double cpuSeconds(String process, Instant from, Duration length) {
    var start = seconds(from);
    return cpuSeconds(process, start, start + length.toNanos() / 1e9);
  }

  private double cpuSeconds(String process, double from, double to) {
    return readings(process).mapToDouble(it -> it.percent() / 100 * it.covers(from, to)).sum();
  }

  private Stream<CpuReading> readings(String process) {
    return cpu.getOrDefault(process, List.of()).stream();
  }

  /** The highest mean over any {@code window} of a stretch, in % of one core. */
  public synchronized double peakPercent(
      String process, Instant from, Duration length, Duration window) {
    var start = seconds(from);
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
    var until = seconds(when);
    return series.getOrDefault(new Key(process, metric), List.of()).stream()
        .filter(sample -> sample.secondsSinceStart() <= until)
        .mapToDouble(Sample::value)
        .reduce((_, later) -> later);
  }

  private synchronized void sample() {
    double busy = 0;
    for (var watched : processes.entrySet()) {
      try {
        var before = watched.getValue();
        var now = sample(watched.getKey(), before);
        watched.setValue(now);
        busy += now.cpuSeconds() - before.cpuSeconds();
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

  private void sampleOthers(double watchedSeconds) {
    var now = seconds();
    var machine = ProcessUsage.ofMachine();
    if (machine.isPresent()) {
      var rest = machine.getAsDouble() - ProcessUsage.own(ProcessHandle.current());
      if (lastRest > 0) {
        addCpu(OTHERS, lastRestLook, now, Math.max(0, rest - lastRest - watchedSeconds));
      }
      lastRest = rest;
      lastRestLook = now;
    }
  }

  private Watched sample(String role, Watched before) {
    var found = ProcessUsage.of(before.process());
    if (found.isEmpty()) {
      return before;
    }
    var usage = found.get();
    var now = seconds();
    // Between a child's end and its parent's wait its time is nowhere to be seen. It is back with
    // the wait, and would count twice if the gap were the new start.
    var used = Math.max(before.cpuSeconds(), usage.cpuSeconds());
    addCpu(role, before.seconds(), now, used - before.cpuSeconds());
    usage
        .residentBytes()
        .ifPresent(bytes -> add(new Key(role, ResourceSeries.RSS), now, bytes / MIB));
    return new Watched(before.process(), used, now);
  }

  synchronized void addCpu(String role, double from, double to, double busySeconds) {
    if (to > from) {
      var percent = 100 * busySeconds / (to - from);
      add(new Key(role, ResourceSeries.CPU), to, percent);
      cpu.computeIfAbsent(role, _ -> new ArrayList<>()).add(new CpuReading(from, to, percent));
    }
  }

  private void add(Key key, double seconds, double value) {
    series.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Sample(seconds, value));
  }

  @Override
  public synchronized void close() {
    timer.shutdownNow();
    gauges.values().forEach(Thread::interrupt);
    gauges.clear();
  }
}
