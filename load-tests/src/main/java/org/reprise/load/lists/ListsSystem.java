package org.reprise.load.lists;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.RunOptions;

/** Lists beside circulation and data import, measured by the FOLIO report. */
public record ListsSystem() implements MeasuredSystem {
  @Override
  public String id() {
    return "lists";
  }

  @Override
  public String title() {
    return "lists of FOLIO, with circulation and data import beside them";
  }

  @Override
  public Baseline baseline() {
    return ListsPlan.report();
  }

  @Override
  public String module() {
    return ListsService.MODULE;
  }

  @Override
  public Target.Address address() {
    return new Target.Address("LISTS_PORT", 8885, "/", false);
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
  public RunOptions runOptions() {
    return new ListsRunOptions();
  }

  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    return ListsResult.of(log, experiment);
  }

  @Override
  public Callable<Integer> bench() {
    return new ListsBench();
  }

  @Override
  public List<Callable<Integer>> commands() {
    return List.of(new MarcCommand());
  }
}
