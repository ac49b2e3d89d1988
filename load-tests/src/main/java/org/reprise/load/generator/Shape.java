package org.reprise.load.generator;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How the users of a phase of this run come and go. A baseline's load model is what the report
 * sent, which has no warm-ups, windows and searches: one of its experiments has several shapes.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "shape")
public sealed interface Shape {
  /** Users at once; 0 where they come and go by a rate. */
  default int users() {
    return 0;
  }

  /** Flows that the phase is bound to run; 0 where time bounds it. */
  default long plannedFlows() {
    return this instanceof Circles(var users, var count) ? (long) users * count : 0;
  }

  /** The time that the phase takes by its own definition; none where its flows bound it. */
  default Duration ownTime() {
    return switch (this) {
      case Circles _ -> Duration.ZERO;
      case Window(var _, var warmUp, var length) -> warmUp.plus(length);
      case Mixed(var _, var expected) -> expected.multipliedBy(10);
      case Arrivals(var levels, var _) ->
          levels.stream().map(Level::length).reduce(Duration.ZERO, Duration::plus);
    };
  }

  default String text() {
    return switch (this) {
      case Circles(var users, var count) -> "%d threads × %d circles".formatted(users, count);
      case Window(var users, var warmUp, var length) ->
          "%d threads, %.1f s of warm-up and a window of %.1f s"
              .formatted(users, warmUp.toMillis() / 1000.0, length.toMillis() / 1000.0);
      case Mixed _ -> model();
      case Arrivals arrivals -> {
        var levels = arrivals.levels;
        var last = levels.getLast().perSecond();
        var rate =
            levels.size() > 1 ? "%d steps to %,.0f/s".formatted(levels.size(), last) : last + "/s";
        yield "up to %,d flows in %d s: %s"
            .formatted(arrivals.flows(), ownTime().toSeconds(), rate);
      }
    };
  }

  default String model() {
    return switch (this) {
      case Circles _, Window _ -> "closed";
      case Mixed _ -> "workflows";
      case Arrivals _ -> "open";
    };
  }

  /** A closed model bound by its flows: each user does this many of them, all counted. */
  record Circles(int users, int count) implements Shape {}

  /** A closed model bound by time: a warm-up that does not count, then a window that does. */
  record Window(int users, Duration warmUp, Duration length) implements Shape {}

  /** Users of several workflows side by side, each for as long as it says itself. */
  record Mixed(Map<String, Integer> workflows, Duration expected) implements Shape {
    @Override
    public int users() {
      return workflows.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * An open model: flows that are begun at given rates, whether or not those before them have
   * ended.
   *
   * @param levels one after another, at least one
   * @param limitMs an answer within it is in time; a level whose average is above it is more than
   *     the system carries, milliseconds
   */
  record Arrivals(List<Level> levels, double limitMs) implements Shape {
    /** A flow that has no answer after so long is given up: longer than a report's longest. */
    public static final Duration GIVE_UP = Duration.ofSeconds(15);

    public int flows() {
      return levels.stream().mapToInt(Level::flows).sum();
    }
  }

  /** A stretch with one rate, of whole seconds: Gatling injects second by second. */
  record Level(double perSecond, Duration length) {
    public Level {
      if (!(perSecond > 0) || length.toSeconds() < 1 || length.toNanosPart() > 0) {
        throw new IllegalArgumentException(
            "a level has a rate above 0 and a length of whole seconds, not %s/s for %s"
                .formatted(perSecond, length));
      }
    }

    public int flows() {
      return (int) Math.max(1, Math.round(perSecond * length.toSeconds()));
    }

    /**
     * When a flow is due, seconds since the level's start. Gatling gives every second its share of
     * whole flows and every millisecond its share of those, each at the beginning of its stretch.
     */
    double dueSeconds(int index) {
      long seconds = length.toSeconds();
      long second = index * seconds / flows();
      long before = Math.ceilDiv(second * flows(), seconds);
      long within = Math.ceilDiv((second + 1) * flows(), seconds) - before;
      return second + (index - before) * 1000 / within / 1000.0;
    }
  }
}
