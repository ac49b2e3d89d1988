package org.reprise.load.clm;

import java.util.List;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Suite;
import org.reprise.load.system.MeasuredSystem;

/** A system that one half of the report on CLM measures, beside the report's applications. */
public abstract class ClmSuite implements MeasuredSystem, Suite {
  private final String id;
  private final String title;
  private final ServiceRole service;

  protected ClmSuite(String id, String title, ServiceRole service) {
    this.id = id;
    this.title = title;
    this.service = service;
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final String title() {
    return title;
  }

  @Override
  public final ServiceRole service() {
    return service;
  }

  @Override
  public List<ServiceRole> services() {
    return List.of(Applications.SERVICE, service);
  }

  /** Returns itself: it has no options. */
  @Override
  public final Suite suite() {
    return this;
  }

  @Override
  public final Baseline baseline() {
    return Baselines.load("clm-60-" + id);
  }

  /** Whoever asks for this system alone is told so; {@code run all} leaves it out. */
  @Override
  public final Optional<String> impossible(Experiment experiment, Target target) {
    return target instanceof Target.LocalProcesses
        ? Optional.empty()
        : Optional.of(
            "measured where each application is a process of its own, which the run fills and whose"
                + " database it reads: --target local");
  }
}
