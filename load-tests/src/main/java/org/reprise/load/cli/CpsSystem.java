package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.cps.CpsExperiments;
import org.reprise.load.cps.CpsMeasurement;
import org.reprise.load.cps.CpsPlan;
import org.reprise.load.cps.GatlingResult;
import org.reprise.load.cps.Profile;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Suite;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.CpsService;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvFile;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.OpenTarget;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;

/** CPS, measured by CPS-307. */
record CpsSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "cps";
  }

  @Override
  public Baseline baseline() {
    return CpsExperiments.baseline();
  }

  @Override
  public String module() {
    return CpsService.MODULE;
  }

  @Override
  public Target.Address address() {
    return new Target.Address(EnvFile.CPS_PORT, EnvFile.DEFAULT_CPS_PORT, "/cps/api", true);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    return new ServiceProcess.Service(
        CpsService.MODULE,
        CpsService.JVM_FLAGS,
        servers.requireDatabase().database("cps"),
        credentials,
        Map.of());
  }

  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    return GatlingResult.of(log, baseline(), experiment);
  }

  @Override
  public PlannedRun plan(RunOptions options, Target target) {
    var profile =
        Profile.of(options.profile()).orElseThrow(() -> RunCommand.noProfile(options.profile()));
    return new Planned(
        CpsPlan.of(
            profile,
            new CpsPlan.Wishes(
                Optional.ofNullable(options.experiment()),
                number(options.cps().threads),
                number(options.cps().circles)),
            options.repeat(),
            options.cps().anchorPrefix,
            Duration.ofSeconds(options.cps().terminationTimeout),
            target instanceof Target.LocalProcesses),
        options.processors().shares(baseline(), Map.of(), target),
        target);
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
    public void describe(PrintWriter out) {
      out.println("processors: " + shares.text());
      CpsNeeds.describe(plan, target, needs(), out);
    }

    @Override
    public Map<String, String> notRun() {
      return plan.notRun();
    }

    @Override
    public RunningTarget open(Target at, Home home, Path logs, ProgressDisplay display)
        throws IOException, InterruptedException {
      return OpenTarget.open(at, shares, home, logs, display.phases());
    }

    @Override
    public Suite suite(RunningTarget open, Home home, Path folder, ProgressDisplay display) {
      return new RunEngine(
          new CpsMeasurement(plan, (OpenTarget) open, display), home, folder, display);
    }
  }
}
