package org.reprise.load.cps;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How much of the report is run.
 *
 * @param name as on the command line
 * @param settings numbers of threads whose settings are run; empty for all
 * @param mostCircles circles that a thread runs at most in the report-exact variant
 * @param serviceWarmUp load on the service before all steady windows of the remote mode
 * @param warmUp before each steady window
 * @param window counted in the steady variant
 * @param explains whether the explanation's experiment is run
 * @param judgesClaims whether the measured data are enough to judge the report's claims by
 */
public record Profile(
    String name,
    Set<Integer> settings,
    int mostCircles,
    Duration serviceWarmUp,
    Duration warmUp,
    Duration window,
    boolean explains,
    boolean judgesClaims) {

  /** Copies the settings. */
  public Profile {
    settings = Set.copyOf(settings);
  }

  /** Some seconds, for continuous integration: proves that everything works, claims nothing. */
  public static final Profile SMOKE =
      new Profile(
          "smoke",
          Set.of(CpsPlan.FLOOR_THREADS),
          10,
          Duration.ZERO,
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          false,
          false);

  /** Two to three minutes: the report's flows in full, short windows. */
  public static final Profile QUICK =
      new Profile(
          "quick",
          Set.of(),
          Integer.MAX_VALUE,
          Duration.ofSeconds(10),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          false,
          true);

  /** The report's flows in full, windows of 20 seconds, and the explanation's experiment. */
  public static final Profile FULL =
      new Profile(
          "full",
          Set.of(),
          Integer.MAX_VALUE,
          Duration.ofSeconds(40),
          Duration.ofSeconds(8),
          Duration.ofSeconds(20),
          true,
          true);

  boolean runs(int threads) {
    return settings.isEmpty() || settings.contains(threads);
  }

  /** The one of that name. */
  public static Optional<Profile> of(String name) {
    return java.util.stream.Stream.of(SMOKE, QUICK, FULL)
        .filter(profile -> profile.name().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }
}
