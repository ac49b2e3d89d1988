package org.reprise.load.ldx;

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

/** An index of links with the applications that it reads, measured by the CLM report. */
public final class LdxSuite extends ClmSuite {
  public LdxSuite() {
    super(
        "ldx",
        "link index of CLM, with the applications whose changes it reads",
        LdxServices.SERVICE);
  }

  @Override
  public List<ServiceRole> services() {
    return List.of(Applications.SERVICE, service());
  }

  @Override
  public List<String> describe(Plan plan) {
    return new LdxLoads(plan).describe();
  }

  @Override
  public Topology topology(Plan plan) {
    return LdxServices.topology(new LdxLoads(plan).poll());
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new LdxMeasurement(plan, new LdxTarget(open), folder, listener);
  }
}
