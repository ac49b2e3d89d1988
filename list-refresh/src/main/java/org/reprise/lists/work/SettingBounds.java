package org.reprise.lists.work;

import java.time.Duration;

/**
 * Refuses values of settings at start-up, with the name of the property.
 *
 * @param prefix of the properties, such as {@code reprise.lists.refresh}
 */
public record SettingBounds(String prefix) {
  /** Refuses a number below the least one. */
  public SettingBounds atLeast(String name, long value, long least) {
    return require(value >= least, name, "must be at least %,d, was %,d".formatted(least, value));
  }

  /** Refuses a time below the least one. */
  public SettingBounds atLeast(String name, Duration value, Duration least) {
    return require(
        value.compareTo(least) >= 0,
        name,
        "must be at least %dms, was %s".formatted(least.toMillis(), value));
  }

  /**
   * Refuses what does not hold.
   *
   * @param reason what must be, and what is
   */
  public SettingBounds require(boolean holds, String name, String reason) {
    if (!holds) {
      throw new IllegalArgumentException(prefix + "." + name + " " + reason);
    }
    return this;
  }
}
