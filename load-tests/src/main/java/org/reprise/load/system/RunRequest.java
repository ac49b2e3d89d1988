package org.reprise.load.system;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reprise.load.stack.Target;

/**
 * What every run is asked for, whichever system it is of.
 *
 * @param profile how much of the report: {@code smoke}, {@code quick} or {@code full}
 * @param experiment only this one; null for all
 * @param repeat how often everything is done
 * @param seed of whatever is random
 * @param target where it goes
 */
public record RunRequest(
    String profile, @Nullable String experiment, int repeat, long seed, Target target) {
  /**
   * The profile of that name.
   *
   * @throws IllegalArgumentException where there is none
   */
  public <P> P profile(Function<String, Optional<P>> named) {
    return named
        .apply(profile)
        .orElseThrow(() ->
            new IllegalArgumentException("--profile: smoke, quick or full, not '" + profile + "'"));
  }

  /** Whether the system's services are processes of this machine, started for the run. */
  public boolean local() {
    return target instanceof Target.LocalProcesses;
  }
}
