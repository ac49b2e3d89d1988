package org.reprise.load.measure;

import static org.reprise.load.measure.Values.finite;
import static org.reprise.load.measure.Values.named;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

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

  public ResourceSeries {
    named("process", process);
    named("metric", metric);
    samples = List.copyOf(samples);
  }

  /**
   * One reading. In JSON an array of two numbers, since there are thousands.
   *
   * @param secondsSinceStart on the run's clock
   * @param value in the series' unit
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"secondsSinceStart", "value"})
  public record Sample(double secondsSinceStart, double value) {
    public Sample {
      finite("secondsSinceStart", secondsSinceStart);
      finite("value", value);
    }
  }
}
