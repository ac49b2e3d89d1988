package org.reprise.load.clm;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;

/**
 * The users of an experiment, as a profile has them.
 *
 * @param factor how long a second of the report is here
 * @param projected whether the report has not sent this load: it is sent in real time, whatever the
 *     profile does to time
 */
public record UserLoad(String experiment, List<Group> groups, double factor, boolean projected) {
  /** Users who do what the baseline calls by the name, and think before each of their turns. */
  public record Group(String name, int users, Duration think) {
    public static Map<String, Integer> users(List<Group> groups) {
      return groups.stream().collect(toMap(Group::name, Group::users));
    }
  }

  /** Reads an experiment's load model, its times shortened by a profile's factor. */
  public static UserLoad of(Experiment experiment, double timeFactor) {
    var model = (LoadModel.Workflows) experiment.loadModel();
    var projected = Boolean.TRUE.equals(model.settings().get("projected"));
    var factor = projected ? 1 : timeFactor;
    var groups = model.workflows().stream().map(it -> group(it, factor)).toList();
    return new UserLoad(experiment.id(), groups, factor, projected);
  }

  private static Group group(LoadModel.Workflow workflow, double factor) {
    var think = workflow.think();
    // A script of several pages whose requests are counted as one thinks before each of them.
    var pages = workflow.settings().getOrDefault("pages", 1) instanceof Integer count ? count : 1;
    var seconds = think == null ? 0 : pages * think.fromSeconds() * factor;
    return new Group(
        workflow.name(), workflow.users(), Duration.ofNanos(Math.round(seconds * 1e9)));
  }

  /** Says in a line what the users do, one more of whom comes after each arrival time. */
  public String text(Duration arrival, Duration counted) {
    var thinks =
        groups.stream()
            .map(it -> "%.1f s".formatted(it.think().toMillis() / 1000.0))
            .distinct()
            .collect(joining("/"));
    return "%,d users, one more every %d ms, a think time of %s, counted for %d s"
        .formatted(users(), arrival.toMillis(), thinks, counted.toSeconds());
  }

  public int users() {
    return groups.stream().mapToInt(Group::users).sum();
  }

  public Duration think() {
    return groups.stream().map(Group::think).max(Duration::compareTo).orElseThrow();
  }

  /** Returns turns in a second, if they take no time; endless where nobody thinks. */
  public double perSecond() {
    return groups.stream().mapToDouble(it -> it.users() / (it.think().toNanos() / 1e9)).sum();
  }
}
