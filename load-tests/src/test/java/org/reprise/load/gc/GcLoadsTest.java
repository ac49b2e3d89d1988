package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;

class GcLoadsTest {
  @Test
  void fullIsAllOfTheReportInItsOwnTimes() {
    var plan = plan("full");
    assertThat(plan.plan().notRun()).isEmpty();
    var run = run(plan, "ui-1350");
    assertThat(run.users().users()).isEqualTo(1350);
    assertThat(run.users().think()).isEqualTo(Duration.ofSeconds(30));
    assertThat(run.arrival()).isEqualTo(Duration.ofSeconds(1));
    assertThat(run.shape().warmUp()).isEqualTo(Duration.ofSeconds(1354));
    assertThat(run.shape().length()).isEqualTo(Duration.ofMinutes(10));
  }

  /** 30 % of the users write; each of their scripts has 16 pages, 30 s apart. */
  @Test
  void thePagesOfAScriptMakeTheReportsRateOfCreations() {
    var run = run(plan("full"), "ui-1100");
    var writers = run.users().groups().getLast();
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
    var writers = run.users().groups().getLast();
    var script = writers.think().multipliedBy(UiScripts.PAGES);
    assertThat(writers.users() * run.shape().length().toMillis() / (double) script.toMillis())
        .isGreaterThanOrEqualTo(10);
  }

  /** The time between two requests of the stress test is ours, for the report's throughput. */
  @Test
  void theStressTestSendsTheReportsTransactions() {
    assertThat(run(plan("full"), "stress-500").users().perSecond()).isCloseTo(316, within(0.5));
    assertThat(ApplicationScripts.GETS).isEqualTo(7);
  }

  /** The pages of a link are ours, for about the report's links of 500 users. */
  @Test
  void theIntegrationCreatesAboutTheReportsLinks() {
    var run = run(plan("full"), "integration-500");
    var published = Map.of("ccm-rm", 1664.0, "ccm-qm", 1659.0, "qm-rm", 2277.0);
    for (var group : run.users().groups()) {
      if (!group.name().equals(ApplicationScripts.SELECT)) {
        assertThat(group.users() * 3600.0 / group.think().toSeconds())
            .as(group.name())
            .isCloseTo(published.get(group.name()), within(60.0));
      }
    }
    assertThat(run.users().users()).isEqualTo(500);
  }

  @Test
  void whatTheReportProjectsIsSentInRealTimeInEveryProfile() {
    var plan = plan("quick");
    var run = run(plan, "ui-projected");
    assertThat(run.users().users()).isEqualTo(4675);
    assertThat(run.users().perSecond()).isCloseTo(455, within(0.5));
    assertThat(run.users().think()).isEqualTo(Duration.ofMillis(10_270));
    assertThat(run(plan, "stress-most").users().think()).isZero();
  }

  /** But for the projection, which takes half a minute of its four. */
  @Test
  void whatClaimsLookAtIsInQuick() {
    var plan = plan("quick");
    assertThat(plan.plan().experiments().stream().map(Experiment::id).toList())
        .containsAll(
            plan.plan().baseline().claims().stream()
                .flatMap(claim -> claim.experiments().stream())
                .filter(experiment -> !experiment.equals("ui-projected"))
                .distinct()
                .toList());
    assertThat(plan.plan().notRun())
        .containsKeys("ui-500", "ui-projected")
        .doesNotContainKey("ui-1350");
  }

  @Test
  void sendsLoadsOfTheReportToCompose(@TempDir Path folder) throws IOException {
    var variables = EnvFile.read(folder.resolve(".env"), Map.of(EnvFile.PASSWORD, "secret"));
    var plan = plan(new Target.Compose(variables));

    assertThat(plan.experiments()).extracting(Experiment::id).contains("ui-1350");
    assertThat(plan.notRun()).containsKey("ui-projected");
  }

  @Test
  void sendsLoadsOfTheReportAloneToUrl() {
    var plan = plan(new Target.Remote(URI.create("http://127.0.0.1:8882/"), null, true));

    assertThat(plan.experiments()).isNotEmpty();
    assertThat(plan.notRun().get("ui-projected")).contains("more than the report has sent");
  }

  private static Plan plan(Target target) {
    return Plan.of(new GcSuite(), "quick", Optional.empty(), 1, 1, List.of(), target);
  }

  @Test
  void serviceKnowsWhereTheApplicationsAre() {
    var environment =
        GcSuite.environment(
            _ -> URI.create("http://127.0.0.1:1"), new Credentials("reprise", "secret"));
    assertThat(environment)
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_BASEURI", "http://127.0.0.1:1/rm")
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_USERNAME", "reprise")
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_PASSWORD", "secret");
  }

  /** What is not of global configurations does not count as a transaction of theirs. */
  @Test
  void countsRequestsOfGlobalConfigurationsAndNoOthers() {
    assertThat(
            GcMeasurement.answered(
                """
                # TYPE http_server_requests_seconds summary
                http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/gc/configuration/{id}"} 12
                http_server_requests_seconds_sum{error="none",method="GET",status="200",uri="/gc/configuration/{id}"} 99.5
                http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/gc/search"} 3.0
                http_server_requests_seconds_count{error="none",method="GET",status="200",uri="/actuator/prometheus"} 40
                """))
        .isEqualTo(15);
  }

  private static GcLoads plan(String profile) {
    return new GcLoads(Plan.local(new GcSuite(), profile));
  }

  private static GcLoads.Run run(GcLoads plan, String experiment) {
    return plan.run(plan.plan().baseline().require(experiment));
  }
}
