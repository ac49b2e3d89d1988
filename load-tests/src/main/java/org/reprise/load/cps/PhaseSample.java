package org.reprise.load.cps;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one phase measured.
 *
 * @param phase the load
 * @param flows whole flows that ended within the counted time without an error
 * @param errors how often each operation failed, warm-up included
 * @param firstErrors what the first of them said
 * @param start of the counted time
 * @param length of the counted time
 * @param times nanoseconds of each operation within the counted time
 * @param generatorLag by how many nanoseconds the generator woke up late, one value for each of its
 *     pulses; empty where the load ran in the measured process itself
 */
public record PhaseSample(
    LoadPhase phase,
    long flows,
    Map<CpsOperation, Long> errors,
    List<String> firstErrors,
    Instant start,
    Duration length,
    Map<CpsOperation, Histogram> times,
    Histogram generatorLag) {

  /** Copies what can change. */
  public PhaseSample {
    errors = Map.copyOf(errors);
    firstErrors = List.copyOf(firstErrors);
    var copies = new EnumMap<CpsOperation, Histogram>(CpsOperation.class);
    times.forEach((operation, histogram) -> copies.put(operation, histogram.copy()));
    times = copies;
    generatorLag = generatorLag.copy();
  }

  /** The nanoseconds of one operation, without a value where it was never counted. */
  public Histogram of(CpsOperation operation) {
    return times.getOrDefault(operation, new Histogram(3));
  }

  /** How often the operation failed. */
  public long errorsOf(CpsOperation operation) {
    return errors.getOrDefault(operation, 0L);
  }

  /** How many operations failed. */
  public long allErrors() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whole flows by second of the counted time. */
  public double flowsPerSecond() {
    return length.isZero() ? 0 : flows * 1e9 / length.toNanos();
  }

  /** Why the sample cannot be used as it is; empty where it can. */
  public List<String> faults() {
    var faults = new ArrayList<String>();
    if (allErrors() > 0) {
      faults.add(
          "%s: %d operations failed, the first: %s"
              .formatted(phase.name(), allErrors(), String.join("; ", firstErrors)));
    }
    var planned = phase.plannedFlows();
    if (planned > 0 && flows != planned) {
      faults.add("%s: %d of %d flows were completed".formatted(phase.name(), flows, planned));
    }
    if (flows == 0 && planned == 0) {
      faults.add(phase.name() + ": no flow was completed within the window");
    }
    return faults;
  }
}
