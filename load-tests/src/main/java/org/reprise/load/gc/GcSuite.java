package org.reprise.load.gc;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.child.RunListener;
import org.reprise.load.clm.Applications;
import org.reprise.load.deploy.RunningTarget;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Suite;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.ReferenceService;
import picocli.CommandLine.Command;

/** Global configurations with the applications that contribute to them, by the CLM report. */
@Command
public final class GcSuite implements MeasuredSystem, Suite {
  static Baseline report() {
    return Baselines.load("clm-60-gc");
  }

  @Override
  public String id() {
    return "gc";
  }

  @Override
  public String title() {
    return "global configurations of CLM, with the applications that contribute to them";
  }

  @Override
  public ReferenceService service() {
    return GcServices.SERVICE;
  }

  @Override
  public List<ReferenceService> services() {
    return List.of(service(), Applications.SERVICE);
  }

  @Override
  public Suite suite() {
    return new GcSuite();
  }

  @Override
  public Baseline baseline() {
    return report();
  }

  /** Whoever asks for this system alone is told so; {@code run all} leaves it out. */
  @Override
  public Optional<String> impossible(Experiment experiment, Target target) {
    return target instanceof Target.LocalProcesses
        ? Optional.empty()
        : Optional.of(
            "measured where each application is a process of its own and all of them are filled by"
                + " the run: --target local");
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
  public Measurement measurement(Plan plan, RunningTarget open, Path folder, RunListener listener) {
    return new GcMeasurement(plan, new GcTarget(open.deployment()), listener);
  }
}
