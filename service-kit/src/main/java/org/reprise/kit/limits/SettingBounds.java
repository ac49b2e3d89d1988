package org.reprise.kit.limits;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/**
 * Rejects values of settings when the service starts, with the name of the property.
 *
 * @param prefix of the properties, such as {@code reprise.lists.refresh}
 */
public record SettingBounds(String prefix) {
  /** Rejects a value below the least one; null means not set. */
  public <T extends Comparable<T>> SettingBounds atLeast(String name, @Nullable T value, T least) {
    return require(
        value == null || value.compareTo(least) >= 0,
        name,
        "must be at least %s, was %s".formatted(text(least), text(value)));
  }

  /** Rejects a value out of bounds; null means not set. */
  public <T extends Comparable<T>> SettingBounds within(
      String name, @Nullable T value, T min, T max) {
    return require(
        value == null || (value.compareTo(min) >= 0 && value.compareTo(max) <= 0),
        name,
        "must be from %s to %s, was %s".formatted(text(min), text(max), text(value)));
  }

  /**
   * Rejects what does not hold.
   *
   * @param reason the requirement, and the value if it helps
   */
  public SettingBounds require(boolean holds, String name, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(prefix + "." + name + " " + reason);
    }
    return this;
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case Duration time when time.getNano() != 0 -> DurationStyle.SIMPLE.print(time);
      case Duration time -> whole(time.toSeconds(), List.of("s", "m", "h", "d"), 60, 60, 24);
      case DataSize size -> whole(size.toBytes(), List.of("B", "KB", "MB", "GB"), 1024, 1024, 1024);
      case Integer _, Long _ -> String.format(Locale.ROOT, "%,d", (Number) value);
      case null, default -> String.valueOf(value);
    };
  }

  private static String whole(long number, List<String> units, int... factors) {
    int unit = 0;
    while (unit < factors.length && number != 0 && number % factors[unit] == 0) {
      number /= factors[unit++];
    }
    return number + units.get(unit);
  }
}
