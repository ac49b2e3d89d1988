package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.reprise.load.child.RunListener;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.DeployedMeasurement;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Variant;

/**
 * CPS-307: each setting embedded and remote, the floor beside them, the explanation's experiment,
 * and at last the checks that nothing was lost and nothing is left.
 *
 * <p>The program of the embedded mode is started anew for each setting's own flows, as the report's
 * application was; their steady windows come in one program, which is warm then. The service stays
 * up over all settings, as the report's containers did. One program sends it the report's own
 * remote flows, another the steady ones.
 */
public final class CpsMeasurement extends DeployedMeasurement {
  private static final String REMOTE = "remote";
  private static final String REMOTE_STEADY = "remote-steady";
  private static final String STEADY = "embedded-steady";
  private static final String FLOOR = "floor";

  /** How long the threads of a phase have to finish, as in the report's test application. */
  private static final Duration TERMINATION_TIMEOUT = Duration.ofSeconds(1200);

  private final CpsLoads loads;
  private final Deployment target;
  private final CpsLoad.Sender sender;
  private final CpsCheck check;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   */
  public CpsMeasurement(Plan plan, Deployment target, RunListener listener) {
    super(plan, target, listener);
    this.loads = new CpsLoads(plan);
    this.target = target;
    var names = AnchorNames.of(CpsFlow.ANCHOR_PREFIX);
    this.sender = new CpsLoad.Sender(target, names, TERMINATION_TIMEOUT);
    this.check = new CpsCheck(target, CpsFlow.published(), names);
  }

  @Override
  public List<Execution> executions(int repetition) {
    var executions = new ArrayList<Execution>();
    for (var setting : loads.embedded()) {
      executions.add(embedded(setting.id(), List.of(loads.exact(setting)), repetition));
    }
    if (!loads.embedded().isEmpty()) {
      executions.add(embedded(STEADY, loads.steady(loads.embedded()), repetition));
    }
    if (repetition == 1) {
      loads.besideFloor().forEach(it -> executions.add(new FloorExecution(it.id())));
    }
    if (!loads.remote().isEmpty()) {
      var exact = loads.remote().stream().map(loads::exact).toList();
      executions.add(remote(REMOTE, exact, repetition, target.base(), List.of()));
      // Apart, so that only what is warm is measured again where it was disturbed.
      executions.add(
          remote(
              REMOTE_STEADY, loads.steady(loads.remote()), repetition, target.base(), List.of()));
    }
    return executions;
  }

  private Execution embedded(String name, List<Phase> phases, int repetition) {
    var program = InProcessCps.Embedded.class;
    return new Sending(
        name,
        List.of(),
        sender.inProcess(Plan.name(name, repetition), program, phases),
        load -> check.inDatabase("embedded", load, InProcessCps.database(target, program)));
  }

  /**
   * Remote load against a service of this base.
   *
   * @param roles that are watched beside those of the run
   */
  Execution remote(
      String name, List<Phase> phases, int repetition, URI base, List<WatchedProcess> roles) {
    return new Sending(
        name, roles, sender.remote(Plan.name(name, repetition), phases, base, true), check::remote);
  }

  /** Says whether the flows of a load have left nothing behind. */
  private interface Remains {
    List<Check> of(String load) throws IOException, InterruptedException;
  }

  private record Sending(String name, List<WatchedProcess> roles, Load arrange, Remains remains)
      implements Execution {
    @Override
    public void check(List<Sample> samples, Outcome outcome)
        throws IOException, InterruptedException {
      remains.of(arrange.name()).forEach(outcome::add);
    }
  }

  private final class FloorExecution implements Execution {
    private final String beside;

    FloorExecution(String beside) {
      this.beside = beside;
    }

    @Override
    public String name() {
      return FLOOR;
    }

    @Override
    public Load arrange() {
      return sender.inProcess(FLOOR, InProcessCps.Floor.class, loads.floorPhases());
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome) {
      outcome.add(
          new Floor(
              "lean-table-unnest-" + CpsLoads.FLOOR_THREADS,
              samples.getLast().flowsPerSecond(),
              "flows/s",
              "The flow's four operations in raw JDBC on a lean table without foreign keys, its "
                  + CpsFlow.FRAGMENTS
                  + " fragments by unnest, one durable transaction each, "
                  + CpsLoads.FLOOR_THREADS
                  + " connections, no HTTP and no YANG.",
              beside));
    }
  }

  @Override
  public void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    if (loads.explains()) {
      new HashingExperiment(this, target, engine).run(loads);
    }
    listener.step("checking what the service holds");
    engine.outcome().add(check.readBack());
  }

  @Override
  public void summarize(Outcome outcome) {
    var embedded = steadyFlowsPerSecond(outcome, "embedded-10x100");
    embedded.ifPresent(rate -> outcome.summary("embeddedFlowsPerSecond", rate));
    outcome
        .floors()
        .mapToDouble(Floor::value)
        .average()
        .ifPresent(floor -> {
          outcome.summary("floorFlowsPerSecond", floor);
          embedded.ifPresent(rate -> outcome.summary("embeddedToFloor", rate / floor));
        });
    steadyFlowsPerSecond(outcome, "remote-10x100")
        .ifPresent(rate -> outcome.summary("remoteFlowsPerSecond", rate));
  }

  /** Mean steady flows by second over the repetitions. */
  private static OptionalDouble steadyFlowsPerSecond(Outcome outcome, String experiment) {
    return outcome
        .runs()
        .filter(run -> run.experiment().equals(experiment) && run.variant().equals(Variant.STEADY))
        .mapToDouble(ExperimentRun::flowsPerSecond)
        .average();
  }
}
