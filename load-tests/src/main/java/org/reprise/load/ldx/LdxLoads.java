package org.reprise.load.ldx;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.reprise.load.clm.Applications;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.Shape;

/** The loads of a run of the CLM report's part on link indexing. */
record LdxLoads(Plan plan) {
  /** The report's time between two polls. */
  private static final Duration POLL = Duration.ofSeconds(60);

  /** A load that is not the report's counts for so long at least. */
  private static final Duration PROJECTED = Duration.ofSeconds(20);

  /** The slowest user creates the first link a little after its think time. */
  private static final Duration LATE = Duration.ofSeconds(1);

  /** A twentieth of the usual rate: a first indexing that is slower does not come to its end. */
  private static final int MIN_INDEXED_PER_SECOND = 200;

  /** What is run in a repetition: first indexings, and then loads on the full index. */
  List<LdxRun> runs() {
    return plan.experiments().stream()
        .map(LdxRun::of)
        .sorted(Comparator.comparing(LdxRun.Linking.class::isInstance))
        .toList();
  }

  double timeFactor() {
    return plan.profile().number("timeFactor");
  }

  double scale() {
    return plan.profile().number("scale");
  }

  Duration poll() {
    return poll(plan);
  }

  static Duration poll(Plan plan) {
    return Duration.ofSeconds(Math.round(POLL.toSeconds() * plan.profile().number("timeFactor")));
  }

  int artifacts(String application) {
    // The report does not say how many requirements there were: as many as work items.
    var name = application.equals(Applications.QM) ? Applications.QM : Applications.CCM;
    var published = plan.baseline().published("artifacts." + name).orElseThrow();
    return (int) Math.max(1, Math.round(published * scale()));
  }

  Duration think(LdxRun.Linking run) {
    return shortened(run, run.think());
  }

  /**
   * From the coming of a user to that of the next one: the report's; where a load is not the
   * report's all come within a think time.
   */
  Duration arrival(LdxRun.Linking run) {
    var usersPerSecond = plan.baseline().published("ramp").orElseThrow();
    return run.projected()
        ? run.think().dividedBy(run.users())
        : shortened(run, Duration.ofMillis(Math.round(1000 / usersPerSecond)));
  }

  private Duration shortened(LdxRun.Linking run, Duration time) {
    return run.projected() ? time : Duration.ofNanos(Math.round(time.toNanos() * timeFactor()));
  }

  /** The users of a load, who count once all of them have come and thought. */
  Shape.Window shape(LdxRun.Linking run) {
    var polls = poll().multipliedBy(plan.profile().count("polls"));
    var counted = run.projected() && polls.compareTo(PROJECTED) < 0 ? PROJECTED : polls;
    var warmUp = arrival(run).multipliedBy(run.users()).plus(think(run)).plus(LATE);
    return new Shape.Window(run.users(), warmUp, counted);
  }

  /** How long a first indexing may take. */
  Duration limit(LdxRun.Indexing run) {
    return Duration.ofMinutes(2)
        .plusSeconds(
            run.sources().stream().mapToInt(this::artifacts).sum() / MIN_INDEXED_PER_SECOND);
  }

  List<String> describe() {
    var lines = new ArrayList<String>();
    for (var run : runs()) {
      lines.add(
          plan.line(
              run.experiment(),
              switch (run) {
                case LdxRun.Linking linking ->
                    "%s users, one more every %d ms, a think time of %.1f s, counted for %d s"
                        .formatted(
                            linking.users(),
                            arrival(linking).toMillis(),
                            think(linking).toMillis() / 1000.0,
                            shape(linking).length().toSeconds());
                case LdxRun.Indexing indexing ->
                    "the first indexing of %s with %d threads each"
                        .formatted(String.join(" and ", indexing.sources()), indexing.threads());
              }));
    }
    lines.add(
        "artifacts: %,d work items, %,d test cases, %,d requirements in %d projects each"
            .formatted(
                artifacts(Applications.CCM),
                artifacts(Applications.QM),
                artifacts(Applications.RM),
                Applications.PROJECTS));
    lines.add(
        "a poll every %d s (report 60 s); think times and the coming of users × %.3f"
            .formatted(poll().toSeconds(), timeFactor()));
    return lines;
  }
}
