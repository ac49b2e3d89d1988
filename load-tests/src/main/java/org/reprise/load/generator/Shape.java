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
  int users();

  /** Flows that the phase is bound to run; 0 where time bounds it. */
  default long plannedFlows() {
    return 0;
  }

  /** The time that the phase takes by its own definition; none where its flows bound it. */
  default Duration ownTime() {
    return Duration.ZERO;
  }

  default String text() {
    return model();
  }

  default String model() {
    return "closed";
  }

  /** A closed model bound by its flows: each user does this many of them, all counted. */
  record Circles(int users, int count) implements Shape {
    @Override
    public long plannedFlows() {
      return (long) users * count;
    }

    @Override
    public String text() {
      return "%d threads × %d circles".formatted(users, count);
    }
  }

  /** A closed model bound by time: a warm-up that does not count, then a window that does. */
  record Window(int users, Duration warmUp, Duration length) implements Shape {
    @Override
    public Duration ownTime() {
      return warmUp.plus(length);
    }

    @Override
    public String text() {
      return "%d threads, %.1f s of warm-up and a window of %.1f s"
          .formatted(users, warmUp.toMillis() / 1000.0, length.toMillis() / 1000.0);
    }
  }

  /** Users of several workflows side by side, each for as long as it says itself. */
  record Mixed(Map<String, Integer> workflows, Duration expected) implements Shape {
    @Override
    public int users() {
      return workflows.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public Duration ownTime() {
      return expected.multipliedBy(10);
    }

    @Override
    public String model() {
      return "workflows";
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

    @Override
    public int users() {
      return 0;
    }

    public int flows() {
      return levels.stream().mapToInt(Level::flows).sum();
    }

    @Override
    public Duration ownTime() {
      return levels.stream().map(Level::length).reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public String text() {
      var last = levels.getLast().perSecond();
      return "up to %,d flows in %d s: %s"
          .formatted(
              flows(),
              ownTime().toSeconds(),
              levels.size() > 1
                  ? "%d steps to %,.0f/s".formatted(levels.size(), last)
                  : last + "/s");
    }

    @Override
    public String model() {
      return "open";
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
