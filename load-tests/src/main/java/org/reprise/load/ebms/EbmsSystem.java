package org.reprise.load.ebms;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.gatling.MeasuredByHand;
import org.reprise.load.measure.Measured;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.RunOptions;

/** An ebMS message handler, measured by the Digikoppeling performance test. */
public record EbmsSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "ebms";
  }

  @Override
  public String title() {
    return "ebMS 2.0 message handler of Digikoppeling";
  }

  @Override
  public Baseline baseline() {
    return EbmsPlan.report();
  }

  @Override
  public String module() {
    return EbmsService.MODULE;
  }

  @Override
  public Target.Address address() {
    return new Target.Address("EBMS_PORT", 8884, EbmsService.HANDLER, false);
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
  public RunOptions runOptions() {
    return new PingOptions();
  }

  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    return new MeasuredByHand(
            baseline(), EbmsPingSimulation.class, Map.of(EbmsPing.PING, EbmsLoad.PING))
        .of(log, experiment);
  }

  @Override
  public Callable<Integer> bench() {
    return new EbmsBench();
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new CpaCommand());
  }
}
