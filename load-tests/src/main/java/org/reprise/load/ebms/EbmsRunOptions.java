package org.reprise.load.ebms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import picocli.CommandLine.Mixin;

/** The options of a run of Pings. */
@SuppressWarnings("NullAway.Init")
final class EbmsRunOptions implements RunOptions {
  @Mixin private PingOptions pings;

  @Override
  public PlannedRun plan(RunRequest request) {
    return new Planned(
        EbmsPlan.of(
            request.profile(EbmsProfile::of),
            Optional.ofNullable(request.experiment()),
            pings.wishes(request.target()),
            request.repeat(),
            request.local()),
        request.shares(EbmsExperiments.baseline(), request.profile(EbmsProfile::of).processors()),
        request.target());
  }

  private record Planned(EbmsPlan plan, Shares shares, Target target) implements PlannedRun {
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
      return EbmsNeeds.of(plan);
    }

    @Override
    public int steps() {
      return EbmsNeeds.steps(plan);
    }

    @Override
    public List<String> describe() {
      var lines = new ArrayList<>(EbmsNeeds.describe(plan));
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
      return EbmsTarget.open(target, plan.wishes(), shares, home, logs, phases);
    }

    @Override
    public Measurement measurement(
        RunningTarget open, Home home, Path folder, RunListener listener) {
      return new EbmsMeasurement(plan, (EbmsTarget) open, listener);
    }
  }
}
