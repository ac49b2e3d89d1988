package org.reprise.load.ebms;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Pings that are sent at given rates, whether or not those before them were answered.
 *
 * @param experiment the baseline's experiment id
 * @param levels one after another, at least one
 * @param exact how many of them are the report's; those behind them go on in search of the knee
 * @param limitMs an answer within it is in time; a level whose average is above it is more than the
 *     handler carries, milliseconds
 */
record PingLoad(String experiment, List<Level> levels, int exact, double limitMs) {
  PingLoad {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException(experiment + ": a load has at least one level");
    }
    if (exact < 0 || exact > levels.size()) {
      throw new IllegalArgumentException(
          "%s: %d of %d levels are the report's".formatted(experiment, exact, levels.size()));
    }
  }

  /**
   * A stretch with one rate.
   *
   * @param perSecond Pings per second
   * @param length how long, in whole seconds: Gatling injects second by second
   */
  record Level(double perSecond, Duration length) {
    Level {
      if (!(perSecond > 0) || length.toSeconds() < 1 || length.toNanosPart() > 0) {
        throw new IllegalArgumentException(
            "a level has a rate above 0 and a length of whole seconds, not "
                + perSecond
                + "/s for "
                + length);
      }
    }

    /** Pings in all. */
    int pings() {
      return (int) Math.max(1, Math.round(perSecond * length.toSeconds()));
    }
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
        .map(level -> level.perSecond() + "@" + level.length().toSeconds())
        .collect(Collectors.joining(",", experiment + ":" + exact + ":" + limitMs + ":", ""));
  }

  /**
   * Reads {@code experiment:exact levels:limit ms:rate@seconds,rate@seconds}.
   *
   * @throws IllegalArgumentException where it is something else
   */
  static PingLoad parse(String argument) {
    var parts = argument.split(":", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException(
          "not experiment:exact:limit:rate@seconds,rate@seconds: '" + argument + "'");
    }
    try {
      return new PingLoad(
          parts[0],
          Arrays.stream(parts[3].split(",")).map(PingLoad::level).toList(),
          Integer.parseInt(parts[1]),
          Double.parseDouble(parts[2]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a number in '" + argument + "'", e);
    }
  }

  private static Level level(String text) {
    var at = text.indexOf('@');
    if (at < 1) {
      throw new IllegalArgumentException("not rate@seconds: '" + text + "'");
    }
    return new Level(
        Double.parseDouble(text.substring(0, at)),
        Duration.ofSeconds(Long.parseLong(text.substring(at + 1))));
  }
}
