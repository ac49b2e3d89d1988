package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.clm.Applications;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.measure.Check;

/** The index beside plain stores, on real services: only the profile full does it in a run. */
class SideBySideIT {
  private static final Home HOME = new Home(Path.of("..").toAbsolutePath().normalize());

  @TempDir private Path folder;

  @Test
  void readsSameChangesByIndexAndPlainStores() throws Exception {
    var plan = Plan.local(new LdxSuite(), "smoke");
    var outcome = new Outcome(plan.baseline());
    var topology = plan.suite().topology(plan);
    var logs = folder.resolve("logs");
    try (var open = Deployment.open(plan.target(), topology, plan.shares(), HOME, logs, _ -> {})) {
      var target = new LdxTarget(open);
      for (var application : Applications.ALL) {
        Applications.fill(open, application, new LdxLoads(plan).scale(), 1);
      }
      new SideBySide(target, 5).run(folder.resolve("plain-store"), outcome);
    }

    assertThat(outcome.measured().checks())
        .allSatisfy(check -> assertThat(check.passed()).as(check.detail()).isTrue())
        .extracting(Check::id)
        .containsExactly("same-changes", "same-as-plain-store");
    assertThat(folder.resolve("plain-store")).doesNotExist();
  }
}
