package org.reprise.load.cps;

import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Mode;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;

/** The report's settings, read from its baseline, so that table row and load cannot drift apart. */
public final class CpsExperiments {
  public static final String REPORT = "cps-307";

  private CpsExperiments() {}

  public static Baseline baseline() {
    return Baselines.load(REPORT);
  }

  /**
   * The load of one remote setting.
   *
   * @throws IllegalArgumentException where the report has no such setting
   */
  static Phase remote(String id) {
    var experiment = require(id);
    if (experiment.mode() != Mode.REMOTE) {
      throw new IllegalArgumentException(
          id
              + " is an embedded setting: it runs in-process, with ./reprise run cps --experiment "
              + id);
    }
    var load = load(experiment);
    return new Phase(
        id, id, Variant.REPORT_EXACT, new Shape.Circles(load.threads(), load.circles()));
  }

  /** The setting with the id, which must be the report's. */
  public static Experiment require(String id) {
    return baseline().require(id);
  }

  static LoadModel.Closed load(Experiment experiment) {
    return switch (experiment.loadModel()) {
      case LoadModel.Closed closed -> closed;
      case LoadModel.Open _, LoadModel.Workflows _ ->
          throw new IllegalArgumentException(experiment.id() + " has no closed model");
    };
  }
}
