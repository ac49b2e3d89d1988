package org.reprise.load.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.ebms.EbmsExperiments;
import org.reprise.load.ebms.EbmsMeasurement;
import org.reprise.load.ebms.EbmsPlan;
import org.reprise.load.ebms.EbmsProfile;
import org.reprise.load.ebms.EbmsService;
import org.reprise.load.ebms.EbmsTarget;
import org.reprise.load.ebms.PingResult;
import org.reprise.load.engine.RunEngine;
import org.reprise.load.gatling.GatlingLog;
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

/** An ebMS message handler, measured by the Digikoppeling performance test. */
record EbmsSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "ebms";
  }

  @Override
  public Baseline baseline() {
    return EbmsExperiments.baseline();
  }

  @Override
  public String module() {
    return EbmsService.MODULE;
  }

  @Override
  public Target.Address address() {
    return new Target.Address(
        EnvFile.EBMS_PORT, EnvFile.DEFAULT_EBMS_PORT, EbmsService.HANDLER, false);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    return EbmsService.service(servers.requireDatabase().database("ebms"), credentials);
  }

  @Override
  public List<String> remarks(Map<String, String> environment) {
    return Boolean.parseBoolean(environment.get(EbmsService.PERSIST))
        ? List.of("Pings are stored before they are accepted (" + EbmsService.PERSIST + ")")
        : List.of(
            "Pings are not stored: a kill or a crash loses the Pongs of the last accepted ones.",
            EbmsService.PERSIST + "=true ./reprise up ebms stores each before it is accepted.");
  }

  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    return PingResult.of(log, experiment);
  }

  @Override
  public PlannedRun plan(RunOptions options, Target target) {
    var profile =
        EbmsProfile.of(options.profile())
            .orElseThrow(() -> RunCommand.noProfile(options.profile()));
    var local = target instanceof Target.LocalProcesses;
    return new Planned(
        EbmsPlan.of(
            profile,
            Optional.ofNullable(options.experiment()),
            options.ebms().wishes(local),
            options.repeat(),
            local),
        options.processors().shares(baseline(), profile.processors(), target),
        target);
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
    public void describe(PrintWriter out) {
      out.println("processors: " + shares.text());
      EbmsNeeds.describe(plan, target, out);
    }

    @Override
    public Map<String, String> notRun() {
      return plan.notRun();
    }

    @Override
    public RunningTarget open(Target at, Home home, Path logs, ProgressDisplay display)
        throws IOException, InterruptedException {
      return EbmsTarget.open(at, plan.wishes(), shares, home, logs, display.phases());
    }

    @Override
    public Suite suite(RunningTarget open, Home home, Path folder, ProgressDisplay display) {
      return new RunEngine(
          new EbmsMeasurement(plan, (EbmsTarget) open, home, folder.resolve("logs"), display),
          home,
          folder,
          display);
    }
  }
}
