package org.reprise.load.cps;

import java.util.Arrays;
import java.util.LinkedHashMap;
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

/** CPS, measured by CPS-307. */
public record CpsSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "cps";
  }

  @Override
  public String title() {
    return "Configuration Persistence Service of ONAP";
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
    return new Target.Address("CPS_PORT", 8883, "/cps/api", true);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    return CpsService.of(servers.requireDatabase().database("cps"), credentials);
  }

  @Override
  public RunOptions runOptions() {
    return new CpsRunOptions();
  }

  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    var operations = new LinkedHashMap<String, String>();
    Arrays.stream(CpsOperation.values()).forEach(it -> operations.put(it.name(), it.id()));
    return new MeasuredByHand(baseline(), CpsRemoteSimulation.class, operations)
        .of(log, experiment);
  }

  @Override
  public Callable<Integer> bench() {
    return new CpsBench();
  }
}
