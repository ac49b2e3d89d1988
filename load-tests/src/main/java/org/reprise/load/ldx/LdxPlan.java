package org.reprise.load.ldx;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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

/** What a run of the CLM report's part on link indexing will do. */
final class LdxPlan extends Plan<LdxProfile> {
  /** The baseline. */
  static final String REPORT = "clm-60-ldx";

  /** Why there is but one target. */
  private static final String ONLY_LOCAL =
      "measured where each application is a process of its own and the checks can read the"
          + " databases: --target local";

  private static final String ONLY_WITHOUT_SERVICE_TIMES =
      "what the applications let through is given by their simulated service times";

  /** A load that is not the report's counts for so long at least. */
  private static final Duration PROJECTED = Duration.ofSeconds(20);

  /** The slowest user creates the first link a little after its think time. */
  private static final Duration LATE = Duration.ofSeconds(1);

  /** Gatling's own start and the checks. */
  private static final Duration AROUND = Duration.ofSeconds(6);

  /** About how many artifacts are filled, and indexed, in a second on two cores. */
  private static final double FILLED = 20_000;

  private static final double INDEXED = 4_000;

  /** The same while the services' code is still being compiled. */
  private static final double INDEXED_FIRST = 2_500;

  /** Of an artifact and what the index has of it, on disk. */
  private static final long BYTES_PER_ARTIFACT = 4_000;

  private final ServiceTimes serviceTimes;

  LdxPlan(RunRequest request, LdxProfile profile) {
    this(request, profile, ServiceTimes.NONE);
  }

  /**
   * A run.
   *
   * @param serviceTimes that its applications simulate
   */
  LdxPlan(RunRequest request, LdxProfile profile, ServiceTimes serviceTimes) {
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
  static String name(LdxRun run, int repetition) {
    return repetition == 1 ? run.experiment() : run.experiment() + "-" + repetition;
  }

  /** What is run in a repetition: first indexings, and then loads on the full index. */
  List<LdxRun> runs() {
    return experiments().stream()
        .map(LdxRun::of)
        .sorted(Comparator.comparing(LdxRun.Linking.class::isInstance))
        .toList();
  }

  /** Artifacts of an application that are there before. */
  int artifacts(String application) {
    // The report does not say how many requirements there were: as many as work items.
    var name = application.equals(Applications.QM) ? Applications.QM : Applications.CCM;
    var published = baseline().published("artifacts." + name).orElseThrow();
    return (int) Math.max(1, Math.round(published * profile().scale()));
  }

  /** Before each link of a load. */
  Duration think(LdxRun.Linking run) {
    return shortened(run, run.think());
  }

  /**
   * From the coming of a user to that of the next one: the report's; where a load is not the
   * report's all come within a think time.
   */
  Duration arrival(LdxRun.Linking run) {
    var usersPerSecond = baseline().published("ramp").orElseThrow();
    return run.projected()
        ? run.think().dividedBy(run.users())
        : shortened(run, Duration.ofMillis(Math.round(1000 / usersPerSecond)));
  }

  private Duration shortened(LdxRun.Linking run, Duration time) {
    return run.projected()
        ? time
        : Duration.ofNanos(Math.round(time.toNanos() * profile().timeFactor()));
  }

  /** The users of a load, who count once all of them have come and thought. */
  Shape.Window shape(LdxRun.Linking run) {
    var polls = profile().poll().multipliedBy(profile().polls());
    var counted = run.projected() && polls.compareTo(PROJECTED) < 0 ? PROJECTED : polls;
    var warmUp = arrival(run).multipliedBy(run.users()).plus(think(run)).plus(LATE);
    return new Shape.Window(run.users(), warmUp, counted);
  }

  /** About how long a first indexing takes. */
  Duration length(LdxRun.Indexing run) {
    return Duration.ofSeconds(
        1 + Math.round(run.sources().stream().mapToInt(this::artifacts).sum() / INDEXED));
  }

  /** A database server, three applications, and the index. */
  @Override
  protected List<Program> programs() {
    var application = new Program(550, 7);
    return List.of(
        new Program(600, 4, 700), application, application, application, new Program(750, 10));
  }

  @Override
  protected List<Stage> stages() {
    var artifacts = Applications.ALL.stream().mapToInt(this::artifacts).sum();
    var stages = new ArrayList<Stage>();
    stages.add(Stage.of(Duration.ofSeconds(1 + Math.round(artifacts / FILLED))));
    stages.add(Stage.of(Duration.ofSeconds(5 + Math.round(artifacts / INDEXED_FIRST))));
    for (var run : runs()) {
      stages.add(
          switch (run) {
            case LdxRun.Linking linking -> stage(linking);
            case LdxRun.Indexing indexing ->
                Stage.of(
                    indexing.experiment(),
                    "the first indexing of %s with %d threads each"
                        .formatted(String.join(" and ", indexing.sources()), indexing.threads()),
                    length(indexing),
                    AROUND,
                    repeat());
          });
    }
    // A commit for each of them takes nearly all of it.
    stages.add(
        Stage.of(Duration.ofSeconds(6 + (SideBySide.ROUNDS + 1) * profile().changes() / 80)));
    return stages;
  }

  private Stage stage(LdxRun.Linking run) {
    var shape = shape(run);
    return Stage.of(
        run.experiment(),
        "%s users, one more every %d ms, a think time of %.1f s, counted for %d s"
            .formatted(
                run.users(),
                arrival(run).toMillis(),
                think(run).toMillis() / 1000.0,
                shape.length().toSeconds()),
        shape.ownTime(),
        AROUND.plus(profile().poll()).plus(think(run)),
        repeat());
  }

  /** Whoever asks for this system alone is told so; {@code run all} leaves it out. */
  @Override
  protected Optional<String> impossible(Experiment experiment) {
    if (!local()) {
      return Optional.of(ONLY_LOCAL);
    }
    return serviceTimes.isOn()
            && LdxRun.of(experiment) instanceof LdxRun.Linking linking
            && linking.projected()
        ? Optional.of(ONLY_WITHOUT_SERVICE_TIMES)
        : Optional.empty();
  }

  @Override
  protected long dataBytes(Duration load) {
    return Applications.ALL.stream().mapToLong(this::artifacts).sum() * BYTES_PER_ARTIFACT;
  }

  @Override
  protected List<String> remarks() {
    var remarks = new ArrayList<>(serviceTimes.remarks());
    Collections.addAll(
        remarks,
        "artifacts: %,d work items, %,d test cases, %,d requirements in %d projects each"
            .formatted(
                artifacts(Applications.CCM),
                artifacts(Applications.QM),
                artifacts(Applications.RM),
                Applications.PROJECTS),
        "a poll every %d s (report 60 s); think times and the coming of users × %.3f"
            .formatted(profile().poll().toSeconds(), profile().timeFactor()));
    return remarks;
  }

  @Override
  public RunningTarget open(Home home, Path logs, Phases phases)
      throws IOException, InterruptedException {
    return LdxTarget.open(this, Map.of(), home, logs, phases);
  }

  @Override
  public Measurement measurement(RunningTarget open, Home home, Path folder, RunListener listener) {
    return new LdxMeasurement(this, new LdxTarget((ServicesTarget) open), folder, listener);
  }
}
