package org.reprise.load.baseline;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
      Map.of("us", 0.001, "ms", 1.0, "s", 1_000.0, "min", 60_000.0, "h", 3_600_000.0);
  private static final Map<String, Double> SIZES = sizes();
  private static final Pattern PER = Pattern.compile("([^/]*)/(s|min|h)");

  /**
   * The unit of that name: a time ({@code min}), a size ({@code GiB}), {@code %}, so many in a time
   * ({@code links/h}, {@code MiB/s}), or else a number of what the name says.
   */
  public static Unit of(String text) {
    Double time = TIMES.get(text);
    if (time != null) {
      return new Unit(Dimension.TIME, time);
    }
    Double size = SIZES.get(text);
    if (size != null) {
      return new Unit(Dimension.BYTES, size);
    }
    if (text.equals("%")) {
      return new Unit(Dimension.SHARE, 1);
    }
    return rate(text).orElse(new Unit(Dimension.COUNT, 1));
  }

  /** In MiB: from B to TiB by powers of 1024, from KB to TB by powers of 1000. */
  private static Map<String, Double> sizes() {
    Map<String, Double> sizes = new HashMap<>();
    double mib = 1 << 20;
    sizes.put("B", 1 / mib);
    for (int power = 1; power <= 4; power++) {
      String prefix = "KMGT".substring(power - 1, power);
      sizes.put(prefix + "iB", Math.pow(1024, power) / mib);
      sizes.put(prefix + "B", Math.pow(1000, power) / mib);
    }
    return Map.copyOf(sizes);
  }

  private static Optional<Unit> rate(String text) {
    var per = PER.matcher(text);
    if (!per.matches()) {
      return Optional.empty();
    }
    double seconds = TIMES.getOrDefault(per.group(2), 1_000.0) / 1_000;
    return Optional.of(new Unit(Dimension.RATE, SIZES.getOrDefault(per.group(1), 1.0) / seconds));
  }

  public double from(double value) {
    return value / base;
  }

  public double toBase(double value) {
    return value * base;
  }
}
