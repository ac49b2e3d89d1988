package org.reprise.load.gc;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.child.RunListener;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.ServiceTimes;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Program;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.engine.Stage;
import org.reprise.load.generator.Shape;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.ServicesTarget;

/** What a run of the CLM report's parts on global configurations will do. */
final class GcPlan extends Plan<GcProfile> {
  /** The baseline. */
  static final String REPORT = "clm-60-gc";

  /** Why there is but one target. */
  private static final String ONLY_LOCAL =
      "measured where each application is a process of its own and all of them are filled by the"
          + " run: --target local";

  private static final String ONLY_WITHOUT_SERVICE_TIMES =
      "what the applications let through is given by their simulated service times";

  /** One user comes every second (Test Methodology). */
  private static final Duration ARRIVAL = Duration.ofSeconds(1);

  /** Where users do not come one by one, all of them are there after this time. */
  private static final Duration LONGEST_COMING = Duration.ofSeconds(10);

  /** At least: processes that have just been started compile their code. */
  private static final Duration WARM_UP = Duration.ofSeconds(4);

  /** Some more than ten: they do not come evenly. */
  private static final int FEWEST_SCRIPTS = 12;

  /** What users who come in the middle of their scripts have ahead is done by then. */
  private static final Duration SETTLING = Duration.ofSeconds(4);

  private static final Duration PILING_UP = Duration.ofSeconds(8);

  private static final Duration AROUND = Duration.ofSeconds(6);
  private static final long BYTES = 200L << 20;

  private final ServiceTimes serviceTimes;

  /**
   * A run.
   *
   * @param serviceTimes that its applications simulate
   */
  GcPlan(RunRequest request, GcProfile profile, ServiceTimes serviceTimes) {
    super(report(), request, profile);
    this.serviceTimes = serviceTimes;
  }

  /** What the applications simulate while users are there. */
  ServiceTimes serviceTimes() {
    return serviceTimes;
  }

  /** The report. */
  static Baseline report() {
    return Baselines.load(REPORT);
  }

  /** What a run is called among the files and checks of a repetition. */
  static String name(GcRun run, int repetition) {
    return repetition == 1 ? run.experiment() : run.experiment() + "-" + repetition;
  }

  /** What is run in a repetition, in the report's order. */
  List<GcRun> runs() {
    return experiments().stream().map(GcRun::of).toList();
  }

  /** Of a think time of the report, or of ours, what it is in this profile. */
  Duration shortened(GcRun run, Duration think) {
    return Duration.ofNanos(Math.round(think.toNanos() * profile().timeFactor(run)));
  }

  /**
   * Whether users who create are in the middle of their scripts when they come. What they then have
   * behind them would fill applications that take their time for longer than a level lasts.
   */
  boolean comeInTheMiddle() {
    return serviceTimes.read().isZero();
  }

  /** From the coming of a user to that of the next one. */
  Duration arrival(GcRun run) {
    var coming = coming(run);
    if (run.workload() != GcRun.Workload.UI || comeInTheMiddle()) {
      return coming;
    }
    // Over the time of a script they come to be evenly spread over it, too.
    var script = shortened(run, run.think()).multipliedBy(UiScripts.PAGES).dividedBy(run.users());
    return Collections.max(List.of(coming, script));
  }

  private Duration coming(GcRun run) {
    if (profile().arrivals() && !run.projected()) {
      return ARRIVAL;
    }
    var think = shortened(run, run.think());
    var all = think.compareTo(LONGEST_COMING) > 0 ? LONGEST_COMING : think;
    return all.dividedBy(run.users());
  }

  /** The users of a load, who count once all of them are there and each has had a turn. */
  Shape.Window shape(GcRun run) {
    var settling = run.workload() == GcRun.Workload.UI ? SETTLING : Duration.ofSeconds(1);
    if (serviceTimes.isOn() && run.workload() != GcRun.Workload.WARM_UP) {
      // So that what does not go through has piled up.
      settling = settling.plus(PILING_UP);
    }
    var warmUp = arrival(run).multipliedBy(run.users()).plus(settling);
    return new Shape.Window(
        run.users(), warmUp.compareTo(WARM_UP) < 0 ? WARM_UP : warmUp, counted(run));
  }

  /** Longer where few users create: a claim about a page needs ten values. */
  private Duration counted(GcRun run) {
    var creating =
        run.groups().stream()
            .filter(it -> it.name().equals(UiScripts.WRITES))
            .mapToInt(GcRun.Group::users)
            .sum();
    if (!profile().judged() || creating == 0) {
      return profile().counted();
    }
    var script = shortened(run, run.think()).multipliedBy(UiScripts.PAGES);
    var needed = script.multipliedBy(FEWEST_SCRIPTS).dividedBy(creating);
    return Collections.max(List.of(needed, profile().counted()));
  }

  /** A database server, four applications, and the service. */
  @Override
  protected List<Program> programs() {
    var application = new Program(500, 6);
    return List.of(
        new Program(600, 4, 700),
        application,
        application,
        application,
        application,
        new Program(750, 8));
  }

  @Override
  protected List<Stage> stages() {
    var stages = new ArrayList<Stage>();
    stages.add(Stage.of(Duration.ofSeconds(8)));
    stages.add(Stage.of(shape(GcRun.warmUp()).ownTime().plus(AROUND)));
    for (var run : runs()) {
      var shape = shape(run);
      stages.add(
          Stage.of(
              run.experiment(),
              "%,d users, one more every %d ms, a think time of %s, counted for %d s"
                  .formatted(
                      run.users(),
                      arrival(run).toMillis(),
                      thinkTimes(run),
                      shape.length().toSeconds()),
              shape.ownTime(),
              AROUND,
              repeat()));
    }
    stages.add(Stage.of(Duration.ofSeconds(5)));
    return stages;
  }

  private String thinkTimes(GcRun run) {
    return String.join(
        "/",
        run.groups().stream()
            .map(it -> "%.1f s".formatted(shortened(run, it.think()).toMillis() / 1000.0))
            .distinct()
            .toList());
  }

  /** Whoever asks for this system alone is told so; {@code run all} leaves it out. */
  @Override
  protected Optional<String> impossible(Experiment experiment) {
    if (!local()) {
      return Optional.of(ONLY_LOCAL);
    }
    var run = GcRun.of(experiment);
    return run.projected() && isBounded(run.workload())
        ? Optional.of(ONLY_WITHOUT_SERVICE_TIMES)
        : Optional.empty();
  }

  /**
   * Whether the applications take their time for some requests of a workload. All kinds of requests
   * wait for the same places.
   */
  private boolean isBounded(GcRun.Workload workload) {
    return switch (workload) {
      // A commit has each application commit what it contributes.
      case UI -> !serviceTimes.read().isZero() || !serviceTimes.write().isZero();
      case STRESS -> !serviceTimes.proxied().isZero();
      // Some of its users select a configuration by the proxies.
      case INTEGRATION -> !serviceTimes.write().isZero() || !serviceTimes.proxied().isZero();
      case WARM_UP -> false;
    };
  }

  @Override
  protected long dataBytes(Duration load) {
    return BYTES;
  }

  @Override
  protected List<String> remarks() {
    var remarks = new ArrayList<>(serviceTimes.remarks());
    Collections.addAll(
        remarks,
        "%d components and projects of each application, 131 streams, 262 baselines"
            .formatted(Applications.PROJECTS),
        "ours: 1.58 s between two requests of the stress test (316 a second of 500 users), 16 pages"
            + " of a script that creates (220 an hour of 100 users), 11, 11 and 8 pages of a link,"
            + " 8 of a selection",
        "think times × %s in the web UI, %s in the stress test, %s in the integration"
            .formatted(
                profile().timeFactor(GcRun.Workload.UI),
                profile().timeFactor(GcRun.Workload.STRESS),
                profile().timeFactor(GcRun.Workload.INTEGRATION)));
    return remarks;
  }

  @Override
  public RunningTarget open(Home home, Path logs, Phases phases)
      throws IOException, InterruptedException {
    return GcTarget.open(shares(), serviceTimes, Map.of(), home, logs, phases);
  }

  @Override
  public Measurement measurement(RunningTarget open, Home home, Path folder, RunListener listener) {
    return new GcMeasurement(this, new GcTarget((ServicesTarget) open), listener);
  }
}
