package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.lists.ListsMeasurement;
import org.reprise.load.lists.ListsPlan;
import org.reprise.load.lists.ListsProfile;
import org.reprise.load.lists.ListsResult;
import org.reprise.load.lists.ListsService;
import org.reprise.load.lists.ListsTarget;
import org.reprise.load.measure.Measured;
import org.reprise.load.measure.Suite;
import org.reprise.load.process.Shares;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.EnvFile;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.RunningTarget;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;

/** Lists beside circulation and data import, measured by the FOLIO report. */
record ListsSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "lists";
  }

  @Override
  public Baseline baseline() {
    return ListsPlan.baseline();
  }

  @Override
  public String module() {
    return ListsService.MODULE;
  }

  @Override
  public Target.Address address() {
    return new Target.Address(EnvFile.LISTS_PORT, EnvFile.DEFAULT_LISTS_PORT, "/", false);
  }

  @Override
  public Set<LocalServers.Role> servers() {
    return Set.of(LocalServers.Role.STANDBY, LocalServers.Role.BROKER);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    return ListsService.alone(servers, credentials, environment);
  }

  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    return ListsResult.of(log, experiment);
  }

  @Override
  public PlannedRun plan(RunOptions options, Target target) {
    var profile =
        ListsProfile.of(options.profile())
            .orElseThrow(() -> RunCommand.noProfile(options.profile()));
    return new Planned(
        ListsPlan.of(
            profile,
            options.experiment(),
            options.repeat(),
            options.lists().pollPause(),
            options.seed()),
        options.processors().shares(baseline(), profile.processors(), target),
        target);
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
    public void describe(PrintWriter out) {
      out.println("processors: " + shares.text());
      ListsNeeds.describe(plan, target, out);
    }

    @Override
    public Map<String, String> notRun() {
      return plan.notRun();
    }

    @Override
    public RunningTarget open(Target at, Home home, Path logs, ProgressDisplay display)
        throws IOException, InterruptedException {
      return ListsTarget.open(
          at, plan.profile().compatPoll(), shares, home, logs, display.phases());
    }

    @Override
    public Suite suite(RunningTarget open, Home home, Path folder, ProgressDisplay display) {
      return new RunEngine(
          new ListsMeasurement(plan, (ListsTarget) open, folder, display), home, folder, display);
    }
  }
}
