package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Measurement;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.Target;
import org.reprise.load.system.Needs;
import org.reprise.load.system.PlannedRun;
import org.reprise.load.system.RunOptions;
import org.reprise.load.system.RunRequest;
import picocli.CommandLine.Option;

/** What may be said of the flows with lists. */
final class ListsRunOptions implements RunOptions {
  /** Longer than any refresh that a pause is of use for. */
  private static final int LONGEST_PAUSE_MS = 60_000;

  @Option(
      names = "--list-poll",
      defaultValue = "0",
      paramLabel = "MS",
      description =
          "Pause between two looks at a list that is being refreshed; 0 as in the report (default:"
              + " ${DEFAULT-VALUE}).")
  private int listPoll;

  @Override
  public PlannedRun plan(RunRequest request) {
    if (request.target() instanceof Target.Remote) {
      throw new IllegalArgumentException(
          "lists are measured where the checks can read both databases: --target local or compose");
    }
    if (listPoll < 0 || listPoll > LONGEST_PAUSE_MS) {
      throw new IllegalArgumentException(
          "--list-poll: 0 to %d ms, not %d".formatted(LONGEST_PAUSE_MS, listPoll));
    }
    return new Planned(
        ListsPlan.of(
            request.profile(ListsProfile::of),
            request.experiment(),
            request.repeat(),
            Duration.ofMillis(listPoll),
            request.seed()),
        request.shares(ListsPlan.baseline(), request.profile(ListsProfile::of).processors()),
        request.target());
  }

  private record Planned(ListsPlan plan, Shares shares, Target target) implements PlannedRun {
    @Override
    public String profile() {
      return plan.profile().name();
    }

    @Override
    public int repeat() {
      return plan.repeat();
    }

    @Override
    public Needs needs() {
      return ListsNeeds.of(plan);
    }

    @Override
    public int steps() {
      return ListsNeeds.steps(plan);
    }

    @Override
    public List<String> describe() {
      var lines = new ArrayList<>(ListsNeeds.describe(plan));
      lines.add("processors: " + shares.text());
      return lines;
    }

    @Override
    public Map<String, String> notRun() {
      return plan.notRun();
    }

    @Override
    public RunningTarget open(Home home, Path logs, Phases phases)
        throws IOException, InterruptedException {
      var poll = plan.profile().compatPoll();
      return target instanceof Target.Compose compose
          ? ComposeLists.open(compose, poll)
          : ListsTarget.open(poll, shares, home, logs, phases);
    }

    @Override
    public Measurement measurement(
        RunningTarget open, Home home, Path folder, RunListener listener) {
      return new ListsMeasurement(plan, (ListsDeployment) open, folder, listener);
    }
  }
}
