package org.reprise.load.cps;

import static java.util.Comparator.comparing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Explanation.RequestCost;
import org.reprise.load.baseline.Mode;
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
import org.reprise.load.stack.ServiceTarget;

/** What a run of CPS-307 will do, with what its parts took on two cores. */
public final class CpsPlan extends Plan<CpsProfile> {
  /** Threads of the floor, and of the settings that stand beside it. */
  static final int FLOOR_THREADS = 10;

  /** So few threads wait for their commits most of the time, which leaves processors over. */
  private static final int THREADS_FOR_THE_COMPILERS = 2;

  private static final Duration EMBEDDED_START = Duration.ofMillis(3500);
  private static final Duration REMOTE_START = Duration.ofSeconds(7);
  private static final Duration CHECK = Duration.ofSeconds(2);
  private static final Duration HASHING_START = Duration.ofSeconds(15);
  private static final Duration HASHING_WINDOW = Duration.ofSeconds(34);
  private static final double EMBEDDED_FLOWS_PER_SECOND = 160;
  private static final double REMOTE_FLOWS_PER_SECOND = 120;

  /** Write-ahead log and dead rows of one second's flows. */
  private static final long BYTES_PER_SECOND = 30L * 1024 * 1024;

  /** PostgreSQL reuses its log beyond this (max_wal_size), and its dead rows. */
  private static final long MOST_BYTES = 3696L * 1024 * 1024;

  private final Wishes wishes;

  /** The plan of a profile. */
  public CpsPlan(RunRequest request, Wishes wishes) {
    super(CpsExperiments.baseline(), request, request.profile(CpsProfile.ALL));
    this.wishes = wishes;
  }

  /**
   * What the user may say differently from the report, as in its test application's settings.
   *
   * @param threads for every setting; its own where empty
   * @param circles for every setting; its own where empty
   * @param anchorPrefix of every anchor's name
   * @param terminationTimeout how long a phase's threads have to finish
   */
  public record Wishes(
      OptionalInt threads, OptionalInt circles, String anchorPrefix, Duration terminationTimeout) {
    /** Requires at least one thread, one circle and a second. */
    public Wishes {
      require("--threads", threads);
      require("--circles", circles);
      AnchorNames.requirePrefix(anchorPrefix);
      if (!terminationTimeout.isPositive()) {
        throw new IllegalArgumentException("--termination-timeout: at least 1 second");
      }
    }

    private static void require(String option, OptionalInt value) {
      if (value.isPresent() && value.getAsInt() < 1) {
        throw new IllegalArgumentException(option + ": at least 1, not " + value.getAsInt());
      }
    }
  }

  /**
   * One experiment with the load that this run sends.
   *
   * @param threads the report's unless the user said otherwise
   * @param circles of the report-exact variant
   */
  public record Setting(Experiment experiment, int threads, int circles) {}

  /** The embedded ones before the remote ones of as many threads, as in the report. */
  public List<Setting> settings() {
    return experiments().stream()
        .sorted(
            comparing((Experiment it) -> CpsExperiments.load(it).threads())
                .thenComparing(Experiment::mode))
        .map(this::setting)
        .toList();
  }

  private Setting setting(Experiment experiment) {
    var load = CpsExperiments.load(experiment);
    return new Setting(
        experiment,
        wishes.threads().orElse(load.threads()),
        wishes.circles().orElse(Math.min(profile().mostCircles(), load.circles())));
  }

  private List<Setting> settings(Mode mode) {
    return settings().stream().filter(setting -> setting.experiment().mode() == mode).toList();
  }

  /** What the user says. */
  Wishes wishes() {
    return wishes;
  }

  @Override
  protected Optional<String> impossible(Experiment experiment) {
    return local() || experiment.mode() == Mode.REMOTE
        ? Optional.empty()
        : Optional.of(
            "the embedded mode needs the target's database, which only local processes offer");
  }

  /** The embedded settings, each of which has a process of its own. */
  List<Setting> embedded() {
    return settings(Mode.EMBEDDED);
  }

  /** The report's own flows of one embedded setting, in a process of their own. */
  List<Phase> embeddedPhases(Setting setting) {
    return List.of(exact(setting));
  }

  /** The steady windows of all embedded settings, in one process that is warm before. */
  List<Phase> embeddedSteadyPhases() {
    return steady(embedded());
  }

  /**
   * The remote load, all of it sent by one process to one service: each setting's own flows, and
   * then the steady windows.
   */
  List<Phase> remotePhases() {
    var remote = settings(Mode.REMOTE);
    return Stream.concat(remote.stream().map(CpsPlan::exact), steady(remote).stream()).toList();
  }

  /** A warm-up until the JIT compilers have little left to do, then each setting's window. */
  private List<Phase> steady(List<Setting> settings) {
    var windows = settings.stream().map(this::steady);
    return settings.isEmpty() ? List.of() : Stream.concat(warmUp(), windows).toList();
  }

  /**
   * First by many threads, so that everything is called often enough to be compiled. On few
   * processors the compilers wait for one as long as that lasts; then few threads let them work.
   */
  private Stream<Phase> warmUp() {
    return Stream.of(
        warmUp(Phase.WARM_UP, FLOOR_THREADS),
        warmUp(Phase.WARM_UP + "-compilers", THREADS_FOR_THE_COMPILERS));
  }

  private Phase warmUp(String name, int threads) {
    return Phase.warmUp(
        name, new Shape.Window(threads, Duration.ZERO, profile().longWarmUp().dividedBy(2)));
  }

  private static Phase exact(Setting setting) {
    var id = setting.experiment().id();
    return new Phase(
        id, id, Variant.REPORT_EXACT, new Shape.Circles(setting.threads(), setting.circles()));
  }

  private Phase steady(Setting setting) {
    var id = setting.experiment().id();
    return new Phase(id + "-" + Variant.STEADY, id, Variant.STEADY, window(setting.threads()));
  }

  private Shape.Window window(int threads) {
    return new Shape.Window(threads, profile().warmUp(), profile().window());
  }

  /** What the floor does, in a process of its own. */
  List<Phase> floorPhases() {
    return Stream.concat(warmUp(), Stream.of(Phase.warmUp("floor", window(FLOOR_THREADS))))
        .toList();
  }

  /** Whether the floor is measured: where an embedded setting stands beside it. */
  public boolean measuresFloor() {
    return embedded().stream().anyMatch(CpsPlan::besideFloor);
  }

  static boolean besideFloor(Setting setting) {
    return setting.experiment().mode() == Mode.EMBEDDED && setting.threads() == FLOOR_THREADS;
  }

  /**
   * The settings that are run once more for an explanation: those that it names and this run has.
   */
  public List<String> explained() {
    var run = settings().stream().map(setting -> setting.experiment().id()).toList();
    return baseline().explanations(RequestCost.class).stream()
        .filter(_ -> explains())
        .flatMap(explanation ->
            Stream.concat(Stream.of(explanation.offset()), explanation.plateau().stream()))
        .filter(run::contains)
        .distinct()
        .toList();
  }

  /** Whether the explanation's experiment is run. */
  public boolean explains() {
    return local() && profile().explains();
  }

  /** PostgreSQL and the service. */
  @Override
  protected List<Program> programs() {
    return local() ? List.of(new Program(400, 6, 350), new Program(750, 7)) : List.of();
  }

  @Override
  protected List<Stage> stages() {
    var stages = new ArrayList<Stage>();
    for (var setting : embedded()) {
      stages.add(
          Stage.load(embeddedPhases(setting), EMBEDDED_FLOWS_PER_SECOND, EMBEDDED_START, repeat()));
    }
    var steady = embeddedSteadyPhases();
    if (!steady.isEmpty()) {
      stages.add(Stage.load(steady, EMBEDDED_FLOWS_PER_SECOND, EMBEDDED_START, repeat()));
    }
    var remote = remotePhases();
    if (!remote.isEmpty()) {
      stages.add(Stage.load(remote, REMOTE_FLOWS_PER_SECOND, REMOTE_START, repeat()));
    }
    stages.add(
        Stage.load(
            floorPhases(), EMBEDDED_FLOWS_PER_SECOND, EMBEDDED_START, measuresFloor() ? 1 : 0));
    stages.add(Stage.of("explanation", "tested", Duration.ZERO, HASHING_START, explains() ? 1 : 0));
    explained().forEach(_ -> stages.add(Stage.of(HASHING_WINDOW)));
    stages.add(Stage.of(CHECK));
    return stages;
  }

  @Override
  protected long dataBytes(Duration load) {
    return local() ? Math.min(MOST_BYTES, load.toSeconds() * BYTES_PER_SECOND) : 0;
  }

  @Override
  public RunningTarget open(Home home, Path logs, Phases phases)
      throws IOException, InterruptedException {
    return ServiceTarget.open(target(), CpsService.KIND, shares(), home, logs, phases);
  }

  @Override
  public Measurement measurement(RunningTarget open, Home home, Path folder, RunListener listener) {
    return new CpsMeasurement(this, (ServiceTarget) open, listener);
  }
}
