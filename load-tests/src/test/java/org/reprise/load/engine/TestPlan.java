package org.reprise.load.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.child.RunListener;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Phases;
import org.reprise.load.stack.RunningTarget;

/** A plan for tests: all of CPS-307, but nothing that would be started or measured. */
public class TestPlan extends Plan<TestPlan.Amount> {
  /** How much of it. */
  public record Amount(String name, boolean judged, int repeats) implements Profile {}

  public TestPlan(RunRequest request, Amount amount) {
    super(Baselines.load("cps-307"), request, amount);
  }

  /** A short one. */
  public TestPlan(int repeats) {
    this(RunRequest.local("smoke"), new Amount("smoke", false, repeats));
  }

  @Override
  protected List<Program> programs() {
    return List.of();
  }

  @Override
  protected List<Stage> stages() {
    return List.of(Stage.of(Duration.ZERO));
  }

  @Override
  public RunningTarget open(Home home, Path logs, Phases phases) throws IOException {
    throw new AssertionError("nothing is to be started");
  }

  @Override
  public Measurement measurement(
      RunningTarget target, Home home, Path folder, RunListener listener) {
    throw new AssertionError("nothing is to be measured");
  }
}
