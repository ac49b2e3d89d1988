package org.reprise.load.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.MeasuredSystem;
import org.reprise.load.engine.Measurement;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.generator.RunListener;

/** A system that the command measures in tests, without a service. */
class TestSystem extends MeasuredSystem {
  private static final ServiceRole SERVICE =
      new ServiceRole(
          "no-module",
          new Target.Address("NO_PORT", 1, "/", false),
          Set.of(),
          _ -> {
            throw new AssertionError("not for a run");
          });

  private final TestSuite suite;

  TestSystem(String id, TestSuite suite) {
    super(id, "nothing that serves", suite.baseline().id(), SERVICE);
    this.suite = suite;
  }

  @Override
  public MeasuredSystem suite() {
    return suite;
  }

  @Override
  public List<String> describe(Plan plan) {
    return suite.describe(plan);
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    return suite.measurement(plan, open, folder, listener);
  }
}
