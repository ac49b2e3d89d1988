package org.reprise.load.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Usage;
import org.reprise.load.sampling.Gauge;
import org.reprise.load.sampling.JvmHeaps;
import org.reprise.load.sampling.ProcessUsage;
import org.reprise.load.sampling.ResourceSampler;

/** Watches the processes of a run, and says what each used in an execution. */
record Watch(ResourceSampler sampler, Map<String, WatchedProcess> roles) {
  private static final double MIB = 1024.0 * 1024;

  /** Shorter steps have too few readings of the services' CPU. */
  private static final double MIN_SECONDS = 1;

  private static final Duration PEAK = Duration.ofSeconds(5);

  void on(List<WatchedProcess> more) {
    for (var role : more) {
      if (role.equals(roles.put(role.name(), role))) {
        continue;
      }
      sampler.forget(role.name());
      sampler.watch(role.name(), role.process());
      role.service()
          .ifPresent(it ->
              sampler.watch(
                  role.name(), ResourceSeries.HEAP, new Gauge.Heap(it.origin(), it.credentials())));
      role.database()
          .ifPresent(it ->
              sampler.watch(role.name(), ResourceSeries.DATABASE_SIZE, new Gauge.DatabaseSize(it)));
    }
  }

  void off(List<WatchedProcess> gone) {
    for (var role : gone) {
      roles.remove(role.name());
      sampler.forget(role.name());
    }
  }

  Work work() {
    var services =
        roles.values().stream()
            .filter(role -> role.service().isPresent())
            .map(WatchedProcess::process)
            .toList();
    return new Work(
        System.nanoTime() / 1e9,
        services.stream().mapToDouble(ProcessUsage::own).sum(),
        services.stream().mapToDouble(ProcessUsage::compilers).sum());
  }

  /** CPU seconds of services, those of their compilers among them: of warm ones under a quarter. */
  record Work(double seconds, double cpu, double compilers) {
    Work since(Work before) {
      return new Work(seconds - before.seconds, cpu - before.cpu, compilers - before.compilers);
    }

    // Services that stand by while Java calls are measured use some hundredths of a core.
    boolean isCold() {
      return cpu > 0.1 * seconds && compilers > 0.25 * cpu;
    }
  }

  Map<String, Double> heaps() throws IOException, InterruptedException {
    var services = new LinkedHashMap<String, Long>();
    for (var role : roles.values()) {
      if (role.service().filter(WatchedProcess.Service::collectable).isPresent()) {
        services.put(role.name(), role.process().pid());
      }
    }
    var live = JvmHeaps.live(services.values());
    var heaps = new HashMap<String, Double>();
    services.values().retainAll(live.keySet());
    services.forEach((name, pid) -> heaps.put(name, live.getOrDefault(pid, 0.0) / MIB));
    return heaps;
  }

  List<Usage> usages(
      Sample sample, int repetition, Map<String, Double> before, Map<String, Double> after) {
    var names = new ArrayList<>(roles.keySet());
    names.add(ResourceSampler.GENERATOR);
    return names.stream()
        .map(role ->
            new Usage(
                Objects.requireNonNull(sample.phase().experiment()),
                repetition,
                role,
                sample.seconds(),
                sampler.cpuSeconds(role, sample.start(), sample.length()),
                sampler.peakPercent(role, sample.start(), sample.length(), PEAK),
                before.get(role),
                after.get(role),
                orNull(sampler.at(role, ResourceSeries.RSS, sample.end()))))
        .toList();
  }

  List<ProcessHandle> processes() {
    return roles.values().stream().map(WatchedProcess::process).toList();
  }

  /** Whether measured services are watched; else one on this machine is among the others. */
  boolean hasServices() {
    return roles.values().stream().anyMatch(role -> role.service().isPresent());
  }

  /**
   * Mean CPU of a role from the first to the last, in % of one core; null where it was not read.
   */
  @Nullable Double percent(String role, List<Sample> all) {
    var start = all.getFirst().start();
    return orNull(sampler.meanPercent(role, start, Duration.between(start, all.getLast().end())));
  }

  Step withCpu(Sample sample, Step step) {
    var arrived = sample.arrived();
    if (arrived == null || step.seconds() < MIN_SECONDS || step.answered() == 0) {
      return step;
    }
    var from = step.fromSeconds() - arrived.steps().getFirst().fromSeconds();
    var start = sample.start().plusMillis(Math.round(from * 1000));
    var length = Duration.ofMillis(Math.round(step.seconds() * 1000));
    var percents =
        roles.values().stream()
            .filter(role -> role.service().isPresent())
            .flatMapToDouble(role -> sampler.meanPercent(role.name(), start, length).stream())
            .toArray();
    return percents.length == 0
        ? step
        : step.withCpuMs(Arrays.stream(percents).sum() * 10 / step.answeredPerSecond());
  }

  private static @Nullable Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
