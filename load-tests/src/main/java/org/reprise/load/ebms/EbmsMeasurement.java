package org.reprise.load.ebms;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Role;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.Arrived;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Check;
import org.reprise.load.measure.Knee;
import org.reprise.load.measure.Variant;
import org.reprise.load.process.Processors;

/**
 * The Digikoppeling report: nominal load, peak load, the ramp, the steps beyond it in search of the
 * knee, the capacity beside its floors, and at last the check that every accepted Ping has exactly
 * one Pong.
 *
 * <p>Service and partner stay up over all of it; the program that sends the load is started anew
 * for each part.
 */
public final class EbmsMeasurement implements Measurement {
  private final EbmsPlan plan;
  private final EbmsTarget target;
  private final RunListener listener;
  private final PongCount pongs;
  private final CapacityBench bench;
  private @Nullable PongTally tally;
  private boolean warm;

  /**
   * Prepares a run.
   *
   * @param target that serves already
   */
  public EbmsMeasurement(EbmsPlan plan, EbmsTarget target, RunListener listener) {
    this.plan = plan;
    this.target = target;
    this.listener = listener;
    this.pongs = new PongCount(target.partner());
    this.bench =
        new CapacityBench(
            target,
            pongs,
            plan.wishes().flow(),
            plan.profile().benchWarmUp(),
            plan.profile().bench());
  }

  @Override
  public EbmsPlan plan() {
    return plan;
  }

  @Override
  public Processors processors() {
    return target.processors();
  }

  @Override
  public List<Role> roles() {
    return target.roles();
  }

  @Override
  public List<Execution> executions(int repetition) {
    var executions = new ArrayList<Execution>();
    for (var experiment : plan.experiments()) {
      var warms = plan.warms(experiment);
      if (warms && repetition == 1) {
        executions.add(new Sending(plan.coldPhase(experiment), 1, false));
      }
      executions.add(new Sending(plan.phase(experiment), repetition, warms));
    }
    return executions;
  }

  /** One load, from its announcement to the partner to its last Pong. */
  private final class Sending implements Execution {
    private final Phase phase;
    private final Shape.Arrivals shape;
    private final int repetition;
    private final boolean warms;
    private final PingIds ids = PingIds.random(target.partner().sink().host());

    /** The load of a phase; {@code warms} where the handler is warmed up before it. */
    Sending(Phase phase, int repetition, boolean warms) {
      this.phase = phase;
      this.shape = (Shape.Arrivals) phase.shape();
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
        bench.warmUp(listener);
      }
    }

    @Override
    public Load arrange() throws IOException, InterruptedException {
      target.partner().expect(ids, plan.wishes().flow(), shape.flows());
      var settings =
          new EbmsLoad(
              target.handler().toString(),
              plan.wishes().flow(),
              ids,
              plan.wishes().latency(),
              target.partner().warmUp().toString());
      var name = repetition == 1 ? phase.name() : phase.name() + "-" + repetition;
      return new Load(
          name,
          EbmsPingSimulation.class,
          LoadSpec.of("Digikoppeling " + name, List.of(phase), settings, EbmsLoad.GRACE),
          Map.of(),
          true);
    }

    @Override
    public void rest(List<Sample> samples) throws IOException, InterruptedException {
      if (samples.isEmpty()) {
        return;
      }
      Arrived arrived = Objects.requireNonNull(samples.getFirst().arrived());
      pongs.add(ids, arrived.answeredNumbers(), arrived.sent());
      if (!arrived.stopped().isEmpty()) {
        listener.notice(phase.name() + " ended before its last step: " + arrived.stopped());
      }
    }

    // The partner ends with the command: a run that goes on cannot ask it any more.
    @Override
    public void check(List<Sample> samples, Outcome outcome)
        throws IOException, InterruptedException {
      if (samples.isEmpty()) {
        return;
      }
      var each = pongs.last().checks().getFirst();
      var load = repetition == 1 ? phase.name() : phase.name() + "-" + repetition;
      outcome.add(new Check(each.id() + "." + load, each.passed(), each.detail()));
    }
  }

  @Override
  public void finish(RunEngine engine) throws IOException, InterruptedException {
    if (plan.benches()) {
      capacity(engine);
    }
    listener.step("checking that every Ping has its Pong");
    tally = pongs.tally();
    tally.checks().forEach(engine.outcome()::add);
  }

  private void capacity(RunEngine engine) throws IOException, InterruptedException {
    var began = Instant.now();
    try {
      bench.run(plan.profile().persistent(), listener);
    } finally {
      // What was measured before something failed is a result, too.
      engine.loads().sampler().mark("capacity", began, Duration.between(began, Instant.now()));
      bench.benches().forEach(engine.outcome()::add);
      bench.floors().forEach(engine.outcome()::add);
      bench.faults().forEach(listener::notice);
    }
  }

  @Override
  public void summarize(Outcome outcome) {
    knee(outcome);
    outcome
        .operations()
        .filter(one -> isRamp(one.experiment()) && one.variant().equals(Variant.REPORT_EXACT))
        .findFirst()
        .ifPresent(one -> outcome.summary("rampP99Ms", one.p99Ms()));
    outcome.quantity("networkLatencyMs", plan.wishes().latency().toMillis());
    outcome
        .benches()
        .forEach(bench -> {
          outcome.summary("pingsPerSecond." + bench.id(), bench.perSecond());
          var cpu = bench.cpuMs();
          if (cpu != null) {
            outcome.summary("cpuMsPerPing." + bench.id(), cpu);
          }
          outcome
              .floors()
              .filter(floor -> floor.id().equals(bench.floor()) && floor.value() > 0)
              .findFirst()
              .ifPresent(floor ->
                  outcome.summary("toFloor." + bench.id(), bench.perSecond() / floor.value()));
        });
    if (tally != null) {
      outcome.quantity("pingsAccepted", tally.accepted());
      outcome.quantity("pongsMatched", tally.matched());
      outcome.summary("pongsMissing", tally.accepted() - tally.matched());
    }
  }

  private static void knee(Outcome outcome) {
    var ramps = outcome.openLoads().filter(load -> isRamp(load.experiment())).toList();
    Knee.typical(ramps, EbmsPlan.limitMs())
        .ifPresent(knee -> {
          outcome.summary("knee", knee.perSecond());
          outcome.summary("kneeFound", knee.beyond().isPresent() ? 1 : 0);
          outcome.summary("generatorLimited", knee.generatorLimited() ? 1 : 0);
          outcome.quantity("kneeIsLowerBound", knee.beyond().isPresent() ? 0 : 1);
        });
  }

  private static boolean isRamp(String experiment) {
    return EbmsPlan.report().require(experiment).loadModel() instanceof LoadModel.Ramp;
  }
}
