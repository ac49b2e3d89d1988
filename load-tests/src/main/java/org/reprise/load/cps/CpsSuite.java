package org.reprise.load.cps;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Experiment.Mode;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.RunListener;

/** CPS, measured by CPS-307. */
public final class CpsSuite extends MeasuredSystem {
  public CpsSuite() {
    super("cps", "Configuration Persistence Service of ONAP", "cps-307", CpsService.SERVICE);
  }

  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    return target instanceof Target.LocalProcesses || experiment.mode() == Mode.REMOTE
        ? Optional.empty()
        : Optional.of(
            "the embedded mode needs the target's database, which only local processes offer");
  }

  @Override
  public List<String> describe(Plan plan) {
    return new CpsLoads(plan).describe();
  }

  @Override
  public Topology topology(Plan plan) {
    return CpsService.TOPOLOGY;
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new CpsMeasurement(plan, open, listener);
  }
}
