package org.reprise.load.ldx;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.engine.Profile;

/**
 * How much of the report is run.
 *
 * @param timeFactor of the users' think time and of the interval between two polls: at 0.1
 *     everything happens ten times as often, and an interval has as many changes as the report's
 * @param scale of the artifacts that are there before
 * @param polls intervals in the counted time of a load
 * @param levels of users that are run; empty for all
 * @param further whether projections and other numbers of threads are run
 * @param indexingsBefore first indexings that do not count: the JVMs compile during the first
 *     100,000 artifacts
 * @param changes of each round in which the index stands beside a plain store
 * @param lookUps of back-links, one after another
 * @param lookUpsBefore those that do not count: a JVM compiles while it answers them
 * @param judged whether figures are judged; heaps are then collected and read around each load
 */
public record LdxProfile(
    String name,
    double timeFactor,
    double scale,
    int polls,
    Set<Integer> levels,
    boolean further,
    int indexingsBefore,
    int changes,
    int lookUps,
    int lookUpsBefore,
    boolean judged)
    implements Profile {
  /** The report's time between two polls. */
  private static final Duration POLL = Duration.ofSeconds(60);

  /** What claims look at. */
  private static final Set<Integer> CLAIMED = Set.of(30, 150, 270);

  /** Some seconds, for continuous integration: proves that everything works, claims nothing. */
  public static final LdxProfile SMOKE =
      new LdxProfile("smoke", 1 / 30.0, 0.002, 2, Set.of(30), false, 1, 20, 200, 200, false);

  /** A tenth of the artifacts, ten times as fast. */
  public static final LdxProfile QUICK =
      new LdxProfile("quick", 0.1, 0.1, 3, CLAIMED, true, 2, 250, 3_000, 30_000, true);

  /** The report's artifacts, users and times. */
  public static final LdxProfile FULL =
      new LdxProfile("full", 1, 1, 4, Set.of(), true, 1, 500, 5_000, 30_000, true);

  /** All of them. */
  static final List<LdxProfile> ALL = List.of(SMOKE, QUICK, FULL);

  /** Copies the levels; requires that an interval is a second at least, as the index does. */
  public LdxProfile {
    levels = Set.copyOf(levels);
    if (timeFactor * POLL.toSeconds() < 1) {
      throw new IllegalArgumentException(name + ": a poll every second is the fastest");
    }
  }

  /** Between two polls. */
  Duration poll() {
    return Duration.ofSeconds(Math.round(POLL.toSeconds() * timeFactor));
  }

  @Override
  public Optional<String> leavesOut(Experiment experiment) {
    var run = LdxRun.of(experiment);
    var left =
        switch (run) {
          case LdxRun.Linking linking ->
              linking.projected()
                  ? !further
                  : !levels.isEmpty() && !levels.contains(linking.users());
          case LdxRun.Indexing indexing -> !further && indexing.threads() != 2;
        };
    return left ? Optional.of("left out of the profile " + name) : Optional.empty();
  }
}
