package org.reprise.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.baseline.Baseline;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.deploy.Target;

/** What every run says of itself before it begins. */
class PlanTest {
  private static Plan twice(String experiment, int repeat, String... processors) {
    return Plan.of(
        new TestSuite(TestSuite.profile("quick", true, 2)),
        "quick",
        Optional.of(experiment).filter(it -> !it.isEmpty()),
        repeat,
        7,
        List.of(processors),
        new Target.LocalProcesses());
  }

  @Test
  void tellsNeedsOfProfileForEachRepetition() {
    var plan = twice("", 3);

    assertThat(plan.repeat()).isEqualTo(6);
    assertThat(plan.needs()).isEqualTo(new Needs(3 * 60, 300, 500));
    assertThat(plan.needs().text())
        .isEqualTo("up to 3 min 00 s of wall time, 300 MiB of disk and 500 MiB of memory");
    assertThat(plan.describe())
        .containsExactly(
            "some                           6 × thing",
            "a bench                        left out",
            "processors: no role is limited");
  }

  /** Figures of a service without its second compiler are nobody's. */
  @Test
  void startsServicesWithoutSecondCompilerOnlyWhereNothingIsJudged() {
    for (var system : List.of("cps", "ebms", "lists", "ldx", "gc", "content")) {
      assertThat(Profile.of(system, "smoke").serviceFlags())
          .containsExactly("-XX:TieredStopAtLevel=1");
      assertThat(Profile.of(system, "quick").serviceFlags()).isEmpty();
      assertThat(Profile.of(system, "full").serviceFlags()).isEmpty();
    }
  }

  @Test
  void runsOnlyExperimentAskedFor() {
    var plan = twice("remote-2x500", 1);

    assertThat(plan.experiments()).extracting(it -> it.id()).containsExactly("remote-2x500");
    assertThat(plan.notRun())
        .hasSize(7)
        .containsEntry("embedded-2x500", "only remote-2x500 was asked for");
  }

  @Test
  void refusesWhatCannotBeDone() {
    assertThatThrownBy(() -> twice("remote-3x3", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cps-307 has no experiment 'remote-3x3', but embedded-2x500, ");
    for (var repeat : new int[] {0, 1001, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> twice("", repeat))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("--repeat: 1 to 1000, not " + repeat);
    }
    assertThatThrownBy(() -> twice("", 1, "nobody=0.3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nobody=0.3: not ROLE=CORES");
  }

  @Test
  void namesProfileAndKeyOfMissingOrWrongSetting() {
    var profile = TestSuite.profile("quick", true, 1);
    assertThat(profile.seconds("window")).isEqualTo(Duration.ofMillis(500));
    assertThat(profile.flag("persistent")).isTrue();
    for (var wrong : List.of("absent", "persistent")) {
      assertThatThrownBy(() -> profile.number(wrong))
          .hasMessageContaining("profile quick: settings." + wrong + " must be a number");
    }
  }

  /** A misspelled experiment or role would be left out without a word. */
  @ParameterizedTest
  @ValueSource(strings = {"cps", "ebms", "lists", "ldx", "gc", "content"})
  void profilesNameWhatTheReportHas(String system) {
    var report = Baselines.all().stream().filter(it -> it.system().equals(system)).findFirst();
    var ids = report.orElseThrow().experiments().stream().map(Experiment::id).toList();
    assertThat(Profile.all(system))
        .extracting(Profile::name)
        .containsExactly("smoke", "quick", "full");
    for (var profile : Profile.all(system)) {
      assertThat(ids).containsAll(profile.experiments());
      assertThat(report.map(Baseline::limitable).orElseThrow())
          .containsAll(profile.processors().keySet());
      assertThat(profile.judged()).isEqualTo(!profile.name().equals("smoke"));
    }
  }

  /** A quota's pause that is long beside the report's times is most of what is measured. */
  @Test
  void warnsOfPausesThatShowInTheReportsTimes() {
    assertThat(ebms("ebms-adapter=0.15").describe())
        .anyMatch(it -> it.contains("ebms-adapter pauses for up to 85 ms of every 100"));
    assertThat(ebms("ebms-adapter=0.99").warnings()).isEmpty();
    assertThat(ebms("ebms-adapter=none").warnings()).isEmpty();
  }

  private static Plan ebms(String share) {
    return Plan.of(
        new TestSuite("ebms", "digikoppeling-2018", TestSuite.profile("quick", true, 1)),
        "quick",
        Optional.empty(),
        1,
        1,
        List.of(share),
        new Target.LocalProcesses());
  }
}
