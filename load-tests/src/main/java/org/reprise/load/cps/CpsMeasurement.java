package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.cps.sample.L2Topology;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.WatchedProcess;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Floor;

/**
 * CPS-307: each setting embedded and remote, the floor beside them, the explanation's experiment,
 * and at last the checks that nothing was lost and nothing is left.
 *
 * <p>The program of the embedded mode is started anew for each setting's own flows, as the report's
 * application was; their steady windows come in one program, which is warm then. The service stays
 * up over all settings, as the report's containers did. One program sends it the report's own
 * remote flows, another the steady ones.
 */
public final class CpsMeasurement extends Measurement {
  private static final String REMOTE = "remote";
  private static final String REMOTE_STEADY = "remote-steady";
  private static final String STEADY = "embedded-steady";

  /** How long the threads of a phase have to finish, as in the report's test application. */
  static final Duration TERMINATION_TIMEOUT = Duration.ofSeconds(1200);

  private final CpsLoads loads;
  private final Deployment target;
  private final AnchorNames names = AnchorNames.ofOneRun();
  private final CpsCheck check;

  public CpsMeasurement(Plan plan, Deployment target, RunListener listener) {
    super(plan, target, listener);
    this.loads = new CpsLoads(plan);
    this.target = target;
    this.check = new CpsCheck(target, names);
  }

  @Override
  protected List<Execution> executions(int repetition) {
    var executions = new ArrayList<Execution>();
    for (var setting : loads.embedded()) {
      executions.add(embedded(setting.id(), List.of(loads.exact(setting)), repetition));
    }
    if (!loads.embedded().isEmpty()) {
      executions.add(embedded(STEADY, loads.steady(loads.embedded()), repetition));
    }
    if (repetition == 1) {
      loads.besideFloor().forEach(it -> executions.add(floor(it.id())));
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
    var load = inProcess(Plan.name(name, repetition), InProcessCps.EMBEDDED, phases);
    var database = target.database(InProcessCps.EMBEDDED);
    return new Sending(
        name,
        List.of(),
        load,
        (_, outcome) -> check.inDatabase("embedded", load.name(), database).forEach(outcome::add));
  }

  private Execution remote(
      String name, List<Phase> phases, int repetition, URI base, List<WatchedProcess> roles) {
    var once = Plan.name(name, repetition);
    var load =
        new Load(
            once,
            CpsRemoteSimulation.class,
            spec(once, phases, base.toString()),
            target.credentials().variables(),
            true);
    return new Sending(name, roles, load, (_, outcome) -> check.remote(once).forEach(outcome::add));
  }

  private Execution floor(String beside) {
    return new Sending(
        InProcessCps.FLOOR,
        List.of(),
        inProcess(InProcessCps.FLOOR, InProcessCps.FLOOR, loads.floorPhases()),
        (samples, outcome) ->
            outcome.add(
                new Floor(
                    "lean-table-unnest-" + CpsLoads.FLOOR_THREADS,
                    samples.getLast().flowsPerSecond(),
                    "flows/s",
                    "The flow's four operations in raw JDBC on a lean table without foreign keys,"
                        + " its %d fragments by unnest, one durable transaction each, %d"
                            .formatted(L2Topology.FRAGMENTS, CpsLoads.FLOOR_THREADS)
                        + " connections, no HTTP and no YANG.",
                    beside)));
  }

  /** Each mode has a database of its own. */
  private Load inProcess(String name, String mode, List<Phase> phases) {
    var environment = InProcessCps.environment(target.database(mode));
    return new Load(name, InProcessCps.class, spec(name, phases, mode), environment, false);
  }

  private LoadSpec spec(String name, List<Phase> phases, String base) {
    var settings = new CpsLoad(base, names.ownPrefix());
    return LoadSpec.of("CPS-307 " + name, phases, settings, TERMINATION_TIMEOUT);
  }

  private interface Look {
    void at(List<Sample> samples, Outcome outcome) throws IOException, InterruptedException;
  }

  private record Sending(String name, List<WatchedProcess> roles, Load arrange, Look look)
      implements Execution {
    @Override
    public void check(List<Sample> samples, Outcome outcome)
        throws IOException, InterruptedException {
      look.at(samples, outcome);
    }
  }

  @Override
  protected void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    if (loads.explains()) {
      explainOffset(engine);
    }
    listener.step("checking what the service holds");
    engine.outcome().add(check.readBack());
  }

  /**
   * The experiment behind the report's remote offset: the same remote flow against the same service
   * on the same database, which now compares the password with a BCrypt hash for every single
   * request. What one such comparison costs, and how many the machine does at once, is measured
   * alone, on the idle machine, just before.
   */
  private void explainOffset(RunEngine engine)
      throws IOException, SQLException, InterruptedException {
    listener.step("one BCrypt comparison alone");
    var hashing = new Hashing(target.credentials().password());
    var alone = hashing.comparisonsPerSecond(1);
    var all = hashing.comparisonsPerSecond(Runtime.getRuntime().availableProcessors());
    engine.outcome().quantity("bcryptMs", 1e3 / alone);
    engine.outcome().quantity("hashingCores", all / alone);
    var slow =
        CpsService.of(target.database().orElseThrow(), target.credentials(), hashing.eachRequest());
    try (var service = target.startBeside("cps-core-hashing", slow)) {
      // A process of ours: what it uses is not the work of others.
      var role = WatchedProcess.service("cps-core (hashing)", service, target.credentials());
      var base = service.origin().resolve(CpsService.ADDRESS.path());
      for (var phase : loads.explained()) {
        listener.step(phase.experiment() + ", " + phase.variant());
        engine.measure(remote(phase.name(), List.of(phase), 1, base, List.of(role)), 1);
      }
    }
  }
}
