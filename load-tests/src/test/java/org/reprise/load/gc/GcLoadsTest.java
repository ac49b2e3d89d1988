package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.ComposeVariables;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;
import org.reprise.localstack.Database;

class GcLoadsTest {
  @Test
  void fullIsAllOfTheReportInItsOwnTimes() {
    var plan = plan("full");
    assertThat(plan.plan().notRun()).isEmpty();
    var run = run(plan, "ui-1350");
    assertThat(run.users()).isEqualTo(1350);
    assertThat(plan.shortened(run, run.think())).isEqualTo(Duration.ofSeconds(30));
    assertThat(plan.arrival(run)).isEqualTo(Duration.ofSeconds(1));
    assertThat(plan.shape(run).warmUp()).isEqualTo(Duration.ofSeconds(1354));
    assertThat(plan.shape(run).length()).isEqualTo(Duration.ofMinutes(10));
  }

  /** 30 % of the users write; each of their scripts has 16 pages, 30 s apart. */
  @Test
  void thePagesOfAScriptMakeTheReportsRateOfCreations() {
    var run = run(plan("full"), "ui-1100");
    var writers = run.groups().getLast();
    assertThat(writers.name()).isEqualTo("writes");
    assertThat(writers.users() / 1100.0).isCloseTo(0.3, within(1e-9));
    var creationsAnHour =
        writers.users() * 3600.0 / (UiScripts.PAGES * writers.think().toSeconds());
    assertThat(creationsAnHour).isCloseTo(2500, within(50.0));
  }

  /** A claim about a page that each script has once needs ten values of it. */
  @ParameterizedTest
  @ValueSource(strings = {"ui-300", "ui-1100", "ui-1350"})
  void quickCountsAtLeastTenScriptsOfThoseWhoCreate(String level) {
    var plan = plan("quick");
    var run = run(plan, level);
    var writers = run.groups().getLast();
    var script = plan.shortened(run, writers.think()).multipliedBy(UiScripts.PAGES);
    assertThat(writers.users() * plan.shape(run).length().toMillis() / (double) script.toMillis())
        .isGreaterThanOrEqualTo(10);
  }

  /** The time between two requests of the stress test is ours, for the report's throughput. */
  @Test
  void theStressTestSendsTheReportsTransactions() {
    assertThat(run(plan("full"), "stress-500").perSecond()).isCloseTo(316, within(0.5));
    assertThat(StressScripts.GETS).isEqualTo(7);
  }

  /** The pages of a link are ours, for about the report's links of 500 users. */
  @Test
  void theIntegrationCreatesAboutTheReportsLinks() {
    var run = run(plan("full"), "integration-500");
    var published = Map.of("ccm-rm", 1664.0, "ccm-qm", 1659.0, "qm-rm", 2277.0);
    for (var group : run.groups()) {
      if (!group.name().equals(IntegrationScripts.SELECT)) {
        assertThat(group.users() * 3600.0 / group.think().toSeconds())
            .as(group.name())
            .isCloseTo(published.get(group.name()), within(60.0));
      }
    }
    assertThat(run.users()).isEqualTo(500);
  }

  @Test
  void whatTheReportProjectsIsSentInRealTimeInEveryProfile() {
    var plan = plan("quick");
    var run = run(plan, "ui-projected");
    assertThat(run.users()).isEqualTo(4675);
    assertThat(run.perSecond()).isCloseTo(455, within(0.5));
    assertThat(plan.shortened(run, run.think())).isEqualTo(run.think());
    assertThat(run(plan, "stress-most").think()).isZero();
  }

  @Test
  void whatClaimsLookAtIsInQuick() {
    var plan = plan("quick");
    assertThat(plan.plan().experiments().stream().map(Experiment::id).toList())
        .containsAll(
            plan.plan().baseline().claims().stream()
                .flatMap(claim -> claim.experiments().stream())
                .distinct()
                .toList());
    assertThat(plan.plan().notRun()).containsKey("ui-500").doesNotContainKey("ui-1350");
  }

  @Test
  void usersOfAllGroupsComeEvenly() {
    var load =
        new GcLoad(
            GcRun.Workload.UI,
            "http://gc",
            Map.of(),
            List.of(new GcLoad.Group("reads", 70, 1), new GcLoad.Group("writes", 30, 1)),
            1,
            List.of());
    var groups = load.groupOfEach();
    assertThat(Arrays.stream(groups).filter(it -> it == 1).count()).isEqualTo(30);
    assertThat(Arrays.stream(groups, 0, 10).filter(it -> it == 1).count()).isEqualTo(3);
  }

  /** Else a run would start all of it, and measure nothing. */
  @Test
  void onlyProcessesOfThisMachineAreMeasured(@TempDir Path folder) throws IOException {
    var base = URI.create("http://127.0.0.1:8882/");
    var variables = ComposeVariables.read(new Home(folder), Map.of(EnvFile.PASSWORD, "secret"));
    var compose = new Target.Compose(base, variables.credentials(), variables);
    for (var target : List.of(new Target.Remote(base, null, true), compose)) {
      var elsewhere = new RunRequest("quick", Optional.empty(), 1, 1, List.of(), target);
      var plan = new Plan(new GcSuite(), elsewhere);
      assertThat(plan.experiments()).as(target.name()).isEmpty();
      assertThat(plan.notRun().values())
          .isNotEmpty()
          .allMatch(why -> why.contains("--target local"));
    }
  }

  @Test
  void theServiceIsToldWhereTheApplicationsAre() {
    var service =
        GcServices.service(
            new Database("jdbc:postgresql://127.0.0.1/gc", "a", "b"),
            new Credentials("reprise", "secret"),
            Map.of("rm", URI.create("http://127.0.0.1:1")));
    assertThat(service.more())
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_BASEURI", "http://127.0.0.1:1/rm")
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_USERNAME", "reprise")
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_PASSWORD", "secret");
    assertThat(service.jvmFlags()).contains("-Xmx512m");
  }

  private static GcLoads plan(String profile) {
    return new GcLoads(new Plan(new GcSuite(), RunRequest.local(profile)));
  }

  private static GcRun run(GcLoads plan, String experiment) {
    return GcRun.of(plan.plan().baseline().require(experiment));
  }
}
