package org.reprise.load.ebms;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Execution;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.generator.LoadLauncher;
import org.reprise.load.generator.LoadLauncher.Load;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.RunListener;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.generator.Shape.Level;
import org.reprise.load.measure.Variant;

/**
 * The Digikoppeling report: nominal load, peak load, the ramp, the search for the knee, capacity
 * and floors, and at last the check that every accepted Ping has exactly one Pong. Service and
 * partner stay up over all of it.
 */
final class EbmsMeasurement extends Measurement {
  /**
   * Each step beyond the ramp has this many times the rate of the one before. At 1.5 the first one
   * beyond the knee was so far beyond it that the generator beside the handler was late, too.
   */
  private static final double SEARCH_FACTOR = 1.25;

  private final EbmsSuite suite;
  private final Partner partner;
  private final Capacity capacity;

  /** Why the last ramp ended before its last step: then there is nothing to search. */
  private String rampEnded = "";

  EbmsMeasurement(Plan plan, EbmsSuite suite, Deployment deployment, RunListener listener) {
    super(plan, deployment, listener);
    this.suite = suite;
    this.partner =
        deployment.add(new Partner(suite.sinkFor(plan.target()), EbmsService.SENT_AGAIN_AFTER));
    this.capacity = new Capacity(deployment, partner, suite.flow(), plan.profile());
  }

  static Shape.Arrivals load(Profile profile, Experiment experiment) {
    var levels = new ArrayList<Level>();
    if (experiment.loadModel() instanceof LoadModel.Constant(double perSecond)) {
      var nominal = profile.seconds("nominal").toSeconds();
      // Twice the rate needs less time for as many Pings.
      var seconds = perSecond > 0.3 ? nominal * 2 / 3 : nominal;
      levels.add(new Level(perSecond, Duration.ofSeconds(seconds)));
      return new Shape.Arrivals(levels, Double.MAX_VALUE);
    }
    var ramp = (LoadModel.Ramp) experiment.loadModel();
    for (int i = 1; i <= Math.min(ramp.steps(), profile.count("rampSteps")); i++) {
      levels.add(new Level(i * ramp.increment(), profile.seconds("rampStep")));
    }
    return new Shape.Arrivals(levels, ramp.stopAboveMs());
  }

  /** What goes on beyond a ramp in search of the knee, to three times the rate that is carried. */
  static Phase searchPhase(Profile profile, Experiment experiment) {
    var ramp = (LoadModel.Ramp) experiment.loadModel();
    var levels = new ArrayList<Level>();
    double rate = ramp.increment() * ramp.steps();
    for (int i = 0; i < profile.count("searchSteps"); i++) {
      rate = Math.round(rate * SEARCH_FACTOR);
      levels.add(new Level(rate, profile.seconds("searchStep")));
    }
    var shape = new Shape.Arrivals(levels, ramp.stopAboveMs());
    return new Phase(experiment.id() + "-search", experiment.id(), Variant.SEARCH, shape);
  }

  /** A handler at a URL is loaded beyond the report's rates only where its owner asks for it. */
  private static boolean searches(Plan plan, EbmsSuite suite, Experiment experiment) {
    return experiment.loadModel() instanceof LoadModel.Ramp
        && (suite.search || !(plan.target() instanceof Target.Remote));
  }

  /** Returns whether capacity and floors are measured: in whole runs against processes of ours. */
  static boolean measuresCapacity(Plan plan) {
    return plan.local() && plan.notRun().isEmpty();
  }

  static List<String> describe(Plan plan, EbmsSuite suite) {
    var lines = new ArrayList<String>();
    for (var experiment : plan.experiments()) {
      lines.add(plan.line(experiment.id(), load(plan.profile(), experiment).text()));
      if (searches(plan, suite, experiment)) {
        var search = searchPhase(plan.profile(), experiment);
        lines.add(Plan.line(search.name(), search.shape().text(), plan.repeat()));
      }
    }
    lines.add(Plan.line("capacity", "measured beside its floors", measuresCapacity(plan) ? 1 : 0));
    return lines;
  }

  /** Gives a handler of ours the agreement; anybody else's gets it where the user says so. */
  @Override
  protected void prepare(LoadLauncher launcher, Outcome outcome)
      throws IOException, InterruptedException {
    outcome.quantity("scale.networkLatencyMs", suite.latency().toMillis());
    if (!(plan.target() instanceof Target.Remote)) {
      capacity.agree(deployment.base(), suite.flow(), false);
    } else if (suite.importAgreement != null) {
      var credentials = Properties.ofProcess().credentials();
      suite.flow().agree(suite.importAgreement, credentials, deployment.base(), partner, false);
    }
  }

  /** Never of a handler that is not ours, which nobody asked to be loaded to its limit. */
  @Override
  protected List<Execution> warmUps() {
    return plan.local() ? capacity.warmUps() : List.of();
  }

  @Override
  protected List<Execution> executions(int repetition) {
    var executions = new ArrayList<Execution>();
    for (var experiment : plan.experiments()) {
      var phase = Phase.of(experiment.id(), load(plan.profile(), experiment));
      executions.add(new Sending(phase, repetition));
      // A search is sent in clear text.
      if (searches(plan, suite, experiment) && "http".equals(deployment.base().getScheme())) {
        executions.add(new Sending(searchPhase(plan.profile(), experiment), repetition));
      }
    }
    return executions;
  }

  private final class Sending extends Repeated {
    private final Phase phase;
    private @Nullable PingIds ids;

    Sending(Phase phase, int repetition) {
      super(phase.name(), repetition);
      this.phase = phase;
    }

    @Override
    public Load arrange() throws IOException, InterruptedException {
      // Measured again it has Pings of its own.
      var pings = PingIds.random(partner.sink().host());
      ids = pings;
      partner.expect(pings, suite.flow());
      var spec =
          new PingRampSimulation.Settings(
                  deployment.base().toString(),
                  suite.flow(),
                  pings,
                  suite.latency(),
                  partner.warmUp().toString())
              .load("Digikoppeling " + id(), phase);
      return new Load(id(), PingRampSimulation.class, spec, Map.of(), true);
    }

    /** The search is sent from here, at rates that Gatling does not reach beside a handler. */
    @Override
    public List<Sample> send(LoadLauncher loads, Load load)
        throws IOException, InterruptedException {
      if (!phase.variant().equals(Variant.SEARCH)) {
        return loads.send(load);
      }
      var own = Objects.requireNonNull(ids);
      var lean = suite.flow().lean(deployment.base(), own, EbmsPing.Reply.PONG_LATER);
      return rampEnded.isEmpty()
          ? lean.arrivals(phase, PingRampSimulation.PING, suite.latency())
          : List.of();
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
      rampEnded = phase.variant().equals(Variant.SEARCH) ? "" : stopped;
      var checks = partner.sent(Objects.requireNonNull(ids), sample);
      checks.forEach(it -> check(outcome, it.id(), it.passed(), it.detail()));
    }
  }

  @Override
  protected void finish(RunEngine engine) throws IOException, SQLException, InterruptedException {
    if (measuresCapacity(plan)) {
      listener.step("capacity");
      capacity.measure(plan.profile().flag("persistent"), engine);
    }
    listener.step("checking that every Ping has its Pong");
    partner.checks().forEach(engine.outcome()::add);
  }
}
