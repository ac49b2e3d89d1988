package org.reprise.load.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.generator.RunListener;

/**
 * What a system brings to a run: its report, how it is started and how it is measured. Options that
 * only this system has are picocli's fields.
 */
public interface Suite {
  /** The report that is run; its system names the profiles. */
  Baseline baseline();

  /**
   * Checks the system's own options.
   *
   * @throws IllegalArgumentException where one is wrong, or is missing for this target
   */
  default void check(Target target) {}

  default List<Profile> profiles() {
    return Profile.all(baseline().system());
  }

  /** Why an experiment cannot be run against a target; empty where it can. */
  default Optional<String> impossible(Experiment experiment, Target target) {
    return Optional.empty();
  }

  /** What a run will do, for people, a line each. */
  List<String> describe(Plan plan);

  /** The services that {@link #open} starts, unless the system overrides it. */
  default Topology topology(Plan plan) {
    throw new UnsupportedOperationException(baseline().system() + " has no topology");
  }

  /** Starts what has to be started. */
  default Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    return Deployment.open(plan.target(), topology(plan), plan.shares(), home, logs, progress);
  }

  /** The measurement against what {@link #open} gave. */
  Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener);
}
