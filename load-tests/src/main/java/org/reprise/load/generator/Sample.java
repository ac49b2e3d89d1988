package org.reprise.load.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OperationSummary;

/**
 * What one phase measured, as the process that sent it hands it over.
 *
 * @param flows whole flows of a closed model that ended within it without an error
 * @param times nanoseconds of each operation that was due within the counted time, by its id
 * @param lag by how many nanoseconds the generator woke up late, one value for each of its pulses;
 *     empty where the load ran in the measured process itself
 * @param batches the equal parts of a window, for each operation and for whole {@link #FLOWS};
 *     empty where there is no window
 * @param acknowledged what the system has acknowledged, by kind, so that it can be looked for
 * @param arrived step by step, of a phase of arrivals; null for any other
 */
public record Sample(
    Phase phase,
    Instant start,
    Duration length,
    long flows,
    Map<String, Histogram> times,
    Map<String, Long> errors,
    List<String> firstErrors,
    Histogram lag,
    Map<String, List<Batch>> batches,
    Map<String, List<String>> acknowledged,
    Map<String, Long> counts,
    @Nullable Arrived arrived) {
  /** Kind of the numbers of arrivals that were answered well, of the whole phase. */
  public static final String ANSWERED = "answered";

  static final String FLOWS = "flows";

  public static final String SENT = "sent";

  public record Batch(long calls, double meanMs) {}

  /**
   * What came of arrivals that did not wait for each other.
   *
   * @param seconds those in which something was answered or failed
   * @param stopped why the phase ended before its plan did; empty where it did not
   */
  public record Arrived(
      List<OpenLoad.Step> steps,
      List<OpenLoad.Second> seconds,
      List<OpenLoad.Bar> distribution,
      String stopped) {}

  public Sample {
    var copies = new TreeMap<String, Histogram>();
    times.forEach((operation, histogram) -> copies.put(operation, histogram.copy()));
    times = Collections.unmodifiableMap(copies);
    errors = Collections.unmodifiableMap(new TreeMap<>(errors));
    firstErrors = List.copyOf(firstErrors);
    lag = lag.copy();
    batches = Collections.unmodifiableMap(new TreeMap<>(batches));
    acknowledged = Collections.unmodifiableMap(new TreeMap<>(acknowledged));
    counts = Collections.unmodifiableMap(new TreeMap<>(counts));
  }

  /** The nanoseconds of one operation, without a value where it was never counted. */
  public Histogram of(String operation) {
    return times.getOrDefault(operation, new Histogram(3));
  }

  public long errorsOf(String operation) {
    return errors.getOrDefault(operation, 0L);
  }

  public long allErrors() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  public long calls() {
    return times.values().stream().mapToLong(Histogram::getTotalCount).sum();
  }

  public List<String> acknowledged(String kind) {
    return acknowledged.getOrDefault(kind, List.of());
  }

  public long count(String what) {
    return counts.getOrDefault(what, 0L);
  }

  /**
   * Calls of some operations together in {@code factor} seconds, for each batch of the window: how
   * they differ tells the spread.
   */
  public List<Double> rates(double factor, Collection<String> operations) {
    int parts = batches.getOrDefault(FLOWS, List.of()).size();
    return IntStream.range(0, parts)
        .mapToLong(i ->
            operations.stream()
                .flatMap(it -> Optional.ofNullable(batches.get(it)).stream())
                .mapToLong(it -> it.get(i).calls())
                .sum())
        .mapToObj(calls -> factor * calls * parts / seconds())
        .toList();
  }

  public List<Double> flowBatches() {
    return rates(1, List.of(FLOWS));
  }

  public double seconds() {
    return length.toNanos() / 1e9;
  }

  public Instant end() {
    return start.plus(length);
  }

  public double flowsPerSecond() {
    return length.isZero() ? 0 : flows / seconds();
  }

  public List<OperationSummary> summaries(Phase as, int repetition) {
    var operations = new TreeSet<>(times.keySet());
    operations.addAll(errors.keySet());
    return operations.stream().map(it -> summary(it, as, repetition)).toList();
  }

  private OperationSummary summary(String operation, Phase as, int repetition) {
    var all = of(operation);
    var some = all.getTotalCount() > 0;
    var parts = batches.get(operation);
    return new OperationSummary(
        Objects.requireNonNull(as.experiment()),
        as.variant(),
        repetition,
        operation,
        // The time of an arrival that nobody answered counts, too, though it did not end well.
        arrived == null ? all.getTotalCount() : flows,
        errorsOf(operation),
        some ? all.getMinNonZeroValue() / 1e6 : 0,
        atMs(all, 100),
        meanMs(all),
        some ? all.getStdDeviation() / 1e6 : 0,
        atMs(all, 50),
        atMs(all, 95),
        atMs(all, 99),
        some ? atMs(all, 90) : null,
        parts == null || parts.stream().anyMatch(it -> it.calls() == 0)
            ? null
            : parts.stream().map(Batch::meanMs).toList());
  }

  static double meanMs(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMean() / 1e6;
  }

  static double atMs(Histogram times, double percentile) {
    return times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(percentile) / 1e6;
  }

  /** Why the sample cannot be used as it is; empty where it can. */
  public List<String> faults() {
    if (arrived != null) {
      return flows == 0
          ? List.of(phase.name() + ": nothing was answered: " + String.join("; ", firstErrors))
          : List.of();
    }
    var faults = new ArrayList<String>();
    if (allErrors() > 0) {
      faults.add(
          "%s: %d operations failed, the first: %s"
              .formatted(phase.name(), allErrors(), String.join("; ", firstErrors)));
    }
    var planned = phase.shape().plannedFlows();
    if (planned > 0 && flows != planned) {
      faults.add("%s: %d of %d flows were completed".formatted(phase.name(), flows, planned));
    }
    if (calls() == 0) {
      faults.add(phase.name() + ": nothing was completed within the counted time");
    }
    return faults;
  }

  public static void write(Path file, Stream<Sample> samples) throws IOException {
    Json.write(file, samples.toList());
  }

  public static List<Sample> read(Path file) throws IOException {
    return List.of(Json.read(file, Sample[].class));
  }
}
