package org.reprise.load.cps;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.engine.Profile;

/**
 * How much of the report is run.
 *
 * @param settings numbers of threads whose settings are run; empty for all
 * @param mostCircles circles that a thread runs at most in the report-exact variant
 * @param longWarmUp load before all steady windows of a mode, and before the floor; more than zero
 * @param warmUp before each steady window
 * @param window counted in the steady variant
 * @param explains whether the explanation's experiment is run
 */
public record CpsProfile(
    String name,
    Set<Integer> settings,
    int mostCircles,
    Duration longWarmUp,
    Duration warmUp,
    Duration window,
    boolean explains,
    boolean judged)
    implements Profile {

  /** Copies the settings. */
  public CpsProfile {
    settings = Set.copyOf(settings);
  }

  /**
   * Some seconds, for continuous integration: proves that everything works, claims nothing. Without
   * its long warm-up a busy machine would be with the first flow for the whole of the window.
   */
  public static final CpsProfile SMOKE =
      new CpsProfile(
          "smoke",
          Set.of(CpsPlan.FLOOR_THREADS),
          10,
          Duration.ofSeconds(1),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          false,
          false);

  /** Two to three minutes: the report's flows in full, short windows. */
  public static final CpsProfile QUICK =
      new CpsProfile(
          "quick",
          Set.of(),
          Integer.MAX_VALUE,
          Duration.ofSeconds(16),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          false,
          true);

  /** The report's flows in full, windows of 20 seconds, and the explanation's experiment. */
  public static final CpsProfile FULL =
      new CpsProfile(
          "full",
          Set.of(),
          Integer.MAX_VALUE,
          Duration.ofSeconds(40),
          Duration.ofSeconds(8),
          Duration.ofSeconds(20),
          true,
          true);

  /** All of them. */
  static final List<CpsProfile> ALL = List.of(SMOKE, QUICK, FULL);

  @Override
  public Optional<String> leavesOut(Experiment experiment) {
    return settings.isEmpty() || settings.contains(CpsExperiments.load(experiment).threads())
        ? Optional.empty()
        : Optional.of("left out of the profile " + name);
  }
}
