package org.reprise.load.measure;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * One resource of one process over the run's clock.
 *
 * @param process for example {@code cps-core}, {@code postgresql}, {@code generator}
 * @param metric {@link #CPU}, {@link #RSS}, {@link #HEAP} or {@link #DATABASE_SIZE}
 * @param unit {@code %} of one core for CPU, {@code MiB} for the sizes
 * @param samples in order of time
 */
public record ResourceSeries(String process, String metric, String unit, List<Sample> samples) {
  /** CPU time used per wall time, in % of one core. */
  public static final String CPU = "cpu";

  /** Resident memory. */
  public static final String RSS = "rss";

  /** Java heap in use. */
  public static final String HEAP = "heap";

  /** Size of the database on disk. */
  public static final String DATABASE_SIZE = "database-size";

  /** The part of it from a time of the run's clock on. */
  public ResourceSeries since(double seconds) {
    return new ResourceSeries(
        process,
        metric,
        unit,
        samples.stream().filter(it -> it.secondsSinceStart() >= seconds).toList());
  }

  /** The parts of each series as one, in order of time. */
  public static List<ResourceSeries> joined(List<ResourceSeries> parts) {
    var joined = new LinkedHashMap<String, ResourceSeries>();
    for (var part : parts) {
      joined.merge(part.process + " " + part.metric, part, ResourceSeries::with);
    }
    return List.copyOf(joined.values());
  }

  private ResourceSeries with(ResourceSeries other) {
    return new ResourceSeries(
        process,
        metric,
        unit,
        Stream.concat(samples.stream(), other.samples.stream())
            .sorted(Comparator.comparingDouble(Sample::secondsSinceStart))
            .toList());
  }

  /**
   * One reading. In JSON an array of two numbers, since there are thousands.
   *
   * @param secondsSinceStart on the run's clock
   * @param value in the series' unit
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"secondsSinceStart", "value"})
  public record Sample(double secondsSinceStart, double value) {}
}
