package org.reprise.load.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;

/** What a run will do, and what it takes. */
public final class Plan {
  private static final String LINE = "%-30s %s%s";

  /** This command and what sends the load, where nothing else is started. */
  private static final Needs WITHOUT_SERVICES = new Needs(0, 50, 1_100);

  private final Suite suite;
  private final RunRequest request;
  private final Profile profile;
  private final Shares shares;

  /**
   * A run of a report.
   *
   * @throws IllegalArgumentException for a profile or an experiment that there is not, a share of
   *     the processors that is not possible, or an option of the system that is wrong
   */
  public Plan(Suite suite, RunRequest request) {
    this.suite = suite;
    this.request = request;
    this.profile = request.profile(suite.profiles());
    this.shares = request.shares(suite.baseline(), profile.processors());
    request.experiment().ifPresent(suite.baseline()::require);
    suite.check(request.target());
  }

  public Suite suite() {
    return suite;
  }

  public Baseline baseline() {
    return suite.baseline();
  }

  /** How much of the report. */
  public Profile profile() {
    return profile;
  }

  public Target target() {
    return request.target();
  }

  /** Whether the system's services are processes of this machine, started for the run. */
  public boolean local() {
    return request.local();
  }

  /** Of whatever is random. */
  public long seed() {
    return request.seed();
  }

  public int repeat() {
    return profile.repeats() * request.repeat();
  }

  /** What each role may use of the processors while it is measured. */
  public Shares shares() {
    return shares;
  }

  /** The experiments that are run, in the report's order. */
  public List<Experiment> experiments() {
    return baseline().experiments().stream().filter(it -> leftOut(it).isEmpty()).toList();
  }

  /** Why each experiment that is left out is left out, by its id. */
  public Map<String, String> notRun() {
    var reasons = new LinkedHashMap<String, String>();
    baseline()
        .experiments()
        .forEach(it -> leftOut(it).ifPresent(reason -> reasons.put(it.id(), reason)));
    return reasons;
  }

  private Optional<String> leftOut(Experiment experiment) {
    return suite
        .impossible(experiment, request.target())
        .or(() ->
            request.experiment().isEmpty()
                ? profile.leavesOut(experiment)
                : request
                    .experiment()
                    .filter(asked -> !asked.equals(experiment.id()))
                    .map(asked -> "only " + asked + " was asked for"));
  }

  /** What it takes at most: an experiment alone takes less. */
  public Needs needs() {
    var needs = profile.needs();
    var room = local() ? needs : WITHOUT_SERVICES;
    return new Needs(needs.seconds() * request.repeat(), room.diskMiB(), room.memoryMiB());
  }

  /** What it will do, a line each. */
  public List<String> describe() {
    var lines = new ArrayList<>(suite.describe(this));
    lines.add("processors: " + shares.text());
    return lines;
  }

  /** A line of {@link #describe}: something that is done in each repetition. */
  public String line(String name, String text) {
    return line(name, text, repeat());
  }

  public static String line(String name, String text, int times) {
    return switch (times) {
      case 0 -> LINE.formatted(name, "", "left out");
      case 1 -> LINE.formatted(name, "", text);
      default -> LINE.formatted(name, times + " × ", text);
    };
  }

  /** The name of an execution, its load and its files: each repetition has one of its own. */
  public static String name(String execution, int repetition) {
    return repetition == 1 ? execution : execution + "-" + repetition;
  }
}
