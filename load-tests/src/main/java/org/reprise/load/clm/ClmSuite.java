package org.reprise.load.clm;

import static java.util.stream.Collectors.toMap;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.Origin;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.MeasuredSystem;
import picocli.CommandLine.Option;

/** A system that one half of the report on CLM measures, beside the report's applications. */
public abstract class ClmSuite extends MeasuredSystem {
  @Option(
      names = "--applications",
      defaultValue = Option.NULL_VALUE,
      paramLabel = "URL",
      description =
          "Where ccm, qm and rm are, if --target is a URL and they are not at its origin.")
  private @Nullable String applications;

  protected ClmSuite(String id, String title, ServiceRole service) {
    super(id, title, "clm-60-" + id, service);
  }

  @Override
  protected Map<String, URI> elsewhere() {
    var given = applications;
    return given == null
        ? Map.of()
        : Applications.ALL.stream().collect(toMap(it -> it, _ -> Origin.base(given)));
  }

  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    return !(target instanceof Target.LocalProcesses) && UserLoad.of(experiment, 1).projected()
        ? Optional.of("more than the report has sent: only to services that a run starts")
        : Optional.empty();
  }
}
