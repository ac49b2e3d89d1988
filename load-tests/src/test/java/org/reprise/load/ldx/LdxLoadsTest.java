package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.clm.Applications;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;

class LdxLoadsTest {
  @Test
  void fullIsAllOfTheReportInItsOwnTimes() {
    var plan = plan("full");
    assertThat(plan.plan().notRun()).isEmpty();
    assertThat(plan.artifacts(Applications.CCM)).isEqualTo(223_843);
    assertThat(plan.artifacts(Applications.QM)).isEqualTo(437_959);
    assertThat(plan.poll()).isEqualTo(Duration.ofSeconds(60));
    var load = linking(plan, "ccm-rm-270");
    assertThat(load.users().think()).isEqualTo(Duration.ofSeconds(30));
    assertThat(load.shape().users()).isEqualTo(270);
    assertThat(load.arrival()).isEqualTo(Duration.ofSeconds(1));
    assertThat(load.shape().warmUp()).isEqualTo(Duration.ofSeconds(270 + 1));
    assertThat(load.users().perSecond()).isEqualTo(9);
  }

  /** An interval between two polls has as many new links as the report's. */
  @Test
  void aProfileShortensTimeAndNotShape() {
    for (var profile : List.of("smoke", "quick", "full")) {
      var plan = plan(profile);
      var load = linking(plan, "ccm-rm-30");
      var think = load.users().think();
      var links = (double) load.shape().users() * plan.poll().toMillis() / think.toMillis();
      assertThat(links).as(profile).isEqualTo(60);
      // Users come as slowly as they think, one in a thirtieth of a think time, or within one.
      var users = plan.plan().profile().flag("arrivals") ? 30 : load.shape().users();
      assertThat((double) think.toNanos() / load.arrival().toNanos())
          .isCloseTo(users, within(1e-6));
      assertThat(load.shape().length())
          .isEqualTo(plan.poll().multipliedBy(plan.plan().profile().count("polls")));
    }
  }

  @Test
  void whatClaimsLookAtIsInQuick() {
    var plan = plan("quick");
    var run = plan.plan().experiments().stream().map(Experiment::id).toList();
    assertThat(run)
        .containsAll(
            plan.plan().baseline().claims().stream()
                .filter(claim -> !claim.sampled())
                .flatMap(claim -> claim.experiments().stream())
                .distinct()
                .toList());
    assertThat(plan.plan().notRun()).containsKey("ccm-rm-60").doesNotContainKey("ccm-rm-270");
  }

  /** Loads go to an index that is full, so the first indexings come before them. */
  @Test
  void firstIndexingsComeFirstAndTheLastOneReadsAllDataSources() {
    for (var profile : List.of("smoke", "quick", "full")) {
      var runs = plan(profile).runs();
      var indexings = runs.stream().filter(LdxLoads.Indexing.class::isInstance).toList();
      assertThat(runs.subList(0, indexings.size())).isEqualTo(indexings);
      assertThat(((LdxLoads.Indexing) indexings.getLast()).sources()).isEqualTo(LdxSuite.SOURCES);
    }
  }

  @Test
  void aProjectedLoadIsSentAtItsOwnRateInEveryProfile() {
    var plan = plan("full");
    var rates =
        Stream.of(
                "ccm-rm-projected",
                "ccm-qm-projected",
                "qm-rm-projected",
                "qm-rm-projected-twice",
                "ccm-rm-deployments")
            .map(id -> linking(plan, id).users().perSecond() * 3600)
            .toList();
    assertThat(rates).containsExactly(198_000.0, 72_000.0, 36_000.0, 72_000.0, 349_200.0);
  }

  /** Else a run would start all of it, and measure nothing. */
  @Test
  void leavesOutEverythingWithCompose(@TempDir Path folder) throws IOException {
    var variables = EnvFile.read(folder.resolve(".env"), Map.of(EnvFile.PASSWORD, "secret"));
    var plan = plan(new Target.Compose(variables));

    assertThat(plan.experiments()).isEmpty();
    assertThat(plan.notRun().values()).isNotEmpty().allMatch(why -> why.contains("--target local"));
  }

  /** Nobody's index is emptied for a first indexing. */
  @Test
  void createsLinksAtUrlAndIndexesNothingAnew() {
    var plan = plan(new Target.Remote(URI.create("http://127.0.0.1:8887/"), null, true));

    assertThat(new LdxLoads(plan).runs()).isNotEmpty().allMatch(LdxLoads.Linking.class::isInstance);
    assertThat(plan.notRun().get("initial-both")).contains("an index is emptied");
  }

  private static Plan plan(Target target) {
    return Plan.of(new LdxSuite(), "quick", Optional.empty(), 1, 1, List.of(), target);
  }

  private static LdxLoads.Linking linking(LdxLoads plan, String experiment) {
    return (LdxLoads.Linking) plan.run(plan.plan().baseline().require(experiment));
  }

  private static LdxLoads plan(String profile) {
    return new LdxLoads(Plan.local(new LdxSuite(), profile));
  }
}
