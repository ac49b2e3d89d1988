package org.reprise.load.cli;

import java.util.Set;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Suite;
import org.reprise.load.engine.TestSuite;
import org.reprise.load.system.MeasuredSystem;

/** A system that the command measures in tests, without a service. */
class TestSystem implements MeasuredSystem {
  private static final ServiceRole SERVICE =
      new ServiceRole(
          "no-module",
          new Target.Address("NO_PORT", 1, "/", false),
          Set.of(),
          _ -> {
            throw new AssertionError("not for a run");
          });

  private final String id;

  TestSystem(String id, TestSuite suite) {
    this.id = id;
    this.suite = suite;
  }

  private final TestSuite suite;

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
    return suite.baseline();
  }

  @Override
  public ServiceRole service() {
    return SERVICE;
  }

  @Override
  public Suite suite() {
    return suite;
  }
}
