package org.reprise.load.ebms;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.baseline.Statement;
import org.reprise.load.generator.Shape;

/**
 * What a run of the Digikoppeling report will do.
 *
 * @param experiments in the report's order
 * @param wishes what the user says about the flow
 * @param repeat how often all of it is repeated
 * @param local whether PostgreSQL and the service are processes of ours, which floors and capacity
 *     need
 */
public record EbmsPlan(
    EbmsProfile profile, List<Experiment> experiments, Wishes wishes, int repeat, boolean local) {
  /** The agreement under which the suite sends unless told otherwise. */
  public static final String CPA_ID = "reprise.load-test";

  /** The party that the suite plays unless told otherwise. */
  public static final String FROM = "00000000000000000001";

  /** The party that is measured unless told otherwise. */
  public static final String TO = "00000000000000000002";

  public EbmsPlan {
    experiments = List.copyOf(experiments);
    if (repeat < 1) {
      throw new IllegalArgumentException("--repeat: at least 1, not " + repeat);
    }
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

  /** The plan of a profile. */
  public static EbmsPlan of(
      EbmsProfile profile, Optional<String> experiment, Wishes wishes, int repeat, boolean local) {
    experiment.ifPresent(EbmsExperiments::require);
    return new EbmsPlan(
        profile,
        EbmsExperiments.baseline().experiments().stream()
            .filter(e -> experiment.map(e.id()::equals).orElse(true))
            .toList(),
        wishes,
        repeat,
        local);
  }

  /** Why each experiment that is left out is left out. */
  public Map<String, String> notRun() {
    var reasons = new TreeMap<String, String>();
    for (var experiment : EbmsExperiments.baseline().experiments()) {
      if (!experiments.contains(experiment)) {
        reasons.put(experiment.id(), "left out of this run (profile " + profile.name() + ")");
      }
    }
    return reasons;
  }

  /** The load of an experiment. */
  Shape.Arrivals load(Experiment experiment) {
    return profile.load(experiment);
  }

  /** The limit of the average response time, milliseconds. */
  static double limitMs() {
    return EbmsExperiments.baseline().statement("time-limit").map(Statement::value).orElseThrow()
        * 1000;
  }

  /** Time that all loads take by their own definition. */
  public Duration length() {
    return experiments.stream()
        .map(e -> load(e).ownTime())
        .reduce(Duration.ZERO, Duration::plus)
        .multipliedBy(repeat)
        .plus(
            experiments.stream()
                .filter(this::warms)
                .map(e -> load(e).levels().getFirst().length().plus(profile.benchWarmUp()))
                .reduce(Duration.ZERO, Duration::plus));
  }

  /** How many processes send load, one after another. */
  public int loadProcesses() {
    return experiments.size() * repeat + warmUps();
  }

  /**
   * Whether the handler is warmed up before it, its cold start having been measured: before a ramp,
   * and never a handler that is not ours, which nobody asked to be loaded to its limit.
   */
  boolean warms(Experiment experiment) {
    return local && experiment.loadModel() instanceof LoadModel.Ramp;
  }

  /** How many there are. */
  public int warmUps() {
    return (int) experiments.stream().filter(this::warms).count();
  }

  /** Whether capacity and floors are measured: in whole runs against processes of ours. */
  public boolean benches() {
    return local && experiments.size() == EbmsExperiments.baseline().experiments().size();
  }

  /** About how long that takes. */
  public Duration benchTime() {
    return profile
        .bench()
        .plus(profile.benchWarmUp())
        .multipliedBy(profile.persistent() ? 6 : 4)
        .plusSeconds(profile.persistent() ? 25 : 10);
  }

  /** What will be sent, line by line. */
  public List<String> text() {
    return experiments.stream()
        .map(experiment -> {
          var load = load(experiment);
          return "%-18s up to %,d Pings in %d s: %s"
              .formatted(experiment.id(), load.flows(), load.ownTime().toSeconds(), levels(load));
        })
        .toList();
  }

  private static String levels(Shape.Arrivals load) {
    var levels = load.levels();
    if (levels.size() == 1) {
      return levels.getFirst().perSecond() + "/s";
    }
    var exact =
        "%d steps to %.0f/s"
            .formatted(load.published(), levels.get(load.published() - 1).perSecond());
    return load.published() == levels.size()
        ? exact
        : "%s, then up to %d to %,.0f/s in search of the knee"
            .formatted(exact, levels.size() - load.published(), levels.getLast().perSecond());
  }
}
