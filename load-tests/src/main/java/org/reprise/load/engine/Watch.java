package org.reprise.load.engine;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Usage;
import org.reprise.load.sampling.DatabaseSize;
import org.reprise.load.sampling.HeapGauge;
import org.reprise.load.sampling.JvmHeaps;
import org.reprise.load.sampling.ResourceSampler;
import org.reprise.localstack.Database;

/** Watches the processes of a run, and says what each used in an execution. */
final class Watch implements AutoCloseable {
  private static final double MIB = 1024.0 * 1024;

  /** Shorter steps have too few readings of the services' CPU. */
  private static final double SHORTEST_SECONDS = 1;

  private static final Duration PEAK = Duration.ofSeconds(5);
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);

  private final ResourceSampler sampler;
  private final Map<String, WatchedProcess> roles = new LinkedHashMap<>();

  /**
   * Watches nobody yet.
   *
   * @param notices hears what cannot be read
   * @param seconds that the run's clock shows now
   */
  Watch(Consumer<String> notices, double seconds) {
    this.sampler = new ResourceSampler(notices, seconds);
  }

  ResourceSampler sampler() {
    return sampler;
  }

  /** From now on these are the roles' processes. */
  void on(List<WatchedProcess> more) {
    for (var role : more) {
      if (role.equals(roles.put(role.name(), role))) {
        continue;
      }
      sampler.forget(role.name());
      on(role);
    }
  }

  /** These have ended, or are no part of what comes next. */
  void off(List<WatchedProcess> gone) {
    for (var role : gone) {
      roles.remove(role.name());
      sampler.forget(role.name());
    }
  }

  private void on(WatchedProcess role) {
    sampler.watch(role.name(), role.process());
    role.metrics()
        .ifPresent(it ->
            sampler.watch(
                role.name(), ResourceSeries.HEAP, new HeapGauge(it.address(), it.credentials())));
    role.sized()
        .ifPresent(
            it -> sampler.watch(role.name(), ResourceSeries.DATABASE_SIZE, new DatabaseSize(it)));
  }

  /**
   * What can only be read at rest.
   *
   * @param heaps after a collection, MiB, by role
   * @param wal written since the cluster was made, MiB, by role
   */
  record AtRest(Map<String, Double> heaps, Map<String, Double> wal) {}

  static final AtRest NOTHING = new AtRest(Map.of(), Map.of());

  /**
   * Reads it.
   *
   * @param collect whether heaps are collected and read
   */
  AtRest atRest(boolean collect) throws IOException, SQLException, InterruptedException {
    var services = new LinkedHashMap<String, Long>();
    var wal = new HashMap<String, Double>();
    for (var role : roles.values()) {
      if (collect && role.metrics().filter(WatchedProcess.Metrics::collectable).isPresent()) {
        services.put(role.name(), role.process().pid());
      }
      if (role.written().isPresent()) {
        wal.put(role.name(), wal(role.written().get()));
      }
    }
    var live = JvmHeaps.live(services.values());
    var heaps = new HashMap<String, Double>();
    services.forEach((name, pid) -> {
      var bytes = live.get(pid);
      if (bytes != null) {
        heaps.put(name, bytes / MIB);
      }
    });
    return new AtRest(heaps, wal);
  }

  private static double wal(Database database) throws SQLException {
    try (var connection = database.connect(LONGEST_ANSWER);
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")) {
      row.next();
      return row.getDouble(1) / MIB;
    }
  }

  /** What each process used while a phase counted. */
  List<Usage> usages(Sample sample, int repetition, AtRest before, AtRest after) {
    var names = new ArrayList<>(roles.keySet());
    names.add(ResourceSampler.GENERATOR);
    return names.stream().map(role -> usage(role, sample, repetition, before, after)).toList();
  }

  private Usage usage(String role, Sample sample, int repetition, AtRest before, AtRest after) {
    return new Usage(
        Objects.requireNonNull(sample.phase().experiment()),
        repetition,
        role,
        sample.seconds(),
        sampler.cpuSeconds(role, sample.start(), sample.length()),
        sampler.peakPercent(role, sample.start(), sample.length(), PEAK),
        before.heaps().get(role),
        after.heaps().get(role),
        orNull(sampler.at(role, ResourceSeries.RSS, sample.end())),
        written(role, before, after));
  }

  private static @Nullable Double written(String role, AtRest before, AtRest after) {
    var from = before.wal().get(role);
    var to = after.wal().get(role);
    return from == null || to == null ? null : Math.max(0, to - from);
  }

  List<ProcessHandle> processes() {
    return roles.values().stream().map(WatchedProcess::process).toList();
  }

  /** Whether measured services are watched; else one on this machine is among the others. */
  boolean hasServices() {
    return roles.values().stream().anyMatch(role -> role.metrics().isPresent());
  }

  /** Mean CPU of a role while a phase counted, in % of one core; null where it was not read. */
  @Nullable Double percent(String role, Sample sample) {
    return orNull(sampler.meanPercent(role, sample.start(), sample.length()));
  }

  /** The course of arrivals with the CPU time that the services took for a flow in each step. */
  OpenLoad course(Sample sample, Sample.Arrived arrived, int repetition) {
    var from = arrived.steps().getFirst().fromSeconds();
    var steps =
        arrived.steps().stream()
            .map(step -> step.withCpuMs(cpuMs(sample, step, step.fromSeconds() - from)))
            .toList();
    return new OpenLoad(
        Objects.requireNonNull(sample.phase().experiment()),
        sample.phase().variant(),
        repetition,
        steps,
        arrived.seconds(),
        arrived.distribution());
  }

  private @Nullable Double cpuMs(Sample sample, OpenLoad.Step step, double from) {
    if (step.seconds() < SHORTEST_SECONDS || step.answered() == 0) {
      return null;
    }
    var start = sample.start().plusMillis(Math.round(from * 1000));
    var length = Duration.ofMillis(Math.round(step.seconds() * 1000));
    var percents =
        roles.values().stream()
            .filter(role -> role.metrics().isPresent())
            .flatMapToDouble(role -> sampler.meanPercent(role.name(), start, length).stream())
            .toArray();
    return percents.length == 0
        ? null
        : Arrays.stream(percents).sum() * 10 / step.answeredPerSecond();
  }

  private static @Nullable Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  @Override
  public void close() {
    sampler.close();
  }
}
