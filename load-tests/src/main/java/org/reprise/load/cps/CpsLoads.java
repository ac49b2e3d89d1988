package org.reprise.load.cps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.Variant;

/** The loads of a run of CPS-307, read from its baseline: row and load cannot drift apart. */
record CpsLoads(Plan plan) {
  /** Threads of the floor, and of the settings that stand beside it. */
  static final int FLOOR_THREADS = 10;

  /** As the baseline names the service that compares the password with its hash in each request. */
  static final String HASHING = "hash-per-request";

  /** So few threads wait for their commits most of the time, which leaves processors over. */
  private static final int THREADS_FOR_THE_COMPILERS = 2;

  private static LoadModel.Closed load(Experiment setting) {
    return (LoadModel.Closed) setting.loadModel();
  }

  List<Experiment> embedded() {
    return plan.experiments().stream().filter(Experiment::embedded).toList();
  }

  List<Experiment> remote() {
    return plan.experiments().stream().filter(it -> !it.embedded()).toList();
  }

  Phase exact(Experiment setting) {
    return exact(setting, plan.profile().count("maxCircles"));
  }

  static Phase exact(Experiment setting, int maxCircles) {
    var load = load(setting);
    var shape = new Shape.Circles(load.threads(), Math.min(maxCircles, load.circles()));
    return Phase.of(setting.id(), shape);
  }

  /** Settings take turns, forwards and backwards: what slows the machine slows all of a round. */
  List<Phase> steady(List<Experiment> settings) {
    var windows = new ArrayList<Phase>();
    for (int round = 1; round <= plan.profile().count("rounds"); round++) {
      for (var it : round % 2 == 1 ? settings : settings.reversed()) {
        var name = Plan.name(it.id() + "-" + Variant.STEADY, round);
        windows.add(new Phase(name, it.id(), Variant.STEADY, window(load(it).threads(), 1)));
      }
    }
    return windows.isEmpty() ? windows : Stream.concat(warmUp(), windows.stream()).toList();
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
    var half = plan.profile().seconds("longWarmUp").dividedBy(2);
    return Phase.warmUp(name, new Shape.Window(threads, Duration.ZERO, half));
  }

  private Shape.Window window(int threads, int rounds) {
    var length = plan.profile().seconds("window").multipliedBy(rounds);
    return new Shape.Window(threads, plan.profile().seconds("warmUp"), length);
  }

  List<Phase> floorPhases() {
    var window = window(FLOOR_THREADS, plan.profile().count("rounds"));
    return Stream.concat(warmUp(), Stream.of(Phase.warmUp("floor", window))).toList();
  }

  List<Experiment> besideFloor() {
    return embedded().stream().filter(setting -> load(setting).threads() == FLOOR_THREADS).toList();
  }

  /**
   * The settings that are run once more for an explanation: those that it names and this run has.
   * Hashing bounds the rate to some calls a second: short windows hold too few flows.
   */
  List<Phase> explained() {
    var named =
        plan.baseline().explanations().stream()
            .flatMap(it -> it.experiments(HASHING).stream())
            .toList();
    return plan.experiments().stream()
        .filter(it -> named.contains(it.id()))
        .map(it -> new Phase(it.id() + "-" + HASHING, it.id(), HASHING, hashing(it)))
        .toList();
  }

  private static Shape hashing(Experiment setting) {
    return new Shape.Window(load(setting).threads(), Duration.ofSeconds(4), Duration.ofSeconds(20));
  }

  boolean explains() {
    return plan.local() && plan.profile().flag("explains");
  }

  List<String> describe() {
    var lines = new ArrayList<String>();
    for (var settings : List.of(embedded(), remote())) {
      // The warm-up's two phases and the first round: all rounds are alike.
      var steady = steady(settings).stream().limit(2 + settings.size());
      Stream.concat(settings.stream().map(this::exact), steady)
          .forEach(it -> lines.add(plan.line(it.name(), it.shape().text())));
    }
    lines.add(Plan.line("steady windows", "in turn", plan.profile().count("rounds")));
    if (!besideFloor().isEmpty()) {
      floorPhases().forEach(it -> lines.add(plan.line(it.name(), it.shape().text())));
    }
    lines.add(Plan.line("explanation", "tested", explains() ? 1 : 0));
    return lines;
  }
}
