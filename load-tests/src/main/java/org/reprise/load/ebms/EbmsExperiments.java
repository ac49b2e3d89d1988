package org.reprise.load.ebms;

import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;

/** The report's experiments, read from its baseline, so that table row and load cannot drift. */
public final class EbmsExperiments {
  /** The baseline. */
  public static final String REPORT = "digikoppeling-2018";

  private EbmsExperiments() {}

  /** The baseline. */
  public static Baseline baseline() {
    return Baselines.load(REPORT);
  }

  /** The experiment with the id, which must be the report's. */
  public static Experiment require(String id) {
    return baseline().require(id);
  }
}
