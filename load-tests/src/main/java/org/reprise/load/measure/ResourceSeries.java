package org.reprise.load.measure;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * One resource of one process over the run's clock, in order of time: {@link #CPU} in % of one
 * core, the other metrics in MiB.
 */
public record ResourceSeries(String process, String metric, String unit, List<Sample> samples) {
  public static final String CPU = "cpu";
  public static final String RSS = "rss";
  public static final String HEAP = "heap";
  public static final String DATABASE_SIZE = "database-size";

  /** Returns the part from a time of the run's clock on. */
  public ResourceSeries since(double seconds) {
    var later = samples.stream().filter(it -> it.secondsSinceStart() >= seconds).toList();
    return new ResourceSeries(process, metric, unit, later);
  }

  /** Returns the parts of each series as one, in order of time. */
  public static List<ResourceSeries> joined(List<ResourceSeries> parts) {
    var joined = new LinkedHashMap<String, ResourceSeries>();
    parts.forEach(it -> joined.merge(it.process + " " + it.metric, it, ResourceSeries::with));
    return List.copyOf(joined.values());
  }

  private ResourceSeries with(ResourceSeries other) {
    var all = new ArrayList<>(samples);
    all.addAll(other.samples);
    all.sort(Comparator.comparingDouble(Sample::secondsSinceStart));
    return new ResourceSeries(process, metric, unit, all);
  }

  /** One reading. In JSON an array of two numbers, since there are thousands. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"secondsSinceStart", "value"})
  public record Sample(double secondsSinceStart, double value) {}
}
