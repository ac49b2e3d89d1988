package org.reprise.load.baseline;

import java.util.OptionalDouble;

/** The units in which reports write times, and milliseconds, in which they are measured here. */
public final class Durations {
  private Durations() {}

  /** Milliseconds of one unit, for example of {@code min}; empty where it is no unit of time. */
  public static OptionalDouble milliseconds(String unit) {
    return switch (unit) {
      case "ms" -> OptionalDouble.of(1);
      case "s" -> OptionalDouble.of(1_000);
      case "min" -> OptionalDouble.of(60_000);
      default -> OptionalDouble.empty();
    };
  }
}
