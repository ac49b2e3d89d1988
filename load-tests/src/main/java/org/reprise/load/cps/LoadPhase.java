package org.reprise.load.cps;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * One stretch of load with a closed model: as many users as threads, each repeating the flow
 * without a pause.
 *
 * @param name what the phase is called in samples and on the resource charts
 * @param threads users at once, at least one
 * @param extent how long each user repeats the flow
 */
public record LoadPhase(String name, int threads, Extent extent) {
  private static final Pattern ARGUMENT =
      Pattern.compile("([a-z0-9-]+):(\\d{1,9})(?:x(\\d{1,9})|@(\\d{1,9})\\+(\\d{1,9}))");

  /** How long a user repeats the flow. */
  public sealed interface Extent {}

  /** The report's own measure: each thread runs the flow this many times, all of it counted. */
  public record Circles(int count) implements Extent {
    /** Requires at least one circle. */
    public Circles {
      if (count < 1) {
        throw new IllegalArgumentException("circles: at least 1, not " + count);
      }
    }
  }

  /** Repeats for the warm-up, which is not counted, and then for the window, which is. */
  public record Window(Duration warmUp, Duration length) implements Extent {
    /** Requires a window longer than nothing. */
    public Window {
      if (warmUp.isNegative() || !length.isPositive()) {
        throw new IllegalArgumentException(
            "a warm-up of "
                + warmUp
                + " and a window of "
                + length
                + ": the window must be longer than nothing");
      }
    }
  }

  /** Requires a name without blanks and at least one thread. */
  public LoadPhase {
    if (!name.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          "a phase's name is lower case, digits and dashes, not '" + name + "'");
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads: at least 1, not " + threads);
    }
  }

  /** The flows that the phase is bound to run; 0 where a window bounds it. */
  public long plannedFlows() {
    return switch (extent) {
      case Circles circles -> (long) threads * circles.count();
      case Window _ -> 0;
    };
  }

  /** The time that the phase takes by its own definition; none where circles bound it. */
  Duration ownTime() {
    return switch (extent) {
      case Circles _ -> Duration.ZERO;
      case Window window -> window.warmUp().plus(window.length());
    };
  }

  /** One argument for a child process, read back by {@link #parse}. */
  String argument() {
    return switch (extent) {
      case Circles circles -> name + ":" + threads + "x" + circles.count();
      case Window window ->
          name
              + ":"
              + threads
              + "@"
              + window.warmUp().toMillis()
              + "+"
              + window.length().toMillis();
    };
  }

  /**
   * Reads {@code name:threads x circles} or {@code name:threads @ warm-up ms + window ms}, blanks
   * left out.
   */
  static LoadPhase parse(String argument) {
    var parts = ARGUMENT.matcher(argument);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a phase: '" + argument + "'");
    }
    var circles = parts.group(3);
    return new LoadPhase(
        parts.group(1),
        Integer.parseInt(parts.group(2)),
        circles == null
            ? new Window(
                Duration.ofMillis(Long.parseLong(parts.group(4))),
                Duration.ofMillis(Long.parseLong(parts.group(5))))
            : new Circles(Integer.parseInt(circles)));
  }
}
