package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How an experiment sends its load. A simulation reads it from here, so that table row and
 * injection cannot drift apart.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LoadModel.Closed.class, name = "closed"),
  @JsonSubTypes.Type(value = LoadModel.Constant.class, name = "constant"),
  @JsonSubTypes.Type(value = LoadModel.Ramp.class, name = "ramp"),
  @JsonSubTypes.Type(value = LoadModel.Workflows.class, name = "workflows")
})
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
   * @param steps how many
   * @param stepSeconds length of each
   * @param stopAboveMs average response time that ends the ramp, milliseconds
   */
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
   * Several workflows side by side, each for as long as it takes. One that is null is not there.
   *
   * @param split whether the queries of the lists read from the standby
   * @param lists that are refreshed
   * @param desks that check out and in
   * @param records of one file that is imported
   */
  record Workflows(
      boolean split, @Nullable Lists lists, @Nullable Desks desks, @Nullable Integer records)
      implements LoadModel {
    public Workflows {
      if (lists == null && desks == null && records == null) {
        throw new IllegalArgumentException("workflows need lists, desks or records");
      }
      if (records != null && records < 1) {
        throw new IllegalArgumentException("an import needs a record, was " + records);
      }
    }

    /** Whether lists are refreshed while others work. */
    public boolean parallel() {
      return lists != null && (desks != null || records != null);
    }

    @Override
    public String text() {
      List<String> parts = new ArrayList<>();
      if (lists != null) {
        parts.add(lists.text());
      }
      if (desks != null) {
        parts.add(desks.text());
      }
      if (records != null) {
        parts.add(String.format(Locale.ROOT, "%,d records", records));
      }
      return "%s; split %s".formatted(String.join(", ", parts), split ? "on" : "off");
    }
  }

  /**
   * Users that refresh a list each, all at once.
   *
   * @param users one list each
   * @param fql the query of every list
   * @param refresh in which way
   * @param repeated whether they refresh again and again for as long as the other workflows last
   */
  record Lists(int users, String fql, Refresh refresh, boolean repeated) {
    public Lists {
      if (users < 1 || (!fql.startsWith("{") || !fql.endsWith("}"))) {
        throw new IllegalArgumentException(
            "lists need a user and a query in FQL, was %d, %s".formatted(users, fql));
      }
    }

    private String text() {
      return "%d lists%s%s"
          .formatted(
              users,
              refresh == Refresh.FAST ? " refreshed fast" : "",
              repeated ? " again and again" : "");
    }
  }

  /** The two ways to refresh a list. */
  enum Refresh {
    /** As the measured system did. */
    @JsonProperty("compat")
    COMPAT,

    /** As this project does. */
    @JsonProperty("fast")
    FAST
  }

  /**
   * Desks that check out and in, each transaction a group of requests; a desk waits for it and then
   * thinks.
   *
   * @param users desks at once
   * @param checkInShare share of the transactions that are check-ins
   * @param thinkFromSeconds shortest pause
   * @param thinkToSeconds longest pause
   */
  record Desks(int users, double checkInShare, double thinkFromSeconds, double thinkToSeconds) {
    public Desks {
      if (users < 1
          || !(checkInShare >= 0 && checkInShare <= 1)
          || !(thinkFromSeconds >= 0 && thinkToSeconds >= thinkFromSeconds)) {
        throw new IllegalArgumentException(
            "desks need a user, a share and a pause, was %d, %s, %s to %s s"
                .formatted(users, checkInShare, thinkFromSeconds, thinkToSeconds));
      }
    }

    private String text() {
      return "%d desks, think %s to %s s"
          .formatted(users, number(thinkFromSeconds), number(thinkToSeconds));
    }
  }

  private static String number(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
