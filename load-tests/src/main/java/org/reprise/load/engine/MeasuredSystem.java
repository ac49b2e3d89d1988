package org.reprise.load.engine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Origin;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.generator.RunListener;
import picocli.CommandLine.Command;

/**
 * A system that can be measured: its report, the reference service that runs are pointed at, and
 * how it is started and measured. Options and commands are picocli's.
 */
@Command
public abstract class MeasuredSystem {
  private final String id;
  private final String title;
  private final String report;
  private final ServiceRole service;

  protected MeasuredSystem(String id, String title, String report, ServiceRole service) {
    this.id = id;
    this.title = title;
    this.report = report;
    this.service = service;
  }

  public final String id() {
    return id;
  }

  public final String title() {
    return title;
  }

  public final ServiceRole service() {
    return service;
  }

  public final Baseline baseline() {
    return Baselines.load(report);
  }

  /** All services that it consists of; each after those that it needs. */
  public List<ServiceRole> services() {
    return List.of(service);
  }

  public List<Callable<Integer>> commands() {
    return List.of();
  }

  /** Checks the system's own options; throws IllegalArgumentException where one is wrong. */
  public void check(Target target) {
    for (var it : elsewhere().values()) {
      if (!(target instanceof Target.Remote remote)) {
        throw new IllegalArgumentException(it + " belongs to a --target that is a URL, too");
      }
      Origin.requireOwned(it, remote.ownedByUser());
    }
  }

  /** Returns the bases of roles that are not at the target's URL, by role. */
  protected Map<String, URI> elsewhere() {
    return Map.of();
  }

  public List<Profile> profiles() {
    return Profile.all(baseline().system());
  }

  /** Why an experiment cannot be run against a target; empty where it can. */
  public Optional<String> impossible(Experiment experiment, Target target) {
    return Optional.empty();
  }

  public abstract List<String> describe(Plan plan);

  /** The services that {@link #open} starts, unless the system overrides it. */
  public abstract Topology topology(Plan plan);

  public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress)
      throws IOException, InterruptedException {
    var topology = topology(plan).with(plan.profile().serviceFlags());
    return Deployment.open(
        plan.target(), topology, elsewhere(), plan.shares(), home, logs, progress);
  }

  /**
   * Returns what is written while its services die.
   *
   * @param environment holds the ports of the services, which {@code up} has started
   */
  public abstract AcknowledgedWrites writes(
      Map<String, String> environment, Credentials credentials)
      throws IOException, InterruptedException;

  /** Returns the variables with which its services keep, below a folder, what they acknowledge. */
  public Map<String, String> durable(Path folder) {
    return Map.of();
  }

  public abstract Measurement measurement(
      Plan plan, Deployment open, Path folder, RunListener listener);
}
