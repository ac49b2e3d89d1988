package org.reprise.load.content;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.chaos.DocumentWrites;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.RunListener;

/** A content repository with a storage area, measured by the ECM scale-out report. */
public final class ContentSuite extends MeasuredSystem {
  public ContentSuite() {
    super(
        "content",
        "a content repository with its storage area, with users who add, view, search and remove",
        "ecm-scaleout-2016",
        ContentService.SERVICE);
  }

  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    var scenario = Scenario.of(experiment);
    return target instanceof Target.LocalProcesses
            || (!scenario.hasOwnSettings() && scenario.hasIndex())
        ? Optional.empty()
        : Optional.of("it needs a process or a database that is set for it: --target local");
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new CacheStudy());
  }

  @Override
  public List<String> describe(Plan plan) {
    var lines = new ArrayList<String>();
    for (var experiment : plan.experiments()) {
      lines.add(plan.line(experiment.id(), new ContentLoads(plan).text(Scenario.of(experiment))));
    }
    lines.add(
        plan.local()
            ? "population: the report's 5,134,500 documents × %s, and %,d rows without a content"
                .formatted(plan.profile().number("scale"), plan.profile().count("rows"))
            : "users view the documents that the repository has; what they add stays");
    lines.add(
        "ours: the weights of the mix, the think time of 2 to 5.6 s, every length, and the sizes of"
            + " added documents (those of the population up to 2 MiB)");
    return lines;
  }

  @Override
  public Topology topology(Plan plan) {
    return ContentService.topology();
  }

  @Override
  public Map<String, String> durable(Path folder) {
    return Map.of(ContentService.LOCATION, folder.resolve("content-area").toString());
  }

  @Override
  public AcknowledgedWrites writes(Map<String, String> environment, Credentials credentials) {
    return new DocumentWrites(service().address().here(environment), credentials);
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return new ContentMeasurement(plan, open, listener);
  }
}
