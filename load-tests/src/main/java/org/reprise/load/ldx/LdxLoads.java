package org.reprise.load.ldx;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.UserLoad;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.Shape;

record LdxLoads(Plan plan) {
  private static final Duration POLL = Duration.ofSeconds(60);

  /** A load that is not the report's counts for so long at least. */
  private static final Duration PROJECTED = Duration.ofSeconds(15);

  /** The last user comes up to a second late, since Gatling injects in whole seconds. */
  private static final Duration LATE = Duration.ofSeconds(1);

  /** A twentieth of the usual rate: a first indexing that is slower does not come to its end. */
  private static final int MIN_INDEXED_PER_SECOND = 200;

  sealed interface Run {}

  record Linking(Scenario scenario, UserLoad users, Duration arrival, Shape.Window shape)
      implements Run {}

  /** The first indexing of all artifacts of some applications at once, with threads for each. */
  record Indexing(String experiment, List<String> sources, int threads) implements Run {}

  /** What is run in a repetition: first indexings, and then loads on the full index. */
  List<Run> runs() {
    return plan.experiments().stream()
        .map(this::run)
        .sorted(Comparator.comparing(Linking.class::isInstance))
        .toList();
  }

  /** Returns whether its users are data sources that are indexed, and nobody thinks. */
  static boolean isIndexing(Experiment experiment) {
    return workflows(experiment).getFirst().think() == null;
  }

  private static List<LoadModel.Workflow> workflows(Experiment experiment) {
    return ((LoadModel.Workflows) experiment.loadModel()).workflows();
  }

  Run run(Experiment experiment) {
    var workflows = workflows(experiment);
    var first = workflows.getFirst();
    return isIndexing(experiment)
        ? new Indexing(
            experiment.id(),
            workflows.stream().map(it -> setting(it, "source").toString()).toList(),
            (Integer) setting(first, "threads"))
        : linking(Scenario.named(first.name()), UserLoad.of(experiment, timeFactor()));
  }

  private static Object setting(LoadModel.Workflow workflow, String name) {
    return Objects.requireNonNull(workflow.settings().get(name), name);
  }

  private Linking linking(Scenario scenario, UserLoad users) {
    var usersPerSecond = plan.baseline().published("ramp").orElseThrow();
    var arrival =
        users.projected() || !plan.profile().flag("arrivals")
            ? users.think().dividedBy(users.users())
            : Duration.ofNanos(Math.round(1e9 / usersPerSecond * users.factor()));
    var polls = poll().multipliedBy(plan.profile().count("polls"));
    var counted = users.projected() && polls.compareTo(PROJECTED) < 0 ? PROJECTED : polls;
    // Users create their first link as they come: the rate is even once the last one is there.
    var warmUp = arrival.multipliedBy(users.users()).plus(LATE);
    return new Linking(scenario, users, arrival, new Shape.Window(users.users(), warmUp, counted));
  }

  double timeFactor() {
    return plan.profile().number("timeFactor");
  }

  Duration poll() {
    return Duration.ofSeconds(Math.round(POLL.toSeconds() * timeFactor()));
  }

  int artifacts(String application) {
    // The report does not say how many requirements there were: as many as work items.
    var name = application.equals(Applications.QM) ? Applications.QM : Applications.CCM;
    var published = plan.baseline().published("artifacts." + name).orElseThrow();
    return (int) Math.max(1, Math.round(published * plan.profile().number("scale")));
  }

  Duration limit(Indexing run) {
    return Duration.ofMinutes(2)
        .plusSeconds(
            run.sources().stream().mapToInt(this::artifacts).sum() / MIN_INDEXED_PER_SECOND);
  }

  List<String> describe() {
    var lines = new ArrayList<String>();
    for (var run : runs()) {
      lines.add(
          switch (run) {
            case Linking(var _, var users, var arrival, var shape) ->
                plan.line(users.experiment(), users.text(arrival, shape.length()));
            case Indexing(var experiment, var sources, var threads) ->
                plan.line(
                    experiment,
                    "the first indexing of %s with %d threads each"
                        .formatted(String.join(" and ", sources), threads));
          });
    }
    lines.add("think times and the coming of users × %.3f".formatted(timeFactor()));
    if (!plan.local()) {
      lines.add("no data is made and no database read");
      return lines;
    }
    lines.add(
        "artifacts: %,d work items, %,d test cases, %,d requirements in %d projects each"
            .formatted(
                artifacts(Applications.CCM),
                artifacts(Applications.QM),
                artifacts(Applications.RM),
                Applications.PROJECTS));
    lines.add("a poll every %d s (report 60 s)".formatted(poll().toSeconds()));
    return lines;
  }
}
