package org.reprise.load.baseline;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * A unit in which a report writes a figure, and how it is converted to the one in which things are
 * measured here: the only place that knows both.
 *
 * @param base how many of the dimension's base unit one of it is: 60,000 for {@code min}
 */
public record Unit(Dimension dimension, double base) {
  /** What a unit measures, with the unit in which that is measured here. */
  public enum Dimension {
    TIME("ms"),
    RATE("/s"),
    /** Of all flows, or of one core. */
    SHARE("%"),
    BYTES("MiB"),
    COUNT("");

    private final String unit;

    Dimension(String unit) {
      this.unit = unit;
    }

    public String unit() {
      return unit;
    }
  }

  private static final Map<String, Double> TIMES =
      Map.of("ms", 1.0, "s", 1_000.0, "min", 60_000.0, "h", 3_600_000.0);
  private static final Map<String, Double> SIZES = Map.of("MiB", 1.0, "GB", 1e9 / (1 << 20));
  private static final Pattern PER = Pattern.compile("([^/]*)/(s|min|h)");

  /**
   * The unit of that name: a time ({@code min}), a size ({@code GB}), {@code %}, so many in a time
   * ({@code links/h}, {@code MiB/s}), or else a number of what the name says.
   */
  public static Unit of(String text) {
    var per = PER.matcher(text);
    if (per.matches()) {
      double seconds = TIMES.getOrDefault(per.group(2), 1_000.0) / 1_000;
      return new Unit(Dimension.RATE, SIZES.getOrDefault(per.group(1), 1.0) / seconds);
    }
    Double time = TIMES.get(text);
    Double size = SIZES.get(text);
    return time != null
        ? new Unit(Dimension.TIME, time)
        : size != null
            ? new Unit(Dimension.BYTES, size)
            : new Unit(text.equals("%") ? Dimension.SHARE : Dimension.COUNT, 1);
  }
}
