package org.reprise.load.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to do the run again.
 *
 * @param gitCommit the commit it was built from, {@code unknown} outside a checkout
 * @param seed of everything random
 * @param scale how much of the report's load was run, in a sentence
 * @param repetitions how often each experiment was run
 * @param started when the run began
 * @param finished when it ended, or was interrupted
 * @param resumed each time it went on after something had stopped it; null where nothing had
 */
public record Manifest(
    String gitCommit,
    long seed,
    String scale,
    int repetitions,
    Instant started,
    Instant finished,
    String command,
    @Nullable List<Resumption> resumed) {
  public Manifest {
    if (finished.isBefore(started)) {
      throw new IllegalArgumentException(
          "finished " + finished + " lies before started " + started);
    }
    resumed = resumed == null || resumed.isEmpty() ? null : List.copyOf(resumed);
  }

  /** Each time it went on, in a line. */
  @JsonIgnore
  public List<String> resumptions() {
    return resumed == null ? List.of() : resumed.stream().map(Resumption::text).toList();
  }

  public Duration duration() {
    return Duration.between(started, finished);
  }
}
