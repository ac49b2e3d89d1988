package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.RunListener;
import org.reprise.localstack.postgres.Database;

/** CPS, measured by CPS-307: cps-core as a process of its own, and its Java API. */
public final class CpsSuite extends MeasuredSystem {
  static final Target.Address ADDRESS = new Target.Address("CPS_PORT", 8883, "/cps/api", true);
  private static final String MODULE = "cps-core";

  public static final ServiceRole SERVICE =
      new ServiceRole(
          MODULE,
          ADDRESS,
          Set.of(),
          site -> service(site.database("cps"), site.credentials(), Map.of()));

  public static final Topology TOPOLOGY =
      new Topology(List.of(SERVICE), "cps", base -> URI.create(base + "/v2/admin/dataspaces"));

  public CpsSuite() {
    super("cps", "Configuration Persistence Service of ONAP", "cps-307", SERVICE);
  }

  static ServiceProcess.Service service(
      Database database, Credentials credentials, Map<String, String> more) {
    return new ServiceProcess.Service(
        MODULE, ServiceProcess.jvmFlags("512m"), database, credentials, more);
  }

  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    return target instanceof Target.LocalProcesses || !experiment.embedded()
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
    return TOPOLOGY;
  }

  @Override
  public AcknowledgedWrites writes(Map<String, String> environment, Credentials credentials)
      throws IOException, InterruptedException {
    return new AnchorWrites(ADDRESS.here(environment).resolve(ADDRESS.path()), credentials);
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new CpsMeasurement(plan, open, listener);
  }
}
