package org.reprise.kit.limits;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/**
 * Rejects values of settings when the service starts, with the name of the property.
 *
 * @param prefix of the properties, such as {@code reprise.lists.refresh}
 */
public record SettingBounds(String prefix) {
  /** Rejects a value below the least one; null is a setting that nobody has set. */
  public <T extends Comparable<T>> SettingBounds atLeast(String name, @Nullable T value, T least) {
    return require(
        value == null || value.compareTo(least) >= 0,
        name,
        "must be at least %s, was %s".formatted(text(least), value));
  }

  /** Rejects a value out of bounds; null is a setting that nobody has set. */
  public <T extends Comparable<T>> SettingBounds within(
      String name, @Nullable T value, T min, T max) {
    return require(
        value == null || (value.compareTo(min) >= 0 && value.compareTo(max) <= 0),
        name,
        "must be from %s to %s, was %s".formatted(text(min), text(max), value));
  }

  /**
   * Rejects what does not hold.
   *
   * @param reason what must be, and what is
   */
  public SettingBounds require(boolean holds, String name, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(prefix + "." + name + " " + reason);
    }
    return this;
  }

  private static String text(Object value) {
    return switch (value) {
      case Duration time -> DurationStyle.SIMPLE.print(time);
      case Number number -> "%,d".formatted(number);
      default -> value.toString();
    };
  }
}
