package org.reprise.load.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Figure;
import org.reprise.load.baseline.Operand;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;
import org.reprise.load.run.Digits;
import org.reprise.localstack.process.StackDirectories;

/** What a run will do, and what it takes. */
public record Plan(
    MeasuredSystem suite,
    Profile profile,
    Optional<String> experiment,
    int times,
    long seed,
    Target target,
    Shares shares) {
  private static final int MAX_TIMES = 1000;
  private static final double QUOTA_PERIOD_MS = 100; // the kernel's, see docs/processors.md

  /** This command and what sends the load, where nothing else is started. */
  private static final Needs WITHOUT_SERVICES = new Needs(0, 50, 1_100);

  public Plan {
    if (times < 1 || times > MAX_TIMES) {
      throw new IllegalArgumentException("--repeat: 1 to %d, not %d".formatted(MAX_TIMES, times));
    }
    experiment.ifPresent(suite.baseline()::require);
    suite.check(target);
  }

  /**
   * Plans a run of a report.
   *
   * @throws IllegalArgumentException for a profile or an experiment that there is not, a share of
   *     the processors that is not possible, or an option of the system that is wrong
   */
  public static Plan of(
      MeasuredSystem suite,
      String profile,
      Optional<String> experiment,
      int times,
      long seed,
      List<String> processors,
      Target target) {
    var known = Profile.named(suite.profiles(), profile);
    var shares = shares(suite.baseline(), known, processors, target);
    return new Plan(suite, known, experiment, times, seed, target, shares);
  }

  /** All of a profile, once, against processes of this machine. */
  public static Plan local(MeasuredSystem suite, String profile) {
    return of(suite, profile, Optional.empty(), 1, 1, List.of(), new Target.LocalProcesses());
  }

  private static Shares shares(
      Baseline report, Profile profile, List<String> processors, Target target) {
    if (target instanceof Target.LocalProcesses) {
      return Shares.of(
          report.limitable(),
          profile.processors(),
          processors,
          Runtime.getRuntime().availableProcessors());
    }
    if (!processors.isEmpty()) {
      throw new IllegalArgumentException(
          Shares.OPTION
              + ": only processes that this command starts can be limited (--target local)");
    }
    return Shares.unlimited();
  }

  public Baseline baseline() {
    return suite.baseline();
  }

  /** Returns whether the system's services are processes of this machine, started for the run. */
  public boolean local() {
    return target instanceof Target.LocalProcesses;
  }

  public int repeat() {
    return profile.repeats() * times;
  }

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

  private Optional<String> leftOut(Experiment one) {
    return suite
        .impossible(one, target)
        .or(() ->
            experiment.isEmpty()
                ? profile.leavesOut(one)
                : experiment
                    .filter(asked -> !asked.equals(one.id()))
                    .map(asked -> "only " + asked + " was asked for"));
  }

  public Needs needs() {
    var room = local() ? profile.needs() : WITHOUT_SERVICES;
    return new Needs(profile.needs().seconds() * times, room.diskMiB(), room.memoryMiB());
  }

  public Optional<String> lacking(Path results) throws IOException {
    var lacking = needs().lacking(results);
    return lacking.isEmpty() && local() && profile.judged()
        ? Needs.memoryForDisk(StackDirectories.ofCurrentUser().run())
        : lacking;
  }

  public List<String> describe() {
    var lines = new ArrayList<>(suite.describe(this));
    lines.add("processors: " + shares.text());
    lines.addAll(warnings());
    return lines;
  }

  /** Returns for which roles the user's share makes pauses that show in the report's times. */
  public List<String> warnings() {
    var shortest =
        Stream.concat(baseline().figures(), baseline().statements().stream())
            .filter(
                it -> baseline().measuredBy(it.id()).filter(by -> by.is(Operand.AVG)).isPresent())
            .mapToDouble(Figure::baseValue)
            .min()
            .orElse(Double.MAX_VALUE);
    var warnings = new ArrayList<String>();
    shares
        .cores()
        .forEach((role, share) -> {
          var pause = (1 - share.orElse(1)) * QUOTA_PERIOD_MS;
          if (pause > shortest / 10
              && share.orElse(1) != profile.processors().getOrDefault(role, 1.0)) {
            warnings.add(
                "warning: %s pauses for up to %.0f ms of every 100, the report's shortest average is %s ms"
                    .formatted(role, pause, Digits.of(shortest)));
          }
        });
    return warnings;
  }

  /** A line of {@link #describe}: something that is done in each repetition. */
  public String line(String name, String text) {
    return line(name, text, repeat());
  }

  public static String line(String name, String text, int times) {
    return "%-30s %s%s"
        .formatted(name, times < 2 ? "" : times + " × ", times == 0 ? "left out" : text);
  }

  /** The name of an execution, its load and its files: each repetition has one of its own. */
  public static String name(String execution, int repetition) {
    return repetition < 2 ? execution : execution + "-" + repetition;
  }
}
