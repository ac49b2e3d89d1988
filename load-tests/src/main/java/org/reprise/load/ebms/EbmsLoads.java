package org.reprise.load.ebms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.reprise.load.generator.Shape.Level;
import org.reprise.load.measure.Variant;

/** The loads of a run of the Digikoppeling report. */
record EbmsLoads(Plan plan) {
  /** Behind an experiment's id: its first rate, before the handler is warm. */
  private static final String COLD = "-cold";

  /** Each step beyond the ramp has this many times the rate of the one before. */
  private static final double SEARCH_FACTOR = 1.5;

  Phase phase(Experiment experiment) {
    return new Phase(
        experiment.id(), experiment.id(), Variant.REPORT_EXACT, load(plan.profile(), experiment));
  }

  /** Its first rate alone, as the first load of a handler that has just been started. */
  Phase coldPhase(Experiment experiment) {
    var load = load(plan.profile(), experiment);
    return new Phase(
        experiment.id() + COLD,
        experiment.id(),
        Variant.COLD,
        new Shape.Arrivals(List.of(load.levels().getFirst()), 1, load.limitMs()));
  }

  /** The report's load, as long as a profile has it, and what goes on beyond its ramp. */
  static Shape.Arrivals load(Profile profile, Experiment experiment) {
    return switch (experiment.loadModel()) {
      case LoadModel.Constant(double perSecond) ->
          new Shape.Arrivals(
              List.of(new Level(perSecond, length(profile, perSecond))), 1, Double.MAX_VALUE);
      case LoadModel.Ramp ramp -> ramp(profile, ramp);
      case LoadModel.Closed _, LoadModel.Workflows _ ->
          throw new IllegalArgumentException(experiment.id() + " has no open model");
    };
  }

  private static Shape.Arrivals ramp(Profile profile, LoadModel.Ramp ramp) {
    var step = profile.seconds("rampStep");
    var levels = new ArrayList<Level>();
    for (int i = 1; i <= Math.min(ramp.steps(), profile.count("rampSteps")); i++) {
      levels.add(new Level(i * ramp.increment(), step));
    }
    var exact = levels.size();
    double rate = ramp.increment() * ramp.steps();
    for (int i = 0; i < profile.count("searchSteps"); i++) {
      rate = Math.round(rate * SEARCH_FACTOR);
      levels.add(new Level(rate, profile.seconds("searchStep")));
    }
    return new Shape.Arrivals(levels, exact, ramp.stopAboveMs());
  }

  /** Twice the rate needs less time for as many Pings. */
  private static Duration length(Profile profile, double perSecond) {
    var nominal = profile.seconds("nominal").toSeconds();
    return Duration.ofSeconds(perSecond > 0.3 ? nominal * 2 / 3 : nominal);
  }

  /**
   * Whether the handler is warmed up before it, its cold start having been measured: before a ramp,
   * and never a handler that is not ours, which nobody asked to be loaded to its limit.
   */
  boolean warms(Experiment experiment) {
    return plan.local() && experiment.loadModel() instanceof LoadModel.Ramp;
  }

  /** Whether capacity and floors are measured: in whole runs against processes of ours. */
  boolean measuresCapacity() {
    return plan.local() && plan.notRun().isEmpty();
  }

  List<String> describe() {
    var lines = new ArrayList<String>();
    for (var experiment : plan.experiments()) {
      if (warms(experiment)) {
        var cold = coldPhase(experiment);
        lines.add(Plan.line(cold.name(), cold.shape().text(), 1));
      }
      lines.add(plan.line(experiment.id(), phase(experiment).shape().text()));
    }
    lines.add(Plan.line("capacity", "measured beside its floors", measuresCapacity() ? 1 : 0));
    return lines;
  }
}
