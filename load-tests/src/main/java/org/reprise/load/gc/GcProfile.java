package org.reprise.load.gc;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.engine.Profile;
import org.reprise.load.gc.GcRun.Workload;

/**
 * How much of the report is run.
 *
 * @param timeFactors of the users' think times, by workload: at 0.1 everything happens ten times as
 *     often
 * @param counted how long a load counts
 * @param scale of the artifacts that the applications have before
 * @param arrivals whether users come one every second, as in the report; else all of them come
 *     within a think time, at most ten seconds
 * @param levels experiments that are run; empty for all
 * @param judged whether figures are judged
 */
record GcProfile(
    String name,
    Map<Workload, Double> timeFactors,
    Duration counted,
    double scale,
    boolean arrivals,
    Set<String> levels,
    boolean judged)
    implements Profile {
  /** Some seconds, for continuous integration: proves that everything works, claims nothing. */
  static final GcProfile SMOKE =
      new GcProfile(
          "smoke",
          Map.of(Workload.UI, 0.05, Workload.STRESS, 1.0, Workload.INTEGRATION, 0.03),
          Duration.ofSeconds(6),
          0.001,
          false,
          Set.of("ui-100", "stress-100", "integration-500"),
          false);

  /** Users at five and more times their pace, the levels that claims look at. */
  static final GcProfile QUICK =
      new GcProfile(
          "quick",
          Map.of(Workload.UI, 0.2, Workload.STRESS, 1.0, Workload.INTEGRATION, 0.03),
          Duration.ofSeconds(7),
          0.005,
          false,
          Set.of(
              "ui-300",
              "ui-1100",
              "ui-1350",
              "ui-projected",
              "stress-500",
              "stress-700",
              "stress-1350",
              "stress-most",
              "integration-500",
              "integration-1000",
              "links-most"),
          true);

  /** The report's users and times. */
  static final GcProfile FULL =
      new GcProfile(
          "full",
          Map.of(Workload.UI, 1.0, Workload.STRESS, 1.0, Workload.INTEGRATION, 1.0),
          Duration.ofMinutes(10),
          0.05,
          true,
          Set.of(),
          true);

  /** All of them. */
  static final List<GcProfile> ALL = List.of(SMOKE, QUICK, FULL);

  /** Copies; requires a factor for each workload that counts. */
  GcProfile {
    timeFactors = Map.copyOf(timeFactors);
    levels = Set.copyOf(levels);
    if (!timeFactors.keySet().equals(EnumSet.complementOf(EnumSet.of(Workload.WARM_UP)))) {
      throw new IllegalArgumentException(name + ": each workload that counts has its time factor");
    }
  }

  /** How long a second of the report is in a load. */
  double timeFactor(GcRun run) {
    return run.projected() ? 1 : timeFactor(run.workload());
  }

  /** The same of a workload. */
  double timeFactor(Workload workload) {
    return Objects.requireNonNull(timeFactors.get(workload));
  }

  @Override
  public Optional<String> leavesOut(Experiment experiment) {
    return levels.isEmpty() || levels.contains(experiment.id())
        ? Optional.empty()
        : Optional.of("left out of the profile " + name);
  }
}
