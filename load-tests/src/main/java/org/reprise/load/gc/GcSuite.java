package org.reprise.load.gc;

import java.nio.file.Path;
import java.util.List;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ClmSuite;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.RunListener;

/** Global configurations with the applications that contribute to them, by the CLM report. */
public final class GcSuite extends ClmSuite {
  public GcSuite() {
    super(
        "gc",
        "global configurations of CLM, with the applications that contribute to them",
        GcServices.SERVICE);
  }

  @Override
  public List<ServiceRole> services() {
    return List.of(service(), Applications.SERVICE);
  }

  @Override
  public List<String> describe(Plan plan) {
    return new GcLoads(plan).describe();
  }

  @Override
  public Topology topology(Plan plan) {
    return GcServices.topology();
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new GcMeasurement(plan, new GcTarget(open), listener);
  }
}
