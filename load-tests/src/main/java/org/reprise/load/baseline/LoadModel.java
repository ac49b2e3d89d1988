package org.reprise.load.baseline;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How an experiment sends its load. A simulation reads it from here. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
public sealed interface LoadModel {
  /** In a few words, for example {@code closed, 10 threads × 100 circles, pause 0 s}. */
  default String text() {
    return switch (this) {
      case Closed(int threads, int circles, double pause) ->
          "closed, %d threads × %d circles, pause %s s".formatted(threads, circles, number(pause));
      case Constant(double rate) -> "open, %s/s, length not stated".formatted(number(rate));
      case Ramp(double increment, int steps, int seconds, double _) ->
          "open, +%s/s every %d s, %d steps".formatted(number(increment), seconds, steps);
      case Workflows(List<Workflow> workflows, var _) ->
          workflows.stream()
              .map(it -> "%d × %s".formatted(it.users(), it.name()))
              .collect(joining(", "));
    };
  }

  /** Users that wait for each answer before they go on. */
  @JsonTypeName("closed")
  record Closed(int threads, int circles, double pauseSeconds) implements LoadModel {}

  /** Arrivals that do not wait for each other, at one rate. */
  @JsonTypeName("constant")
  record Constant(double perSecond) implements LoadModel {}

  /**
   * The same at a rate that grows step by step.
   *
   * @param increment flows per second of the first step, and what each further one adds
   * @param stopAboveMs average response time that ends the ramp, milliseconds
   */
  @JsonTypeName("ramp")
  record Ramp(double increment, int steps, int stepSeconds, double stopAboveMs)
      implements LoadModel {}

  /** Several workflows side by side, each for as long as it takes. */
  @JsonTypeName("workflows")
  record Workflows(
      List<Workflow> workflows, @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Object> settings)
      implements LoadModel {
    public Optional<Workflow> workflow(String name) {
      return workflows.stream().filter(it -> it.name().equals(name)).findFirst();
    }
  }

  /**
   * One kind of users, each of whom does one thing after another.
   *
   * @param think pause before each thing that a user does; null where there is none
   */
  record Workflow(
      String name,
      int users,
      @Nullable Think think,
      @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Object> settings) {}

  record Think(double fromSeconds, double toSeconds) {}

  private static String number(double value) {
    return new Expression.Number(value).toString();
  }
}
