package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.gatling.GatlingLog;
import org.reprise.load.generator.Properties;
import org.reprise.load.stack.ComposeVariables;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Home;
import org.reprise.load.stack.Target;
import org.reprise.localstack.Database;
import picocli.CommandLine;

class GcPlanTest {
  @Test
  void fullIsAllOfTheReportInItsOwnTimes() {
    var plan = plan("full");
    assertThat(plan.notRun()).isEmpty();
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
    assertThat(plan.experiments().stream().map(Experiment::id).toList())
        .containsAll(
            plan.baseline().claims().stream()
                .flatMap(claim -> claim.experiments().stream())
                .distinct()
                .toList());
    assertThat(plan.notRun()).containsKey("ui-500").doesNotContainKey("ui-1350");
    assertThat(plan.needs().wall()).isLessThan(Duration.ofMinutes(6));
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
            true,
            List.of());
    var groups = load.groupOfEach();
    assertThat(Arrays.stream(groups).filter(it -> it == 1).count()).isEqualTo(30);
    assertThat(Arrays.stream(groups, 0, 10).filter(it -> it == 1).count()).isEqualTo(3);
  }

  /** Else a run would start all of it, and measure nothing. */
  @Test
  void onlyProcessesOfThisMachineAreMeasured(@TempDir Path folder) throws IOException {
    var base = URI.create("http://127.0.0.1:8882/");
    var variables = ComposeVariables.read(new Home(folder), Map.of(Properties.PASSWORD, "secret"));
    var compose = new Target.Compose(base, variables.credentials(), variables);
    for (var target : List.of(new Target.Remote(base, null, true), compose)) {
      var elsewhere = new RunRequest("quick", Optional.empty(), 1, 1, List.of(), target);
      var plan = new GcRunOptions().plan(elsewhere);
      assertThat(plan.experiments()).as(target.name()).isEmpty();
      assertThat(plan.notRun().values())
          .isNotEmpty()
          .allMatch(why -> why.contains("--target local"));
    }
  }

  @Test
  void whatWasSentByHandIsNotCompared() {
    var log =
        new GatlingLog(
            GcSimulation.class.getName(), List.of(), Instant.EPOCH, 60, List.of(), List.of());
    assertThatThrownBy(() -> new GcSystem().byHand(log, "ui-1100"))
        .hasMessageContaining("reprise run gc --experiment ui-1100");
  }

  @Test
  void theServiceIsToldWhereTheApplicationsAre() {
    var service =
        GcServices.service(
            new Database("jdbc:postgresql://127.0.0.1/gc", "a", "b"),
            new Credentials("reprise", "secret"),
            Map.of("rm", URI.create("http://127.0.0.1:1")),
            Map.of());
    assertThat(service.more())
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_BASEURI", "http://127.0.0.1:1/rm")
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_USERNAME", "reprise")
        .containsEntry("REPRISE_GC_APPLICATIONS_RM_PASSWORD", "secret");
    assertThat(service.jvmFlags()).contains("-Xmx512m");
  }

  /** What they have behind them would fill applications that take their time. */
  @Test
  void withServiceTimesUsersComeOverTheTimeOfAScript() {
    var plan = plan("quick", "--service-time-read=5.5s");
    var run = run(plan, "ui-1350");
    var script = plan.shortened(run, run.think()).multipliedBy(UiScripts.PAGES);
    assertThat(plan.arrival(run).multipliedBy(run.users()))
        .isBetween(script.minusMillis(1), script);
    assertThat(plan.comeInTheMiddle()).isFalse();
    assertThat(plan.arrival(run(plan, "stress-500")))
        .isEqualTo(plan("quick").arrival(run(plan, "stress-500")));
    assertThat(plan("quick").comeInTheMiddle()).isTrue();
    // Of the report's own coming a script is but a part.
    assertThat(plan("full", "--service-time-read=5.5s").arrival(run))
        .isEqualTo(Duration.ofSeconds(1));
  }

  /** The report has not sent them either: its applications were full before. */
  @Test
  void withServiceTimesWhatTheyBoundIsNotPushedFurther() {
    var reads = plan("quick", "--service-time-read=5.5s").notRun();
    assertThat(reads.get("ui-projected")).contains("simulated service times");
    assertThat(reads).doesNotContainKeys("stress-most", "links-most", "ui-1350");
    assertThat(plan("quick", "--service-time-proxied=25ms").notRun())
        .containsKeys("stress-most", "links-most")
        .doesNotContainKeys("ui-projected");
    // Users of the web UI commit baselines, which the applications write.
    assertThat(plan("quick", "--service-time-write=2.2s").notRun())
        .containsKeys("links-most", "ui-projected")
        .doesNotContainKeys("stress-most");
    assertThat(plan("quick", "--service-time-write=2.2s").describe())
        .anyMatch(line -> line.contains("simulated service times") && line.contains("2.2 s"));
  }

  private static GcPlan plan(String profile, String... typed) {
    var options = new GcRunOptions();
    var unused = CommandLine.populateCommand(options, typed);
    return (GcPlan) options.plan(RunRequest.local(profile));
  }

  private static GcRun run(GcPlan plan, String experiment) {
    return GcRun.of(plan.baseline().require(experiment));
  }
}
