package org.reprise.load.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is needed to do the run again, or to go on with it.
 *
 * @param gitCommit begins with {@code unknown} if the code cannot be identified
 * @param resumed each time it went on after something had stopped it, in a line
 * @param resumeOptions of {@code run SYSTEM} with which it can go on; null where it is finished
 */
public record Manifest(
    String gitCommit,
    long seed,
    String scale,
    int repetitions,
    Instant started,
    Instant finished,
    String command,
    @Nullable List<String> resumed,
    @Nullable List<String> resumeOptions) {

  @JsonIgnore
  public List<String> resumptions() {
    return resumed == null ? List.of() : resumed;
  }

  public Duration duration() {
    return Duration.between(started, finished);
  }
}
