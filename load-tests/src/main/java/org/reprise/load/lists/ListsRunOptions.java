package org.reprise.load.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Measurement;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.system.Needs;
import org.reprise.load.system.PlannedRun;
import org.reprise.load.system.RunOptions;
import org.reprise.load.system.RunRequest;
import org.reprise.load.system.TargetRefusedException;
import picocli.CommandLine.Option;

/** What may be said of the flows with lists. */
final class ListsRunOptions implements RunOptions {
  /** Longer than any refresh that a pause is of use for. */
  private static final int LONGEST_PAUSE_MS = 60_000;

  @Option(
      names = "--list-poll",
      paramLabel = "MS",
      description =
          "Pause between two looks at a list that is being refreshed (default: 100; 0 in smoke). The"
              + " report has none, but each look took its way through a network and a gateway.")
  private @Nullable Integer listPoll;

  @Override
  public PlannedRun plan(RunRequest request) {
    if (!request.local()) {
      throw new TargetRefusedException(
          "lists are measured against processes of this machine only: the checks read both"
              + " databases (--target local)");
    }
    if (listPoll != null && (listPoll < 0 || listPoll > LONGEST_PAUSE_MS)) {
      throw new IllegalArgumentException(
          "--list-poll: 0 to %d ms, not %d".formatted(LONGEST_PAUSE_MS, listPoll));
    }
    var profile = request.profile(ListsProfile::of);
    return new Planned(
        ListsPlan.of(
            profile,
            request.experiment(),
            request.repeat(),
            listPoll == null ? profile.listPoll() : Duration.ofMillis(listPoll),
            request.seed()),
        request.shares(ListsPlan.baseline(), profile.processors()));
  }

  private record Planned(ListsPlan plan, Shares shares) implements PlannedRun {
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
      return ListsTarget.open(plan.profile().compatPoll(), shares, home, logs, phases);
    }

    @Override
    public Measurement measurement(
        RunningTarget open, Home home, Path folder, RunListener listener) {
      return new ListsMeasurement(plan, (ListsTarget) open, folder, listener);
    }
  }
}
