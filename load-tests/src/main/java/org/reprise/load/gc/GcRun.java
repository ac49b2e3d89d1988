package org.reprise.load.gc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Scenario;

/**
 * What an experiment of the baseline runs, read from its load model.
 *
 * @param projected whether the report has not sent this load: it is sent in real time, whatever the
 *     profile does to time
 */
record GcRun(String experiment, Workload workload, List<Group> groups, boolean projected) {
  /** So that those of the stress test, whose requests are light, leave the others some. */
  private static final Duration SHORT = Duration.ofMillis(20);

  GcRun {
    groups = List.copyOf(groups);
  }

  /** What users do. */
  enum Workload {
    /** They use the web UI of global configurations. */
    UI,
    /** They resolve configurations through the applications' proxies. */
    STRESS,
    /** They create linked artifacts within global configurations. */
    INTEGRATION,
    /** They do what all the others do, before anything counts. */
    WARM_UP;

    /** As the baseline and quantities call it. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Users who do the same.
   *
   * @param name as the baseline calls what they do
   * @param think before each of their turns; zero for none
   */
  record Group(String name, int users, Duration think) {}

  static GcRun of(Experiment experiment) {
    var model = (LoadModel.Workflows) experiment.loadModel();
    var workload = Objects.requireNonNull(model.settings().get("workload")).toString();
    return new GcRun(
        experiment.id(),
        Workload.valueOf(workload.toUpperCase(Locale.ROOT)),
        model.workflows().stream().map(GcRun::group).toList(),
        Boolean.TRUE.equals(model.settings().get("projected")));
  }

  /**
   * Users who hardly think: services that have just been started compile the code of all pages and
   * links, which is more work than these are. Without links here, the first 500 users who linked
   * were answered 503.
   */
  static GcRun warmUp() {
    var groups = new ArrayList<Group>();
    groups.add(new Group(UiScripts.READS, 8, Duration.ZERO));
    groups.add(new Group(UiScripts.WRITES, 16, Duration.ZERO));
    groups.add(new Group(Applications.QM, 8, SHORT));
    groups.add(new Group(Applications.RM, 8, SHORT));
    Scenario.ALL.forEach(it -> groups.add(new Group(it.id(), 4, SHORT)));
    return new GcRun("warm-up", Workload.WARM_UP, groups, true);
  }

  private static Group group(LoadModel.Workflow workflow) {
    var think = workflow.think();
    // A script of several pages whose requests are counted as one thinks before each of them.
    var pages = workflow.settings().getOrDefault("pages", 1) instanceof Integer count ? count : 1;
    return new Group(
        workflow.name(),
        workflow.users(),
        think == null
            ? Duration.ZERO
            : Duration.ofMillis(Math.round(pages * think.fromSeconds() * 1000)));
  }

  int users() {
    return groups.stream().mapToInt(Group::users).sum();
  }

  /** The longest think time of a group. */
  Duration think() {
    return groups.stream()
        .map(Group::think)
        .reduce(Duration.ZERO, (a, b) -> a.compareTo(b) > 0 ? a : b);
  }

  /** Turns in a second, if they take no time; endless where nobody thinks. */
  double perSecond() {
    return groups.stream().mapToDouble(it -> it.users() / (it.think().toMillis() / 1000.0)).sum();
  }
}
