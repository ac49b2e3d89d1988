package org.reprise.load.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.measure.Measured;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.LocalServers;
import org.reprise.load.stack.ServiceProcess;
import org.reprise.load.stack.Target;
import org.reprise.load.system.MeasuredSystem;
import org.reprise.load.system.RunOptions;
import picocli.CommandLine.Option;

/** A system that the command measures in tests, without a service. */
abstract class TestSystem implements MeasuredSystem {
  private final String id;

  TestSystem(String id) {
    this.id = id;
  }

  /** What a run will do. */
  abstract Plan<?> plan(RunRequest request);

  @Override
  public String id() {
    return id;
  }

  @Override
  public String title() {
    return "nothing that serves";
  }

  @Override
  public Baseline baseline() {
    return Baselines.load("cps-307");
  }

  @Override
  public String module() {
    return "no-module";
  }

  @Override
  public Target.Address address() {
    return new Target.Address("NO_PORT", 1, "/", false);
  }

  @Override
  public ServiceProcess.Service service(
      LocalServers.Running servers, Credentials credentials, Map<String, String> environment) {
    throw new AssertionError("not for a run");
  }

  @Override
  public RunOptions runOptions() {
    return new Options();
  }

  @Override
  public Measured byHand(GatlingLog log, @Nullable String experiment) {
    throw new AssertionError("not for a run");
  }

  @Override
  public Callable<Integer> bench() {
    throw new AssertionError("not for a run");
  }

  private final class Options implements RunOptions {
    @Option(names = "--own")
    private int own;

    @Override
    public Plan<?> plan(RunRequest request) {
      if (own < 0) {
        throw new IllegalArgumentException("--own: not below 0");
      }
      return TestSystem.this.plan(request);
    }
  }
}
