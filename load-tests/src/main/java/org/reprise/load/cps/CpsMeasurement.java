package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Role;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Floor;
import org.reprise.load.measure.Variant;
import org.reprise.load.process.Processors;
import org.reprise.load.stack.ServiceTarget;

/**
 * CPS-307: each setting embedded and remote, the floor beside them, the explanation's experiment,
 * and at last the checks that nothing was lost and nothing is left.
 *
 * <p>The program of the embedded mode is started anew for each setting's own flows, as the report's
 * application was; their steady windows come in one program, which is warm then. The service stays
 * up over all settings, as the report's containers did, and so does the program that sends it the
 * remote load.
 */
public final class CpsMeasurement implements Measurement {
  private static final String REMOTE = "remote";
  private static final String STEADY = "embedded-steady";
  private static final String FLOOR = "floor";

  private final CpsPlan plan;
  private final ServiceTarget target;
  private final RunListener listener;
  private final CpsLoad.Sender sender;
  private final CpsCheck check;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   */
  public CpsMeasurement(CpsPlan plan, ServiceTarget target, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.listener = listener;
    var names = AnchorNames.of(plan.wishes().anchorPrefix());
    this.sender = new CpsLoad.Sender(target, names, plan.wishes().terminationTimeout());
    this.check = new CpsCheck(target, CpsFlow.published(), names);
  }

  @Override
  public CpsPlan plan() {
    return plan;
  }

  @Override
  public Processors processors() {
    return target.processors();
  }

  @Override
  public List<Role> roles() {
    return Role.of(target);
  }

  @Override
  public List<Execution> executions(int repetition) {
    var executions = new ArrayList<Execution>();
    for (var setting : plan.embedded()) {
      executions.add(embedded(setting.experiment().id(), plan.embeddedPhases(setting), repetition));
    }
    if (!plan.embedded().isEmpty()) {
      executions.add(embedded(STEADY, plan.embeddedSteadyPhases(), repetition));
    }
    if (repetition == 1) {
      plan.embedded().stream()
          .filter(CpsPlan::besideFloor)
          .forEach(setting -> executions.add(new FloorExecution(setting.experiment().id())));
    }
    if (!plan.remotePhases().isEmpty()) {
      executions.add(remote(REMOTE, plan.remotePhases(), repetition, target.base(), List.of()));
    }
    return executions;
  }

  private Execution embedded(String name, List<Phase> phases, int repetition) {
    var program = InProcessCps.Embedded.class;
    return new Sending(
        name,
        List.of(),
        sender.inProcess(numbered(name, repetition), program, phases, Map.of()),
        load -> check.inDatabase("embedded", load, InProcessCps.database(target, program)));
  }

  /**
   * Remote load against a service of this base.
   *
   * @param roles that are watched beside those of the run
   */
  Execution remote(String name, List<Phase> phases, int repetition, URI base, List<Role> roles) {
    return new Sending(
        name, roles, sender.remote(numbered(name, repetition), phases, base, true), check::remote);
  }

  private static String numbered(String name, int repetition) {
    return repetition == 1 ? name : name + "-" + repetition;
  }

  /** Says whether the flows of a load have left nothing behind. */
  private interface Remains {
    List<Check> of(String load) throws IOException, InterruptedException;
  }

  private record Sending(String name, List<Role> roles, Load arrange, Remains remains)
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
      return sender.inProcess(FLOOR, InProcessCps.Floor.class, plan.floorPhases(), Map.of());
    }

    @Override
    public void check(List<Sample> samples, Outcome outcome) {
      outcome.add(
          new Floor(
              "lean-table-unnest-" + CpsPlan.FLOOR_THREADS,
              samples.getLast().flowsPerSecond(),
              "flows/s",
              "The flow's four operations in raw JDBC on a lean table without foreign keys, its "
                  + CpsFlow.FRAGMENTS
                  + " fragments by unnest, one durable transaction each, "
                  + CpsPlan.FLOOR_THREADS
                  + " connections, no HTTP and no YANG.",
              beside));
    }
  }

  @Override
  public void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    if (plan.explains()) {
      new HashingExperiment(this, target, engine).run(plan);
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
