package org.reprise.load.gc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.LoadModel;
import org.reprise.load.clm.Applications;
import org.reprise.load.clm.Scenario;
import org.reprise.load.clm.UserLoad;
import org.reprise.load.clm.UserLoad.Group;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;

record GcLoads(Plan plan) {
  static final String UI = "ui";
  static final String STRESS = "stress";
  static final String INTEGRATION = "integration";

  /** One user comes every second (Test Methodology). */
  private static final Duration ARRIVAL = Duration.ofSeconds(1);

  /** Users of the web UI who come in the middle of their scripts catch up first. */
  static final Duration SETTLING = Duration.ofSeconds(4);

  private static final Duration WARM_UP = Duration.ofSeconds(12);

  private static final Duration WARMING = Duration.ofSeconds(4);

  /** Half of them have each page, and a claim needs ten values of it. */
  private static final int MIN_SCRIPTS = 24;

  /** Of those who warm up: the requests of the stress test are light, and leave the others some. */
  private static final Duration SHORT = Duration.ofMillis(20);

  /** Users, one more after each arrival time; counted once all are there and had a turn. */
  record Run(String workload, UserLoad users, Duration arrival, Shape.Window shape) {}

  List<Run> runs() {
    return plan.experiments().stream().map(this::run).toList();
  }

  Run run(Experiment experiment) {
    var settings = ((LoadModel.Workflows) experiment.loadModel()).settings();
    var workload = Objects.requireNonNull(settings.get("workload")).toString();
    return run(workload, UserLoad.of(experiment, timeFactor(workload)));
  }

  /**
   * Users who hardly think: services that have just been started compile the code of all pages and
   * links, which is more work than these are. Without links here, the first 500 users who linked
   * were answered 503.
   */
  Run warmUp() {
    var groups = new ArrayList<Group>();
    groups.add(new Group(UiScripts.READS, 8, Duration.ZERO));
    groups.add(new Group(UiScripts.WRITES, 16, Duration.ZERO));
    groups.add(new Group(Applications.QM, 8, SHORT));
    groups.add(new Group(Applications.RM, 8, SHORT));
    Scenario.ALL.forEach(it -> groups.add(new Group(it.id(), 4, SHORT)));
    var users = new UserLoad(Phase.WARM_UP, groups, 1, true);
    var shape = new Shape.Window(users.users(), Duration.ZERO, WARM_UP);
    return new Run(Phase.WARM_UP, users, Duration.ZERO, shape);
  }

  private Run run(String workload, UserLoad users) {
    var arrival =
        plan.profile().flag("arrivals") && !users.projected()
            ? ARRIVAL
            : users.think().dividedBy(users.users());
    var settling = workload.equals(UI) ? SETTLING : Duration.ofSeconds(1);
    var warmUp = arrival.multipliedBy(users.users()).plus(settling);
    return new Run(
        workload,
        users,
        arrival,
        new Shape.Window(
            users.users(), Collections.max(List.of(WARMING, warmUp)), counted(workload, users)));
  }

  private Duration counted(String workload, UserLoad users) {
    var counted = plan.profile().seconds(workload);
    var creating =
        users.groups().stream()
            .filter(it -> it.name().equals(UiScripts.WRITES))
            .mapToInt(Group::users)
            .sum();
    return !plan.profile().judged() || creating == 0
        ? counted
        : Collections.max(
            List.of(
                counted,
                users.think().multipliedBy(UiScripts.PAGES * MIN_SCRIPTS).dividedBy(creating)));
  }

  double timeFactor(String workload) {
    return workload.equals(STRESS) ? 1 : plan.profile().number(workload + "Factor");
  }

  List<String> describe() {
    var lines = new ArrayList<String>();
    for (var run : runs()) {
      var text = run.users().text(run.arrival(), run.shape().length());
      lines.add(plan.line(run.users().experiment(), text));
    }
    lines.add(
        plan.local()
            ? "%d components and projects of each application, 131 streams, 262 baselines"
                .formatted(Applications.PROJECTS)
            : "no data is made and no database read: users work with the configurations there");
    lines.add(
        "ours: 1.58 s between two requests of the stress test (316 a second of 500 users), 16 pages"
            + " of a script that creates (220 an hour of 100 users), 11, 11 and 8 pages of a link,"
            + " 8 of a selection");
    lines.add(
        "think times × %s in the web UI, %s in the integration"
            .formatted(timeFactor(UI), timeFactor(INTEGRATION)));
    return lines;
  }
}
