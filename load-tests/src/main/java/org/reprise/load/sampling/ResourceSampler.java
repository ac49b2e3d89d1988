package org.reprise.load.sampling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reads what the processes of a run use, every half second, on the run's clock: seconds since the sampler was made.
 *
 * <p>CPU is in percent of one core, so that two busy cores are 200. Processes may come and go during a run: a role (
 * "service", "database", "generator") keeps its series over them.
 */
public final class ResourceSampler implements AutoCloseable {
  /** Between two samples. */
  public static final Duration PERIOD = Duration.ofMillis(500);

  private final long startNanos = System.nanoTime();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("resource-sampler").unstarted(task));
  private final Map<Key, List<Point>> series = new LinkedHashMap<>();
  private final Map<String, Watched> processes = new LinkedHashMap<>();
  private final Map<Key, Gauge> gauges = new LinkedHashMap<>();
  private final List<Mark> marks = new ArrayList<>();

  /**
   * A series' name.
   *
   * @param role whose value it is: service, database, generator
   * @param quantity cpu (percent of one core), rss, heap, size (bytes)
   */
  public record Key(String role, String quantity) {}

  /**
   * One sample.
   *
   * @param seconds on the run's clock
   */
  public record Point(double seconds, double value) {}

  /**
   * A stretch of the run.
   *
   * @param from seconds on the run's clock
   * @param to seconds on the run's clock
   */
  public record Mark(String phase, double from, double to) {}

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
        .ifPresent(usage -> processes.put(role, new Watched(process, usage.cpuSeconds(), seconds())));
  }

  /** Adds a value to be read with each sample. */
  public synchronized void watch(String role, String quantity, Gauge gauge) {
    gauges.put(new Key(role, quantity), gauge);
  }

  /** The role has no process and no values any more. */
  public synchronized void forget(String role) {
    processes.remove(role);
    gauges.keySet().removeIf(key -> key.role().equals(role));
  }

  /** Notes a stretch of the run that has just ended, begun at {@code from} on the run's clock. */
  public synchronized void mark(String phase, double from) {
    marks.add(new Mark(phase, from, seconds()));
  }

  /** All stretches so far. */
  public synchronized List<Mark> marks() {
    return List.copyOf(marks);
  }

  /** All series so far, each in the order of time. */
  public synchronized Map<Key, List<Point>> series() {
    var copy = new LinkedHashMap<Key, List<Point>>();
    series.forEach((key, points) -> copy.put(key, List.copyOf(points)));
    return Collections.unmodifiableMap(copy);
  }

  /** The mean of a series between two times of the run's clock; empty where it has no sample there. */
  public synchronized OptionalDouble mean(Key key, double from, double to) {
    return series.getOrDefault(key, List.of()).stream()
        .filter(point -> point.seconds() >= from && point.seconds() <= to)
        .mapToDouble(Point::value)
        .average();
  }

  private synchronized void sample() {
    processes.forEach(this::sampleProcess);
    gauges.forEach(this::sampleGauge);
  }

  private void sampleProcess(String role, Watched watched) {
    ProcessUsage.of(watched.process)
        .ifPresent(
            usage -> {
              var now = seconds();
              var busy = usage.cpuSeconds() - watched.lastCpuSeconds;
              // Between a child's end and its parent's wait its time is nowhere to be seen: not less than nothing.
              add(new Key(role, "cpu"), now, Math.max(0, 100 * busy / (now - watched.lastSeconds)));
              watched.lastCpuSeconds = usage.cpuSeconds();
              watched.lastSeconds = now;
              usage.residentBytes().ifPresent(bytes -> add(new Key(role, "rss"), now, bytes));
            });
  }

  private void sampleGauge(Key key, Gauge gauge) {
    try {
      gauge.read().ifPresent(value -> add(key, seconds(), value));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // The service or database is just starting or ending: a gap in the series says so.
      return;
    }
  }

  private void add(Key key, double seconds, double value) {
    series.computeIfAbsent(key, _ -> new ArrayList<>()).add(new Point(seconds, value));
  }

  /** Stops sampling; what was read stays. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
