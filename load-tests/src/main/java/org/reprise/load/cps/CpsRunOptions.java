package org.reprise.load.cps;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.reprise.load.child.RunListener;
import org.reprise.load.engine.Measurement;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.ServiceTarget;
import org.reprise.load.stack.Target;
import org.reprise.load.system.Needs;
import org.reprise.load.system.PlannedRun;
import org.reprise.load.system.RunOptions;
import org.reprise.load.system.RunRequest;
import picocli.CommandLine.Option;

/** What may be said of the flow of CPS-307, as in its test application's settings. */
@SuppressWarnings("NullAway.Init")
final class CpsRunOptions implements RunOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads, instead of each setting's own.")
  private @Nullable Integer threads;

  @Option(
      names = "--circles",
      paramLabel = "N",
      description = "Flows by thread, instead of each setting's own.")
  private @Nullable Integer circles;

  @Option(
      names = "--anchor-prefix",
      defaultValue = CpsFlow.ANCHOR_PREFIX,
      paramLabel = "P",
      description = "What anchor names begin with (default: ${DEFAULT-VALUE}).")
  private String anchorPrefix;

  @Option(
      names = "--termination-timeout",
      defaultValue = "1200",
      paramLabel = "S",
      description = "Seconds that the threads have to finish (default: ${DEFAULT-VALUE}).")
  private int terminationTimeout;

  @Override
  public PlannedRun plan(RunRequest request) {
    return new Planned(
        CpsPlan.of(
            request.profile(Profile::of),
            new CpsPlan.Wishes(
                Optional.ofNullable(request.experiment()), number(threads), number(circles)),
            request.repeat(),
            anchorPrefix,
            Duration.ofSeconds(terminationTimeout),
            request.local()),
        request.shares(CpsExperiments.baseline(), Map.of()),
        request.target());
  }

  private static OptionalInt number(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  private record Planned(CpsPlan plan, Shares shares, Target target) implements PlannedRun {
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
      return CpsNeeds.of(plan);
    }

    @Override
    public int steps() {
      return CpsNeeds.steps(plan);
    }

    @Override
    public List<String> describe() {
      var lines = new ArrayList<>(CpsNeeds.describe(plan));
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
      return ServiceTarget.open(target, CpsService.KIND, shares, home, logs, phases);
    }

    @Override
    public Measurement measurement(
        RunningTarget open, Home home, Path folder, RunListener listener) {
      return new CpsMeasurement(plan, (ServiceTarget) open, listener);
    }
  }
}
