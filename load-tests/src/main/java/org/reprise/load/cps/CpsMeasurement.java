package org.reprise.load.cps;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.EnvFile;
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
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * CPS-307: each setting embedded and remote, the floor beside them, the explanation's experiment,
 * and at last the checks that nothing was lost and nothing is left.
 *
 * <p>The program of the embedded mode is started anew for each setting's own flows, as the report's
 * application was; their steady windows come in one program, which is warm then. The service stays
 * up over all settings, as the report's containers did. One program sends it the report's own
 * remote flows, another the steady ones.
 */
final class CpsMeasurement extends Measurement {
  /** How long the threads of a phase have to finish, as in the report's test application. */
  static final Duration TERMINATION_TIMEOUT = Duration.ofSeconds(1200);

  private final CpsLoads loads;
  private final String anchorPrefix = CpsFlow.newAnchorPrefix();
  private final CpsCheck check;

  CpsMeasurement(Plan plan, Deployment deployment, RunListener listener) {
    super(plan, deployment, listener);
    this.loads = new CpsLoads(plan);
    this.check = new CpsCheck(deployment, anchorPrefix);
  }

  @Override
  protected List<Execution> executions(int repetition) {
    var executions = new ArrayList<Execution>();
    var embedded = loads.embedded();
    embedded.forEach(it -> executions.add(embedded(it.id(), List.of(loads.exact(it)), repetition)));
    if (!embedded.isEmpty()) {
      executions.add(embedded("embedded-steady", loads.steady(embedded), repetition));
    }
    loads.besideFloor().forEach(it -> executions.add(floor(it.id(), repetition)));
    var remote = loads.remote();
    if (!remote.isEmpty()) {
      // Apart, so that only what is warm is measured again where it was disturbed.
      var base = deployment.base();
      var exact = remote.stream().map(loads::exact).toList();
      executions.add(remote("remote", exact, repetition, base, List.of()));
      executions.add(remote("remote-steady", loads.steady(remote), repetition, base, List.of()));
    }
    return executions;
  }

  private Execution embedded(String name, List<Phase> phases, int repetition) {
    var load = inProcess(Plan.name(name, repetition), InProcessCps.EMBEDDED, phases);
    var database = deployment.database(InProcessCps.EMBEDDED);
    return new Sending(
        name,
        List.of(),
        load,
        (_, outcome) -> check.inDatabase("embedded", load.name(), database).forEach(outcome::add));
  }

  private Execution remote(
      String name, List<Phase> phases, int repetition, URI base, List<WatchedProcess> roles) {
    var once = Plan.name(name, repetition);
    var spec = spec(once, phases, base.toString());
    var secrets = deployment.credentials().variables();
    var load = new Load(once, CpsRemoteSimulation.class, spec, secrets, true);
    return new Sending(name, roles, load, (_, outcome) -> check.remote(once).forEach(outcome::add));
  }

  private Execution floor(String beside, int repetition) {
    var name = Plan.name(InProcessCps.FLOOR, repetition);
    return new Sending(
        InProcessCps.FLOOR,
        List.of(),
        inProcess(name, InProcessCps.FLOOR, loads.floorPhases()),
        (samples, outcome) ->
            outcome.quantity("floor." + beside, samples.getLast().flowsPerSecond()));
  }

  private Load inProcess(String name, String mode, List<Phase> phases) {
    var environment = InProcessCps.environment(deployment.database(mode));
    return new Load(name, InProcessCps.class, spec(name, phases, mode), environment, false);
  }

  private LoadSpec spec(String name, List<Phase> phases, String base) {
    var settings = new CpsFlow.Load(base, anchorPrefix);
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
    listener.step("devices, as in ONAP's own performance tests");
    try (var rest = new CpsRest(deployment.base(), deployment.credentials())) {
      new CpsDevices(rest, anchorPrefix + "devices", engine.outcome())
          .measure(plan.profile().count("maxDevices"));
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
    var encoder = new BCryptPasswordEncoder(10);
    var password = deployment.credentials().password();
    var hash = String.valueOf(encoder.encode(password));
    var alone = perSecond(1, () -> encoder.matches(password, hash));
    var cores = Runtime.getRuntime().availableProcessors();
    var all = perSecond(cores, () -> encoder.matches(password, hash));
    engine.outcome().quantity("bcryptMs", 1e3 / alone);
    engine.outcome().quantity("hashingCores", all / alone);
    var ttl = "REPRISE_SECURITY_VERIFICATION_CACHE_TTL";
    var settings = Map.of(EnvFile.PASSWORD, "{bcrypt}" + hash, ttl, "0s");
    var slow =
        CpsSuite.service(deployment.database().orElseThrow(), deployment.credentials(), settings);
    try (var service = deployment.startBeside("cps-core-hashing", slow)) {
      // A process of ours: what it uses is not the work of others.
      var role =
          new WatchedProcess(
              "cps-core (hashing)",
              service.handle(),
              new WatchedProcess.Service(service.origin(), deployment.credentials(), true));
      var base = service.origin().resolve(CpsSuite.ADDRESS.path());
      for (var phase : loads.explained()) {
        listener.step(phase.experiment() + ", " + phase.variant());
        engine.measure(remote(phase.name(), List.of(phase), 1, base, List.of(role)), 1);
      }
    }
  }

  /**
   * Two threads that share a core's units do less than twice the work of one, and only this tells
   * by how much.
   */
  private static double perSecond(int threads, BooleanSupplier comparison) {
    var done = new LongAdder();
    var start = System.nanoTime();
    try (var workers = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        workers.execute(() -> {
          while (System.nanoTime() - start < 5e9 && comparison.getAsBoolean()) {
            done.increment();
          }
        });
      }
    }
    return done.sum() * 1e9 / (System.nanoTime() - start);
  }
}
