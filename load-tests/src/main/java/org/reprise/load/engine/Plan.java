package org.reprise.load.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.child.RunListener;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.Target;

/**
 * What a run will do, and what it takes. A system says which programs it starts and which steps
 * follow; the rest is the same for all.
 *
 * @param <P> the system's profiles
 */
public abstract class Plan<P extends Profile> {
  private static final long MIB = 1024L * 1024;

  private final Baseline baseline;
  private final RunRequest request;
  private final P profile;
  private final Shares shares;

  /**
   * A run of a report.
   *
   * @throws IllegalArgumentException for an experiment that the report does not have, or a share of
   *     the processors that is not possible
   */
  protected Plan(Baseline baseline, RunRequest request, P profile) {
    this.baseline = baseline;
    this.request = request;
    this.profile = profile;
    this.shares = request.shares(baseline, profile.processors());
    request.experiment().ifPresent(baseline::require);
  }

  /** What is started for the run, beside this command and what sends the load. */
  protected abstract List<Program> programs();

  /** What is done once all of it serves, in order. */
  protected abstract List<Stage> stages();

  /** What else a user wants to know before the run, a line each. */
  protected List<String> remarks() {
    return List.of();
  }

  /**
   * Bytes that the measured data take at most.
   *
   * @param load for how long load is sent
   */
  protected long dataBytes(Duration load) {
    return 0;
  }

  /** Why an experiment cannot be run against this target; empty where it can. */
  protected Optional<String> impossible(Experiment experiment) {
    return Optional.empty();
  }

  /**
   * Starts what has to be started.
   *
   * @param phases hears of the start
   */
  public abstract RunningTarget open(Home home, Path logs, Phases phases)
      throws IOException, InterruptedException;

  /**
   * The measurement against what {@link #open} gave.
   *
   * @param folder of the run
   */
  public abstract Measurement measurement(
      RunningTarget target, Home home, Path folder, RunListener listener);

  /** The report that it reproduces. */
  public final Baseline baseline() {
    return baseline;
  }

  /** How much of the report. */
  public final P profile() {
    return profile;
  }

  /** Where it goes. */
  public final Target target() {
    return request.target();
  }

  /** Whether the system's services are processes of this machine, started for the run. */
  public final boolean local() {
    return request.local();
  }

  /** Of whatever is random. */
  public final long seed() {
    return request.seed();
  }

  /** How often everything is done. */
  public final int repeat() {
    return profile.repeats() * request.repeat();
  }

  /** What each role may use of the processors while it is measured. */
  public final Shares shares() {
    return shares;
  }

  /** The experiments that are run, in the report's order. */
  public final List<Experiment> experiments() {
    return baseline.experiments().stream().filter(it -> leftOut(it).isEmpty()).toList();
  }

  /** Why each experiment that is left out is left out, by its id. */
  public final Map<String, String> notRun() {
    var reasons = new LinkedHashMap<String, String>();
    baseline
        .experiments()
        .forEach(it -> leftOut(it).ifPresent(reason -> reasons.put(it.id(), reason)));
    return reasons;
  }

  private Optional<String> leftOut(Experiment experiment) {
    return impossible(experiment)
        .or(() ->
            request.experiment().isEmpty()
                ? profile.leavesOut(experiment)
                : request
                    .experiment()
                    .filter(asked -> !asked.equals(experiment.id()))
                    .map(asked -> "only " + asked + " was asked for"));
  }

  /** How many steps a run shows. */
  public final int steps() {
    return (int) allPrograms().filter(it -> it.startSeconds() > 0).count()
        + stages().stream().mapToInt(Stage::times).sum();
  }

  /** What it takes. */
  public final Needs needs() {
    var load = Duration.ZERO;
    var rest = Duration.ofSeconds(allPrograms().mapToInt(Program::startSeconds).sum());
    for (var stage : stages()) {
      load = load.plus(stage.load().multipliedBy(stage.times()));
      rest = rest.plus(stage.around().multipliedBy(stage.times()));
    }
    return new Needs(
        load.plus(rest),
        allPrograms().mapToLong(Program::diskMiB).sum() * MIB + dataBytes(load),
        allPrograms().mapToLong(Program::memoryMiB).sum() * MIB);
  }

  private Stream<Program> allPrograms() {
    return Stream.concat(Stream.of(Program.COMMAND, Program.GENERATOR), programs().stream());
  }

  /** What it will do, a line each. */
  public final List<String> describe() {
    var lines = new ArrayList<String>();
    stages().forEach(it -> lines.addAll(it.lines()));
    lines.addAll(remarks());
    lines.add("processors: " + shares.text());
    return lines;
  }
}
