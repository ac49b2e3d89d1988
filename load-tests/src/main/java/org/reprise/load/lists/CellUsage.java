package org.reprise.load.lists;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.ResourceSeries;
import org.reprise.load.measure.Usage;
import org.reprise.load.sampling.ResourceSampler;

/** What the processes used while a cell's load went on, from the sampler's readings. */
final class CellUsage {
  private static final Duration PEAK = Duration.ofSeconds(5);
  private static final List<String> PROCESSES =
      List.of(
          Usage.LISTS,
          Usage.CIRCULATION,
          Usage.IMPORT,
          Usage.PRIMARY,
          Usage.STANDBY,
          Usage.KAFKA,
          Usage.GENERATOR);

  private CellUsage() {}

  /**
   * The usage of each process.
   *
   * @param before heap after a collection, MiB, by process
   * @param after the same after the load
   * @param walMiB written by the primary
   */
  static List<Usage> of(
      ResourceSampler sampler,
      String experiment,
      int repetition,
      FlowSample sample,
      Map<String, Double> before,
      Map<String, Double> after,
      double walMiB) {
    var usages = new ArrayList<Usage>();
    for (var process : PROCESSES) {
      usages.add(
          new Usage(
              experiment,
              repetition,
              process,
              sample.seconds(),
              sampler.cpuSeconds(process, sample.start(), sample.length()),
              sampler.peakPercent(process, sample.start(), sample.length(), PEAK),
              before.get(process),
              after.get(process),
              memory(sampler, process, sample.start()),
              memory(sampler, process, sample.start().plus(sample.length())),
              process.equals(Usage.PRIMARY) ? walMiB : null));
    }
    return usages;
  }

  private static @Nullable Double memory(ResourceSampler sampler, String process, Instant at) {
    var value = sampler.at(process, ResourceSeries.RSS, at);
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
