package org.reprise.load.baseline;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
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
  /** In a few words, for example {@code closed, 10 threads × 100 circles, pause 0 s}. */
  String text();

  /**
   * Users that wait for each answer before they go on.
   *
   * @param threads users at once
   * @param circles flows that each user does
   * @param pauseSeconds think time between flows
   */
  @JsonTypeName("closed")
  record Closed(int threads, int circles, double pauseSeconds) implements LoadModel {
    @Override
    public String text() {
      return "closed, %d threads × %d circles, pause %s s"
          .formatted(threads, circles, number(pauseSeconds));
    }
  }

  /**
   * Arrivals that do not wait for each other, at one rate.
   *
   * @param perSecond flows per second
   */
  @JsonTypeName("constant")
  record Constant(double perSecond) implements LoadModel {
    @Override
    public String text() {
      return "open, %s/s, length not stated".formatted(number(perSecond));
    }
  }

  /**
   * The same at a rate that grows step by step.
   *
   * @param increment flows per second of the first step, and what each further one adds
   * @param stepSeconds length of each
   * @param stopAboveMs average response time that ends the ramp, milliseconds
   */
  @JsonTypeName("ramp")
  record Ramp(double increment, int steps, int stepSeconds, double stopAboveMs)
      implements LoadModel {
    @Override
    public String text() {
      return "open, +%s/s every %d s, %d steps".formatted(number(increment), stepSeconds, steps);
    }
  }

  /**
   * Several workflows side by side, each for as long as it takes.
   *
   * @param settings of all of them, which only the measured system understands
   */
  @JsonTypeName("workflows")
  record Workflows(List<Workflow> workflows, Map<String, Object> settings) implements LoadModel {
    public Optional<Workflow> workflow(String name) {
      return workflows.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    @Override
    public String text() {
      String parts = workflows.stream().map(Workflow::text).collect(joining(", "));
      return settings.isEmpty() ? parts : parts + "; " + words(settings).collect(joining(", "));
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
    private String text() {
      String pause =
          think == null
              ? ""
              : "think %s to %s s"
                  .formatted(number(think.fromSeconds()), number(think.toSeconds()));
      String details =
          Stream.concat(Stream.of(pause).filter(it -> !it.isEmpty()), words(settings))
              .collect(joining(", "));
      return "%d × %s%s".formatted(users, name, details.isEmpty() ? "" : " (" + details + ")");
    }
  }

  /** A pause that users make, evenly distributed. */
  record Think(double fromSeconds, double toSeconds) {}

  private static Stream<String> words(Map<String, Object> settings) {
    return settings.entrySet().stream().map(it -> it.getKey() + " " + it.getValue());
  }

  private static String number(double value) {
    return new Expression.Number(value).toString();
  }
}
