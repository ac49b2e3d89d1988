package org.reprise.load.ebms;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.reprise.load.measure.Variant;

/**
 * Pings that are sent at given rates, whether or not those before them were answered.
 *
 * @param experiment the baseline's experiment id
 * @param variant {@link Variant#REPORT_EXACT} or {@link Variant#SEARCH}
 * @param levels one after another, at least one
 * @param stopAboveMs average response time of a level that ends the load, milliseconds
 */
record PingLoad(String experiment, String variant, List<Level> levels, double stopAboveMs) {
  PingLoad {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException(experiment + ": a load has at least one level");
    }
  }

  /**
   * A stretch with one rate.
   *
   * @param perSecond Pings per second
   * @param length how long
   */
  record Level(double perSecond, Duration length) {
    Level {
      if (!(perSecond > 0) || !length.isPositive()) {
        throw new IllegalArgumentException(
            "a level has a rate and a length above 0, not " + perSecond + "/s for " + length);
      }
    }

    /** Pings in all. */
    int pings() {
      return (int) Math.max(1, Math.round(perSecond * length.toMillis() / 1000));
    }
  }

  /** Whether it goes on where the report stopped. */
  boolean searches() {
    return variant.equals(Variant.SEARCH);
  }

  /** What phases, files and processes of it are called. */
  String name() {
    return searches() ? experiment + "-" + variant : experiment;
  }

  /** Pings in all. */
  int pings() {
    return levels.stream().mapToInt(Level::pings).sum();
  }

  /** Time that it takes by its own definition. */
  Duration length() {
    return levels.stream().map(Level::length).reduce(Duration.ZERO, Duration::plus);
  }

  /** One argument for a child process, read back by {@link #parse}. */
  String argument() {
    return levels.stream()
        .map(level -> level.perSecond() + "@" + level.length().toMillis())
        .collect(
            Collectors.joining(",", experiment + ":" + variant + ":" + stopAboveMs + ":", ""));
  }

  /**
   * Reads {@code experiment:variant:limit ms:rate@ms,rate@ms}.
   *
   * @throws IllegalArgumentException where it is something else
   */
  static PingLoad parse(String argument) {
    var parts = argument.split(":", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException(
          "not experiment:variant:limit:rate@ms,rate@ms: '" + argument + "'");
    }
    try {
      return new PingLoad(
          parts[0],
          parts[1],
          Arrays.stream(parts[3].split(",")).map(PingLoad::level).toList(),
          Double.parseDouble(parts[2]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a number in '" + argument + "'", e);
    }
  }

  private static Level level(String text) {
    var at = text.indexOf('@');
    if (at < 1) {
      throw new IllegalArgumentException("not rate@ms: '" + text + "'");
    }
    return new Level(
        Double.parseDouble(text.substring(0, at)),
        Duration.ofMillis(Long.parseLong(text.substring(at + 1))));
  }
}
