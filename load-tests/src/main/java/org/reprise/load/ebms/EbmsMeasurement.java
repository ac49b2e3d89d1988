package org.reprise.load.ebms;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.measure.Check;

/**
 * The Digikoppeling report: nominal load, peak load, the ramp, the steps beyond it in search of the
 * knee, the capacity beside its floors, and at last the check that every accepted Ping has exactly
 * one Pong.
 *
 * <p>Service and partner stay up over all of it; the program that sends the load is started anew
 * for each part.
 */
final class EbmsMeasurement extends Measurement {
  private final EbmsLoads loads;
  private final EbmsSuite suite;
  private final Partner partner;
  private final Capacity capacity;
  private boolean warm;

  EbmsMeasurement(Plan plan, EbmsSuite suite, Deployment deployment, RunListener listener) {
    super(plan, deployment, listener);
    this.loads = new EbmsLoads(plan);
    this.suite = suite;
    this.partner = deployment.add(new Partner(suite.sinkFor(plan.target())));
    this.capacity =
        new Capacity(
            deployment,
            partner,
            suite.flow(),
            plan.profile().seconds("capacityWarmUp"),
            plan.profile().seconds("capacity"));
  }

  /** Gives a handler of ours the agreement; anybody else's must know it already. */
  @Override
  protected void prepare(LoadLauncher launcher, Outcome outcome)
      throws IOException, InterruptedException {
    outcome.quantity("scale.networkLatencyMs", suite.latency().toMillis());
    if (!(plan.target() instanceof Target.Remote)) {
      capacity.agree(deployment.base(), suite.flow(), false);
    }
  }

  @Override
  protected List<Execution> executions(int repetition) {
    var executions = new ArrayList<Execution>();
    for (var experiment : plan.experiments()) {
      var warms = loads.warms(experiment);
      if (warms && repetition == 1) {
        executions.add(new Sending(loads.coldPhase(experiment), 1, false));
      }
      executions.add(new Sending(loads.phase(experiment), repetition, warms));
    }
    return executions;
  }

  /** One load, from its announcement to the partner to its last Pong. */
  private final class Sending implements Execution {
    private final Phase phase;
    private final int repetition;
    private final boolean warms;
    private @Nullable PingIds ids;

    /** The load of a phase; {@code warms} where the handler is warmed up before it. */
    Sending(Phase phase, int repetition, boolean warms) {
      this.phase = phase;
      this.repetition = repetition;
      this.warms = warms;
    }

    @Override
    public String name() {
      return phase.name();
    }

    @Override
    public void reset() throws IOException, InterruptedException {
      if (warms && !warm) {
        listener.step("warming the handler up");
        warm = true;
        capacity.warmUp(listener);
      }
    }

    @Override
    public Load arrange() throws IOException, InterruptedException {
      // Measured again it has Pings of its own.
      var pings = PingIds.random(partner.sink().host());
      ids = pings;
      partner.expect(pings, suite.flow());
      var settings =
          new EbmsLoad(
              deployment.base().toString(),
              suite.flow(),
              pings,
              suite.latency(),
              partner.warmUp().toString());
      var name = Plan.name(phase.name(), repetition);
      return new Load(
          name,
          PingRampSimulation.class,
          LoadSpec.of("Digikoppeling " + name, List.of(phase), settings, EbmsLoad.GRACE),
          Map.of(),
          true);
    }

    // The partner ends with the command: a run that goes on cannot ask it any more.
    @Override
    public void check(List<Sample> samples, Outcome outcome) throws InterruptedException {
      if (samples.isEmpty()) {
        return;
      }
      var sample = samples.getFirst();
      var stopped = Objects.requireNonNull(sample.arrived()).stopped();
      if (!stopped.isEmpty()) {
        listener.notice(phase.name() + " ended before its last step: " + stopped);
      }
      var answered = new BitSet();
      sample.acknowledged(Sample.ANSWERED).forEach(it -> answered.set(Integer.parseInt(it)));
      var checks = partner.sent(Objects.requireNonNull(ids), answered, sample.count(Sample.SENT));
      var load = "." + Plan.name(phase.name(), repetition);
      checks.forEach(it -> outcome.add(new Check(it.id() + load, it.passed(), it.detail())));
    }
  }

  @Override
  protected void finish(RunEngine engine) throws IOException, InterruptedException {
    if (loads.measuresCapacity()) {
      var began = Instant.now();
      try {
        capacity.measure(plan.profile().flag("persistent"), engine);
      } finally {
        engine.loads().sampler().mark("capacity", began, Duration.between(began, Instant.now()));
      }
    }
    listener.step("checking that every Ping has its Pong");
    partner.checks().forEach(engine.outcome()::add);
  }
}
