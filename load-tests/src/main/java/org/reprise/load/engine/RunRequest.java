package org.reprise.load.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;

/**
 * What every run is asked for, whichever system it is of.
 *
 * @param profile how much of the report: {@code smoke}, {@code quick} or {@code full}
 * @param experiment only this one; empty for all
 * @param repeat how often everything is done
 * @param seed of whatever is random
 * @param processors what is said of the processors of its roles, as typed
 * @param target where it goes
 */
public record RunRequest(
    String profile,
    Optional<String> experiment,
    int repeat,
    long seed,
    List<String> processors,
    Target target) {
  private static final int MOST_REPEATS = 1000;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException where nothing is to be done
   */
  public RunRequest {
    processors = List.copyOf(processors);
    if (repeat < 1 || repeat > MOST_REPEATS) {
      throw new IllegalArgumentException(
          "--repeat: 1 to %d, not %d".formatted(MOST_REPEATS, repeat));
    }
  }

  /** All of a profile, once, against processes of this machine. */
  public static RunRequest local(String profile) {
    return new RunRequest(profile, Optional.empty(), 1, 1, List.of(), new Target.LocalProcesses());
  }

  /**
   * What the run gives each role.
   *
   * @param usual cores by role, for the roles that the profile limits
   * @throws IllegalArgumentException where a share is not possible
   */
  public Shares shares(Baseline baseline, Map<String, Double> usual) {
    if (!local()) {
      if (!processors.isEmpty()) {
        throw new IllegalArgumentException(
            Shares.OPTION
                + ": only processes that this command starts can be limited (--target local)");
      }
      return Shares.unlimited();
    }
    return Shares.of(
        baseline.limitable(), usual, processors, Runtime.getRuntime().availableProcessors());
  }

  /** The one of these profiles that was asked for. */
  Profile profile(List<Profile> all) {
    return Profile.named(all, profile);
  }

  /** Whether the system's services are processes of this machine, started for the run. */
  public boolean local() {
    return target instanceof Target.LocalProcesses;
  }
}
