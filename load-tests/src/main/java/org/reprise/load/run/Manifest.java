package org.reprise.load.run;

import java.time.Duration;
import java.time.Instant;

/**
 * What is needed to do the run again.
 *
 * @param gitCommit the commit it was built from, {@code unknown} outside a checkout
 * @param seed of everything random
 * @param scale how much of the report's load was run, in a sentence
 * @param repetitions how often each experiment was run
 * @param started when the run began
 * @param finished when it ended, or was interrupted
 * @param command the command line
 */
public record Manifest(
    String gitCommit,
    long seed,
    String scale,
    int repetitions,
    Instant started,
    Instant finished,
    String command) {
  public Manifest {
    if (finished.isBefore(started)) {
      throw new IllegalArgumentException(
          "finished " + finished + " lies before started " + started);
    }
  }

  /** Wall time of the run. */
  public Duration duration() {
    return Duration.between(started, finished);
  }
}
