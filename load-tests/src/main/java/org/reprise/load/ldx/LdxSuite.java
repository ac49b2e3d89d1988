package org.reprise.load.ldx;

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

/** An index of links with the applications that it reads, measured by the CLM report. */
@Command
public final class LdxSuite implements MeasuredSystem, Suite {
  static Baseline report() {
    return Baselines.load("clm-60-ldx");
  }

  @Override
  public String id() {
    return "ldx";
  }

  @Override
  public String title() {
    return "link index of CLM, with the applications whose changes it reads";
  }

  @Override
  public ReferenceService service() {
    return LdxServices.SERVICE;
  }

  @Override
  public List<ReferenceService> services() {
    return List.of(Applications.SERVICE, service());
  }

  @Override
  public Suite suite() {
    return new LdxSuite();
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
            "measured where each application is a process of its own and the checks can read the"
                + " databases: --target local");
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
  public Measurement measurement(Plan plan, RunningTarget open, Path folder, RunListener listener) {
    return new LdxMeasurement(plan, new LdxTarget(open.deployment()), folder, listener);
  }
}
