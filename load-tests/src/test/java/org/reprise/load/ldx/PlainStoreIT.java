package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.clm.Applications;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.engine.Condition;
import org.reprise.load.engine.Outcome;
import org.reprise.load.engine.Plan;
import org.reprise.load.measure.Check;

/** Plain stores beside the index, on real services: only the profile full does it in a run. */
class PlainStoreIT {
  private static final Home HOME = new Home(Path.of("..").toAbsolutePath().normalize());

  @TempDir private Path folder;

  @Test
  void holdsLinksOfIndex() throws Exception {
    var plan = Plan.local(new LdxSuite(), "smoke");
    var outcome = new Outcome(plan.baseline());
    var topology = plan.suite().topology(plan);
    var logs = folder.resolve("logs");
    try (var open =
        Deployment.open(plan.target(), topology, Map.of(), plan.shares(), HOME, logs, _ -> {})) {
      var index = new IndexDatabase(open.database(LdxSuite.LDX));
      for (var application : Applications.ALL) {
        Applications.fill(open, application, plan.profile().number("scale"), 1);
      }
      index.empty(1);
      index.resume(Applications.CCM);
      assertThat(
              Condition.await(
                  Duration.ofMinutes(5),
                  IndexDatabase.LOOK,
                  () -> index.isCurrent(Applications.CCM) && index.artifacts(Applications.CCM) > 0))
          .isTrue();
      PlainStore.compare(open, index, 5, folder.resolve("plain-store"), outcome);
    }

    assertThat(outcome.measured().checks())
        .allSatisfy(check -> assertThat(check.passed()).as(check.detail()).isTrue())
        .extracting(Check::id)
        .containsExactly("same-as-plain-store");
    assertThat(outcome.measured().quantities().get("store-rate.jena-batched"))
        .hasSize(PlainStore.ROUNDS);
    assertThat(folder.resolve("plain-store")).doesNotExist();
  }
}
