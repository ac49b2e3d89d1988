package org.reprise.load.clm;

import java.util.Optional;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.MeasuredSystem;

/** A system that one half of the report on CLM measures, beside the report's applications. */
public abstract class ClmSuite extends MeasuredSystem {
  protected ClmSuite(String id, String title, ServiceRole service) {
    super(id, title, "clm-60-" + id, service);
  }

  /** Allows local processes alone; {@code run all} leaves the system out elsewhere. */
  @Override
  public final Optional<String> impossible(Experiment experiment, Target target) {
    return target instanceof Target.LocalProcesses
        ? Optional.empty()
        : Optional.of(
            "measured where each application is a process of its own, which the run fills and whose"
                + " database it reads: --target local");
  }
}
