package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * How an experiment sends its load. A simulation reads it from here, so that table row and
 * injection cannot drift apart.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
@JsonSubTypes(@JsonSubTypes.Type(value = LoadModel.Closed.class, name = "closed"))
public sealed interface LoadModel {
  /** In a few words, for example {@code closed, 10 threads × 100 circles, no pause}. */
  String text();

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
  }
}
