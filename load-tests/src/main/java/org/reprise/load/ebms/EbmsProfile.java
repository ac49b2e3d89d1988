package org.reprise.load.ebms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.ebms.PingLoad.Level;
import org.reprise.load.measure.Variant;

/**
 * How much of the report is run.
 *
 * @param name as on the command line
 * @param constant how long a constant rate is kept for a rate of 1/s; less for higher ones
 * @param rampStep length of a step of the ramp; the report's own where empty
 * @param searchStep length of a step beyond the ramp
 * @param searchSteps how many there are at most
 * @param bench counted time of each capacity measurement
 * @param persistent whether that is also done with persistent Pings
 */
public record EbmsProfile(
    String name,
    Duration constant,
    Optional<Duration> rampStep,
    Duration searchStep,
    int searchSteps,
    Duration bench,
    boolean persistent) {
  /** Each step beyond the ramp has this many times the rate of the one before. */
  private static final double SEARCH_FACTOR = 1.5;

  /** Some seconds, for continuous integration: proves that everything works, claims nothing. */
  public static final EbmsProfile SMOKE =
      new EbmsProfile(
          "smoke",
          Duration.ofMillis(6500),
          Optional.of(Duration.ofMillis(250)),
          Duration.ofMillis(500),
          2,
          Duration.ofMillis(1000),
          false);

  /** About a minute and a half. */
  public static final EbmsProfile QUICK =
      new EbmsProfile(
          "quick",
          Duration.ofSeconds(25),
          Optional.of(Duration.ofMillis(1500)),
          Duration.ofSeconds(2),
          10,
          Duration.ofSeconds(3),
          false);

  /** The report's ramp in full, and enough Pings at the low rates to speak of. */
  public static final EbmsProfile FULL =
      new EbmsProfile(
          "full",
          Duration.ofSeconds(600),
          Optional.empty(),
          Duration.ofSeconds(10),
          12,
          Duration.ofSeconds(15),
          true);

  /** The one of that name. */
  public static Optional<EbmsProfile> of(String name) {
    return Stream.of(SMOKE, QUICK, FULL)
        .filter(profile -> profile.name().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /** The report's load, as long as this profile has it. */
  PingLoad load(Experiment experiment) {
    return switch (experiment.loadModel()) {
      case LoadModel.Constant(double perSecond, Integer _) ->
          new PingLoad(
              experiment.id(),
              Variant.REPORT_EXACT,
              List.of(new Level(perSecond, length(perSecond))),
              Double.MAX_VALUE);
      case LoadModel.Ramp ramp ->
          new PingLoad(
              experiment.id(),
              Variant.REPORT_EXACT,
              ramp.levels().stream()
                  .map(rate -> new Level(rate, step(ramp)))
                  .toList(),
              ramp.stopAboveMs());
      case LoadModel.Closed _ ->
          throw new IllegalArgumentException(experiment.id() + " has no open model");
    };
  }

  /** Steps in geometric order that go on where the report's ramp ends. */
  PingLoad search(Experiment experiment, LoadModel.Ramp ramp) {
    var levels = new ArrayList<Level>();
    double rate = ramp.increment() * ramp.steps();
    for (int i = 0; i < searchSteps; i++) {
      rate = Math.round(rate * SEARCH_FACTOR);
      levels.add(new Level(rate, searchStep));
    }
    return new PingLoad(experiment.id(), Variant.SEARCH, levels, ramp.stopAboveMs());
  }

  /** Twice the rate needs less time for as many Pings: two thirds of it. */
  private Duration length(double perSecond) {
    return perSecond > 0.3 ? constant.multipliedBy(2).dividedBy(3) : constant;
  }

  private Duration step(LoadModel.Ramp ramp) {
    return rampStep.orElse(Duration.ofSeconds(ramp.stepSeconds()));
  }
}
