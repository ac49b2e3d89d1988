package org.reprise.load.ebms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.engine.Profile;
import org.reprise.load.generator.Shape;
import org.reprise.load.generator.Shape.Level;

/**
 * How much of the report is run.
 *
 * @param nominal seconds of nominal load; peak load gets two thirds of them
 * @param rampSteps steps of the ramp at most
 * @param rampStep length of a step of the ramp; the report's own where empty
 * @param searchStep length of a step beyond the ramp
 * @param searchSteps how many there are at most
 * @param benchWarmUp before each capacity measurement
 * @param bench counted time of each capacity measurement
 * @param persistent whether that is also done with persistent Pings
 * @param processors cores by role, for the roles that are limited while Pings are sent; the
 *     capacity is measured without limits
 */
public record EbmsProfile(
    String name,
    int nominal,
    int rampSteps,
    Optional<Duration> rampStep,
    Duration searchStep,
    int searchSteps,
    Duration benchWarmUp,
    Duration bench,
    boolean persistent,
    Map<String, Double> processors)
    implements Profile {
  /**
   * So little that its knee lies far below what the generator can send; on whole cores the
   * generator ends before the handler. With a third of it the compilers alone take the share of a
   * handler that has just started, and it refuses the first Pings of the ramp.
   */
  private static final Map<String, Double> SMALL_HANDLER = Map.of(EbmsService.MODULE, 0.15);

  /** Each step beyond the ramp has this many times the rate of the one before. */
  private static final double SEARCH_FACTOR = 1.5;

  /** Some seconds, for continuous integration: proves that everything works, claims nothing. */
  public static final EbmsProfile SMOKE =
      new EbmsProfile(
          "smoke",
          7,
          5,
          Optional.of(Duration.ofSeconds(1)),
          Duration.ofSeconds(1),
          2,
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          false,
          Map.of());

  /** About three minutes. */
  public static final EbmsProfile QUICK =
      new EbmsProfile(
          "quick",
          21,
          Integer.MAX_VALUE,
          Optional.of(Duration.ofSeconds(2)),
          Duration.ofSeconds(2),
          10,
          Duration.ofSeconds(10),
          Duration.ofSeconds(4),
          false,
          SMALL_HANDLER);

  /** The report's ramp in full, and enough Pings at the low rates to speak of. */
  public static final EbmsProfile FULL =
      new EbmsProfile(
          "full",
          600,
          Integer.MAX_VALUE,
          Optional.empty(),
          Duration.ofSeconds(10),
          12,
          Duration.ofSeconds(30),
          Duration.ofSeconds(15),
          true,
          SMALL_HANDLER);

  /** All of them. */
  static final List<EbmsProfile> ALL = List.of(SMOKE, QUICK, FULL);

  @Override
  public boolean judged() {
    return !this.equals(SMOKE);
  }

  /** The report's load, as long as this profile has it, and what goes on beyond its ramp. */
  Shape.Arrivals load(Experiment experiment) {
    return switch (experiment.loadModel()) {
      case LoadModel.Constant(double perSecond, Integer _) ->
          new Shape.Arrivals(
              List.of(new Level(perSecond, length(perSecond))),
              1,
              Double.MAX_VALUE,
              EbmsLoad.GIVE_UP);
      case LoadModel.Ramp ramp -> ramp(ramp);
      case LoadModel.Closed _, LoadModel.Workflows _ ->
          throw new IllegalArgumentException(experiment.id() + " has no open model");
    };
  }

  private Shape.Arrivals ramp(LoadModel.Ramp ramp) {
    var step = rampStep.orElse(Duration.ofSeconds(ramp.stepSeconds()));
    var levels = new ArrayList<Level>();
    ramp.levels().stream().limit(rampSteps).forEach(rate -> levels.add(new Level(rate, step)));
    var exact = levels.size();
    double rate = ramp.increment() * ramp.steps();
    for (int i = 0; i < searchSteps; i++) {
      rate = Math.round(rate * SEARCH_FACTOR);
      levels.add(new Level(rate, searchStep));
    }
    return new Shape.Arrivals(levels, exact, ramp.stopAboveMs(), EbmsLoad.GIVE_UP);
  }

  /** Twice the rate needs less time for as many Pings. */
  private Duration length(double perSecond) {
    return Duration.ofSeconds(perSecond > 0.3 ? nominal * 2L / 3 : nominal);
  }
}
