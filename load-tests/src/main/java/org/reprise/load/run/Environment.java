package org.reprise.load.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The machine and software of a run.
 *
 * @param memoryBytes of the machine, or of the container that bounds it
 * @param postgres version; null where the target does not tell
 * @param serviceSettings the service's environment variables, without secrets
 * @param calibrationScore work per second of one core in a fixed small computation, to compare two
 *     machines by; null where it was not measured
 */
public record Environment(
    String cpu,
    int cores,
    long memoryBytes,
    String os,
    String jdk,
    List<String> jvmFlags,
    @Nullable String postgres,
    Map<String, String> postgresSettings,
    @Nullable Map<String, String> serviceSettings,
    @Nullable Double calibrationScore) {
  /** How far the calibration scores of one machine lie apart at most, a share. */
  private static final double SAME_SPEED = 0.1;

  /** Returns in what another machine, its software or its speed differs. */
  public List<String> differences(Environment other) {
    var all = new ArrayList<String>();
    if (!machine().equals(other.machine())) {
      all.add("%s, now %s".formatted(machine(), other.machine()));
    }
    otherSpeed(other).ifPresent(all::add);
    return all;
  }

  private String machine() {
    return "%s, %d cores, %d bytes of memory, %s, JDK %s"
        .formatted(cpu, cores, memoryBytes, os, jdk);
  }

  /** Returns what tells that the machine was not as fast, where both were measured. */
  public Optional<String> otherSpeed(Environment other) {
    var one = calibrationScore;
    var two = other.calibrationScore;
    return one == null || two == null || Math.abs(two / one - 1) <= SAME_SPEED
        ? Optional.empty()
        : Optional.of(
            "calibration scores %.0f and %.0f lie more than 10 %% apart".formatted(one, two));
  }
}
