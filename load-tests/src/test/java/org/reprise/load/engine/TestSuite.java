package org.reprise.load.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.reprise.load.chaos.AcknowledgedWrites;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.ServiceRole;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.generator.RunListener;

/** A suite for tests: all of CPS-307, but nothing that would be started or measured. */
public class TestSuite extends MeasuredSystem {
  private static final ServiceRole SERVICE =
      new ServiceRole(
          "no-module",
          new Target.Address("NO_PORT", 1, "/", false),
          Set.of(),
          _ -> {
            throw new AssertionError("nothing is to be started");
          });

  private final Profile profile;

  public TestSuite(Profile profile) {
    this("cps", "cps-307", profile);
  }

  public TestSuite(String id, String report, Profile profile) {
    super(id, "nothing that serves", report, SERVICE);
    this.profile = profile;
  }

  public static Profile profile(String name, boolean judged, int repeats) {
    return profile(name, judged, repeats, false, 60);
  }

  static Profile profile(String name, boolean judged, int repeats, boolean paired, long seconds) {
    return new Profile(
        name,
        judged,
        repeats,
        paired,
        new Needs(seconds, 300, 500),
        List.of(),
        Map.of(),
        Map.of("windowSeconds", 0.5, "persistent", true));
  }

  @Override
  public List<Profile> profiles() {
    return List.of(profile);
  }

  @Override
  public List<String> describe(Plan plan) {
    return List.of(plan.line("some", "thing"), Plan.line("a bench", "beside its floor", 0));
  }

  @Override
  public Topology topology(Plan plan) {
    throw new AssertionError("nothing is to be started");
  }

  @Override
  public Deployment open(Plan plan, Home home, Path logs, Consumer<String> progress)
      throws IOException {
    throw new AssertionError("nothing is to be started");
  }

  @Override
  public AcknowledgedWrites writes(Map<String, String> environment, Credentials credentials) {
    throw new AssertionError("nothing is to be written");
  }

  @Override
  public Measurement measurement(Plan plan, Deployment open, Path folder, RunListener listener) {
    throw new AssertionError("nothing is to be measured");
  }
}
