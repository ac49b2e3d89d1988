package org.reprise.load.baseline;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How an experiment sends its load. A simulation reads it from here, so that table row and
 * injection cannot drift apart.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
public sealed interface LoadModel {
  /** In a few words, for example {@code closed, 10 threads × 100 circles, no pause}. */
  String text();

  /**
   * Whether it is measured once, cold start included: there is no steady variant of it, and its
   * claims are judged on what the table shows.
   */
  default boolean once() {
    return true;
  }

  /**
   * Users that wait for each answer before they go on.
   *
   * @param threads users at once
   * @param circles flows that each user does
   * @param pauseSeconds think time between flows
   */
  @JsonTypeName("closed")
  record Closed(int threads, int circles, double pauseSeconds) implements LoadModel {
    public Closed {
      if (threads < 1 || circles < 1 || !(pauseSeconds >= 0)) {
        throw new IllegalArgumentException(
            "a closed model needs at least one thread and one circle and no negative pause, was %d, %d, %s"
                .formatted(threads, circles, pauseSeconds));
      }
    }

    @Override
    public String text() {
      String pause = pauseSeconds == 0 ? "no pause" : "pause %s s".formatted(pauseSeconds);
      return "closed, %d threads × %d circles, %s".formatted(threads, circles, pause);
    }

    @Override
    public boolean once() {
      return false;
    }
  }

  /** Arrivals that do not wait for each other. */
  sealed interface Open extends LoadModel permits Constant, Ramp {
    /** Flows per second, level after level. */
    @JsonIgnore
    List<Double> levels();
  }

  /**
   * One rate from beginning to end.
   *
   * @param perSecond flows per second
   * @param seconds how long; null where the report does not say
   */
  @JsonTypeName("constant")
  record Constant(double perSecond, @Nullable Integer seconds) implements Open {
    public Constant {
      if (!(perSecond > 0) || (seconds != null && seconds < 1)) {
        throw new IllegalArgumentException(
            "a constant model needs a rate and a length above 0, was %s/s for %s s"
                .formatted(perSecond, seconds));
      }
    }

    @Override
    public List<Double> levels() {
      return List.of(perSecond);
    }

    @Override
    public String text() {
      String length = seconds == null ? "length not stated" : seconds + " s";
      return "open, %s/s, %s".formatted(number(perSecond), length);
    }
  }

  /**
   * A rate that grows step by step.
   *
   * @param increment flows per second of the first step, and what each further one adds
   * @param stepSeconds length of each
   * @param stopAboveMs average response time that ends the ramp, milliseconds
   */
  @JsonTypeName("ramp")
  record Ramp(double increment, int steps, int stepSeconds, double stopAboveMs) implements Open {
    public Ramp {
      if (!(increment > 0) || steps < 1 || stepSeconds < 1 || !(stopAboveMs > 0)) {
        throw new IllegalArgumentException(
            "a ramp needs an increment, steps, their length and a limit above 0, was %s, %d, %d, %s"
                .formatted(increment, steps, stepSeconds, stopAboveMs));
      }
    }

    @Override
    public List<Double> levels() {
      List<Double> levels = new ArrayList<>();
      for (int i = 1; i <= steps; i++) {
        levels.add(i * increment);
      }
      return levels;
    }

    @Override
    public String text() {
      return "open, +%s/s every %d s, %d steps".formatted(number(increment), stepSeconds, steps);
    }
  }

  /**
   * Several workflows side by side, each for as long as it takes.
   *
   * @param workflows at least one
   * @param settings of all of them, which only the measured system understands
   */
  @JsonTypeName("workflows")
  record Workflows(List<Workflow> workflows, Map<String, Object> settings) implements LoadModel {
    public Workflows {
      if (workflows.isEmpty()) {
        throw new IllegalArgumentException("workflows need one at least");
      }
      workflows = List.copyOf(workflows);
      settings = ordered(settings);
    }

    public Optional<Workflow> workflow(String name) {
      return workflows.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    @Override
    public String text() {
      String parts = workflows.stream().map(Workflow::text).collect(joining(", "));
      return settings.isEmpty() ? parts : parts + "; " + words(settings);
    }
  }

  /**
   * One kind of users, each of whom does one thing after another.
   *
   * @param name unique in its experiment
   * @param users at once
   * @param think pause before each thing that a user does; null where there is none
   * @param settings which only the measured system understands
   */
  record Workflow(String name, int users, @Nullable Think think, Map<String, Object> settings) {
    public Workflow {
      if (users < 1) {
        throw new IllegalArgumentException(
            "the workflow %s needs a user, was %d".formatted(name, users));
      }
      settings = ordered(settings);
    }

    private String text() {
      String details =
          Stream.of(think == null ? "" : think.text(), words(settings))
              .filter(text -> !text.isEmpty())
              .collect(joining(", "));
      return "%d × %s%s".formatted(users, name, details.isEmpty() ? "" : " (" + details + ")");
    }
  }

  /**
   * A pause that users make, evenly distributed.
   *
   * @param fromSeconds shortest
   * @param toSeconds longest
   */
  record Think(double fromSeconds, double toSeconds) {
    public Think {
      if (!(fromSeconds >= 0 && toSeconds >= fromSeconds)) {
        throw new IllegalArgumentException(
            "a pause of %s to %s s is none".formatted(fromSeconds, toSeconds));
      }
    }

    private String text() {
      return "think %s to %s s".formatted(number(fromSeconds), number(toSeconds));
    }
  }

  /** Settings as people read them, names and values in their order. */
  private static String words(Map<String, Object> settings) {
    return settings.entrySet().stream()
        .map(it -> "%s %s".formatted(it.getKey(), word(it.getValue())))
        .collect(joining(", "));
  }

  private static String word(Object value) {
    return switch (value) {
      case Boolean on -> on ? "on" : "off";
      case Integer count -> String.format(Locale.ROOT, "%,d", count);
      case Number number -> number(number.doubleValue());
      default -> value.toString();
    };
  }

  private static Map<String, Object> ordered(Map<String, Object> settings) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
