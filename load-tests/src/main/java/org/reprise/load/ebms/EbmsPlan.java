package org.reprise.load.ebms;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Statement;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Program;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.engine.Stage;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;

/** What a run of the Digikoppeling report will do, with what its parts took on two cores. */
public final class EbmsPlan extends Plan<EbmsProfile> {
  /** The agreement under which the suite sends unless told otherwise. */
  public static final String CPA_ID = "reprise.load-test";

  /** The party that the suite plays unless told otherwise. */
  public static final String FROM = "00000000000000000001";

  /** The party that is measured unless told otherwise. */
  public static final String TO = "00000000000000000002";

  /** Behind an experiment's id: its first rate, before the handler is warm. */
  private static final String COLD = "-cold";

  /** Gatling's own start, its warm-up, and the last Pongs. */
  private static final Duration AROUND_LOAD = Duration.ofSeconds(6);

  private static final Program PARTNER = new Program(150, 0);

  /** What a warm-up leaves to the handler's compilers. */
  private static final Duration COMPILING = Duration.ofSeconds(4);

  private static final Duration CHECK = Duration.ofSeconds(1);

  private final Wishes wishes;

  /** The plan of a profile. */
  public EbmsPlan(RunRequest request, Wishes wishes) {
    super(report(), request, request.profile(EbmsProfile.ALL));
    this.wishes = wishes;
  }

  /** The report as published, so that table row and load cannot drift apart. */
  static Baseline report() {
    return Baselines.load("digikoppeling-2018");
  }

  /**
   * What the user says about the flow.
   *
   * @param flow agreement and parties
   * @param latency that every Ping waits in addition, in the place of a network's
   * @param sink where Pongs come in
   */
  public record Wishes(EbmsPing flow, Duration latency, SinkAddress sink) {
    public Wishes {
      if (latency.isNegative() || latency.compareTo(Duration.ofSeconds(10)) > 0) {
        throw new IllegalArgumentException("--network-latency: 0 to 10000 ms, not " + latency);
      }
    }
  }

  /** What the user says. */
  Wishes wishes() {
    return wishes;
  }

  /** The load of an experiment. */
  Phase phase(Experiment experiment) {
    return new Phase(
        experiment.id(), experiment.id(), Variant.REPORT_EXACT, profile().load(experiment));
  }

  /** Its first rate alone, as the first load of a handler that has just been started. */
  Phase coldPhase(Experiment experiment) {
    var load = profile().load(experiment);
    return new Phase(
        experiment.id() + COLD,
        experiment.id(),
        Variant.COLD,
        new Shape.Arrivals(List.of(load.levels().getFirst()), 1, load.limitMs(), load.giveUp()));
  }

  /** The limit of the average response time, milliseconds. */
  static double limitMs() {
    return report().statement("time-limit").map(Statement::value).orElseThrow() * 1000;
  }

  /**
   * Whether the handler is warmed up before it, its cold start having been measured: before a ramp,
   * and never a handler that is not ours, which nobody asked to be loaded to its limit.
   */
  boolean warms(Experiment experiment) {
    return local() && experiment.loadModel() instanceof LoadModel.Ramp;
  }

  /** Whether capacity and floors are measured: in whole runs against processes of ours. */
  public boolean benches() {
    return local() && notRun().isEmpty();
  }

  private Duration benchTime() {
    return profile()
        .bench()
        .plus(profile().benchWarmUp())
        .multipliedBy(profile().persistent() ? 6 : 4)
        .plusSeconds(profile().persistent() ? 25 : 10);
  }

  /** PostgreSQL, the service, its partner. */
  @Override
  protected List<Program> programs() {
    return local()
        ? List.of(new Program(250, 6, 350), new Program(450, 7), PARTNER)
        : List.of(PARTNER);
  }

  @Override
  protected List<Stage> stages() {
    var stages = new ArrayList<Stage>();
    for (var experiment : experiments()) {
      if (warms(experiment)) {
        stages.add(Stage.load(List.of(coldPhase(experiment)), 1, AROUND_LOAD, 1));
        stages.add(Stage.of(profile().benchWarmUp().multipliedBy(2).plus(COMPILING)));
      }
      stages.add(Stage.load(List.of(phase(experiment)), 1, AROUND_LOAD, repeat()));
    }
    stages.add(
        Stage.of(
            "capacity",
            "measured beside its floors",
            Duration.ZERO,
            benchTime(),
            benches() ? 1 : 0));
    stages.add(Stage.of(CHECK));
    return stages;
  }

  @Override
  protected List<String> remarks() {
    var remarks = new ArrayList<String>();
    remarks.add(
        "network latency: "
            + (wishes.latency().isZero()
                ? "none added (the report's times hold 14 ms of it)"
                : wishes.latency().toMillis() + " ms added to every Ping"));
    if (!local()) {
      remarks.add("Pongs come to %s:%d".formatted(wishes.sink().host(), wishes.sink().port()));
    }
    return remarks;
  }

  @Override
  public RunningTarget open(Home home, Path logs, Phases phases)
      throws IOException, InterruptedException {
    return EbmsTarget.open(target(), wishes, shares(), home, logs, phases);
  }

  @Override
  public Measurement measurement(RunningTarget open, Home home, Path folder, RunListener listener) {
    return new EbmsMeasurement(this, (EbmsTarget) open, listener);
  }
}
