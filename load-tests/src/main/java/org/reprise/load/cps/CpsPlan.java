package org.reprise.load.cps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Mode;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;

/**
 * What a run of CPS-307 will do.
 *
 * @param settings by number of threads; the embedded ones run first, then the remote ones, as in
 *     the report
 * @param repeat how often all of it is repeated
 * @param anchorPrefix of every anchor's name
 * @param terminationTimeout how long a phase's threads have to finish
 * @param local whether PostgreSQL and the service are processes of ours, which the floor and the
 *     explanation need
 */
public record CpsPlan(
    Profile profile,
    List<Setting> settings,
    int repeat,
    String anchorPrefix,
    Duration terminationTimeout,
    boolean local) {

  /** Threads of the floor, and of the settings that stand beside it. */
  static final int FLOOR_THREADS = 10;

  /** Copies the settings. */
  public CpsPlan {
    settings = List.copyOf(settings);
    AnchorNames.requirePrefix(anchorPrefix);
    if (repeat < 1) {
      throw new IllegalArgumentException("--repeat: at least 1, not " + repeat);
    }
    if (terminationTimeout.isNegative() || terminationTimeout.isZero()) {
      throw new IllegalArgumentException("--termination-timeout: at least 1 second");
    }
  }

  /**
   * One experiment with the load that this run sends.
   *
   * @param threads the report's unless the user said otherwise
   * @param circles of the report-exact variant
   */
  public record Setting(Experiment experiment, int threads, int circles) {}

  /**
   * What the user may say differently from the report, as in its test application's settings.
   *
   * @param experiment run this one only
   * @param threads for every setting; its own where empty
   * @param circles for every setting; its own where empty
   */
  public record Wishes(Optional<String> experiment, OptionalInt threads, OptionalInt circles) {
    /** Requires at least one thread and one circle. */
    public Wishes {
      require("--threads", threads);
      require("--circles", circles);
    }

    private static void require(String option, OptionalInt value) {
      if (value.isPresent() && value.getAsInt() < 1) {
        throw new IllegalArgumentException(option + ": at least 1, not " + value.getAsInt());
      }
    }
  }

  /** The plan of a profile. */
  public static CpsPlan of(
      Profile profile,
      Wishes wishes,
      int repeat,
      String anchorPrefix,
      Duration terminationTimeout,
      boolean local) {
    wishes.experiment().ifPresent(CpsExperiments::require);
    var byThreads = new TreeMap<Integer, List<Setting>>();
    for (var experiment : CpsExperiments.baseline().experiments()) {
      if (wanted(profile, wishes, experiment) && (local || experiment.mode() == Mode.REMOTE)) {
        var load = CpsExperiments.load(experiment);
        byThreads
            .computeIfAbsent(load.threads(), _ -> new ArrayList<>())
            .add(
                new Setting(
                    experiment,
                    wishes.threads().orElse(load.threads()),
                    wishes.circles().orElse(Math.min(profile.mostCircles(), load.circles()))));
      }
    }
    byThreads
        .values()
        .forEach(settings ->
            settings.sort(java.util.Comparator.comparing(setting -> setting.experiment().mode())));
    return new CpsPlan(
        profile,
        byThreads.values().stream().flatMap(List::stream).toList(),
        repeat,
        anchorPrefix,
        terminationTimeout,
        local);
  }

  private static boolean wanted(Profile profile, Wishes wishes, Experiment experiment) {
    return wishes
        .experiment()
        .map(experiment.id()::equals)
        .orElse(profile.runs(CpsExperiments.load(experiment).threads()));
  }

  /** Why each experiment that is left out is left out. */
  public Map<String, String> notRun() {
    var reasons = new TreeMap<String, String>();
    for (var experiment : CpsExperiments.baseline().experiments()) {
      if (settings.stream()
          .noneMatch(setting -> setting.experiment().id().equals(experiment.id()))) {
        reasons.put(
            experiment.id(),
            !local && experiment.mode() == Mode.EMBEDDED
                ? "the embedded mode needs the target's database, which only local processes offer"
                : "left out of this run (profile " + profile.name() + ")");
      }
    }
    return reasons;
  }

  /** The embedded settings, each of which has a process of its own. */
  List<Setting> embedded() {
    return settings.stream()
        .filter(setting -> setting.experiment().mode() == Mode.EMBEDDED)
        .toList();
  }

  /** The phases of one embedded setting, in one process. */
  List<Phase> phases(Setting setting) {
    return List.of(exact(setting), steady(setting));
  }

  /**
   * The remote load, all of it sent by one process to one service: each setting's own flows, then a
   * warm-up until the service's JIT compiler has little left to do, then each setting's steady
   * window.
   */
  List<Phase> remotePhases() {
    var remote =
        settings.stream().filter(setting -> setting.experiment().mode() == Mode.REMOTE).toList();
    var phases = new ArrayList<Phase>();
    remote.forEach(setting -> phases.add(exact(setting)));
    if (!remote.isEmpty() && !profile.serviceWarmUp().isZero()) {
      phases.add(
          Phase.warmUp(
              Phase.WARM_UP,
              new Shape.Window(FLOOR_THREADS, Duration.ZERO, profile.serviceWarmUp())));
    }
    remote.forEach(setting -> phases.add(steady(setting)));
    return phases;
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

  /** The profile's steady window. */
  Shape.Window window(int threads) {
    return new Shape.Window(threads, profile.warmUp(), profile.window());
  }

  /** Settings of the embedded mode, each of which has a process of its own. */
  public int embeddedSettings() {
    return embedded().size();
  }

  /** Processes that send load: one for each embedded setting, one for all remote ones. */
  public int processes() {
    return embedded().size() + (remotePhases().isEmpty() ? 0 : 1);
  }

  /** Whether the floor is measured: where an embedded setting stands beside it. */
  public boolean measuresFloor() {
    return local && settings.stream().anyMatch(CpsPlan::besideFloor);
  }

  static boolean besideFloor(Setting setting) {
    return setting.experiment().mode() == Mode.EMBEDDED && setting.threads() == FLOOR_THREADS;
  }

  /**
   * The settings that are run once more for an explanation: those that it names and this run has.
   */
  public List<String> explained() {
    if (!explains()) {
      return List.of();
    }
    var run = settings.stream().map(setting -> setting.experiment().id()).toList();
    return CpsExperiments.baseline().explanations().stream()
        .flatMap(explanation ->
            Stream.concat(Stream.of(explanation.offset()), explanation.plateau().stream()))
        .filter(run::contains)
        .distinct()
        .toList();
  }

  /** Whether the explanation's experiment is run. */
  public boolean explains() {
    return local && profile.explains();
  }
}
