package org.reprise.load.gc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.reprise.load.clm.Applications;
import org.reprise.load.engine.Plan;
import org.reprise.load.gc.GcRun.Workload;
import org.reprise.load.generator.Shape;

/** The loads of a run of the CLM report's parts on global configurations. */
record GcLoads(Plan plan) {
  /** One user comes every second (Test Methodology). */
  private static final Duration ARRIVAL = Duration.ofSeconds(1);

  /** At least: processes that have just been started compile their code. */
  private static final Duration WARM_UP = Duration.ofSeconds(4);

  /** Some more than ten: they do not come evenly. */
  private static final int FEWEST_SCRIPTS = 12;

  /** What users who come in the middle of their scripts have ahead is done by then. */
  private static final Duration SETTLING = Duration.ofSeconds(4);

  /** What is run in a repetition, in the report's order. */
  List<GcRun> runs() {
    return plan.experiments().stream().map(GcRun::of).toList();
  }

  /** How long a second of the report is in a load. */
  double timeFactor(GcRun run) {
    return run.projected() ? 1 : timeFactor(run.workload());
  }

  double timeFactor(Workload workload) {
    return plan.profile().number(workload.word() + "Factor");
  }

  /** Of a think time of the report, or of ours, what it is in this profile. */
  Duration shortened(GcRun run, Duration think) {
    return Duration.ofNanos(Math.round(think.toNanos() * timeFactor(run)));
  }

  /** From the coming of a user to that of the next one. */
  Duration arrival(GcRun run) {
    return plan.profile().flag("arrivals") && !run.projected()
        ? ARRIVAL
        : shortened(run, run.think()).dividedBy(run.users());
  }

  /** The users of a load, who count once all of them have come and each has had a turn. */
  Shape.Window shape(GcRun run) {
    var settling = run.workload() == Workload.UI ? SETTLING : Duration.ofSeconds(1);
    var warmUp = arrival(run).multipliedBy(run.users()).plus(settling);
    return new Shape.Window(
        run.users(), warmUp.compareTo(WARM_UP) < 0 ? WARM_UP : warmUp, counted(run));
  }

  /** Longer where few users create: a claim about a page needs ten values. */
  private Duration counted(GcRun run) {
    var counted = plan.profile().seconds("counted");
    var creating =
        run.groups().stream()
            .filter(it -> it.name().equals(UiScripts.WRITES))
            .mapToInt(GcRun.Group::users)
            .sum();
    if (!plan.profile().judged() || creating == 0) {
      return counted;
    }
    var script = shortened(run, run.think()).multipliedBy(UiScripts.PAGES);
    var needed = script.multipliedBy(FEWEST_SCRIPTS).dividedBy(creating);
    return Collections.max(List.of(needed, counted));
  }

  List<String> describe() {
    var lines = new ArrayList<String>();
    for (var run : runs()) {
      lines.add(
          plan.line(
              run.experiment(),
              "%,d users, one more every %d ms, a think time of %s, counted for %d s"
                  .formatted(
                      run.users(),
                      arrival(run).toMillis(),
                      thinkTimes(run),
                      shape(run).length().toSeconds())));
    }
    lines.add(
        "%d components and projects of each application, 131 streams, 262 baselines"
            .formatted(Applications.PROJECTS));
    lines.add(
        "ours: 1.58 s between two requests of the stress test (316 a second of 500 users), 16 pages"
            + " of a script that creates (220 an hour of 100 users), 11, 11 and 8 pages of a link,"
            + " 8 of a selection");
    lines.add(
        "think times × %s in the web UI, %s in the stress test, %s in the integration"
            .formatted(
                timeFactor(Workload.UI),
                timeFactor(Workload.STRESS),
                timeFactor(Workload.INTEGRATION)));
    return lines;
  }

  private String thinkTimes(GcRun run) {
    return String.join(
        "/",
        run.groups().stream()
            .map(it -> "%.1f s".formatted(shortened(run, it.think()).toMillis() / 1000.0))
            .distinct()
            .toList());
  }
}
