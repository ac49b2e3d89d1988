package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.FigureKind;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.generator.Phase;
import org.reprise.load.stack.Credentials;
import org.reprise.load.stack.Target;

class CpsPlanTest {
  @Test
  void fullRunsEachSettingAsPublished() {
    var plan = plan(CpsProfile.FULL, null, 0, 0, true);

    assertThat(plan.settings())
        .extracting(
            setting -> setting.experiment().id() + " " + setting.threads() * setting.circles())
        .containsExactly(
            "embedded-2x500 1000",
            "remote-2x500 1000",
            "embedded-10x100 1000",
            "remote-10x100 1000",
            "embedded-20x50 1000",
            "remote-20x50 1000",
            "embedded-50x20 1000",
            "remote-50x20 1000");
    assertThat(plan.notRun()).isEmpty();
    assertThat(plan.measuresFloor()).isTrue();
    assertThat(plan.explains()).isTrue();
  }

  @Test
  void whatIsSteadyIsMeasuredInOneWarmProcessOfEachMode() {
    var plan = plan(CpsProfile.QUICK, null, 0, 0, true);

    assertThat(plan.embedded())
        .allSatisfy(setting ->
            assertThat(plan.embeddedPhases(setting))
                .extracting(Phase::variant)
                .containsExactly("report-exact"));
    assertThat(plan.embeddedSteadyPhases())
        .extracting(Phase::name)
        .containsExactly(
            "warm-up",
            "warm-up-compilers",
            "embedded-2x500-steady",
            "embedded-10x100-steady",
            "embedded-20x50-steady",
            "embedded-50x20-steady");
    // As warm as what stands beside it, and two users last: ten leave the compilers no processor.
    var warmUp = plan.floorPhases().subList(0, 2);
    assertThat(warmUp).extracting(phase -> phase.shape().mostUsers()).containsExactly(10, 2);
    assertThat(plan.embeddedSteadyPhases()).startsWith(warmUp.getFirst(), warmUp.getLast());
    assertThat(plan.remotePhases()).containsSequence(warmUp);
    assertThat(plan(CpsProfile.SMOKE, null, 0, 0, true).embeddedSteadyPhases())
        .extracting(Phase::name)
        .containsExactly("warm-up", "warm-up-compilers", "embedded-10x100-steady");
  }

  @Test
  void steadyWindowsOfTheServiceComeAfterAllItsOtherLoad() {
    var phases = plan(CpsProfile.QUICK, null, 0, 0, true).remotePhases();

    assertThat(phases)
        .extracting(Phase::name)
        .containsExactly(
            "remote-2x500",
            "remote-10x100",
            "remote-20x50",
            "remote-50x20",
            "warm-up",
            "warm-up-compilers",
            "remote-2x500-steady",
            "remote-10x100-steady",
            "remote-20x50-steady",
            "remote-50x20-steady");
    assertThat(phases).filteredOn(phase -> phase.experiment() == null).hasSize(2);
  }

  /**
   * Each measured figure belongs to an experiment that the full profile runs, with an operation of
   * the flow.
   */
  @Test
  void fullProducesEveryMeasuredFigure() {
    var plan = plan(CpsProfile.FULL, null, 0, 0, true);
    var run = plan.settings().stream().map(setting -> setting.experiment().id()).toList();
    var operations = java.util.Arrays.stream(CpsOperation.values()).map(CpsOperation::id).toList();

    assertThat(run).doesNotHaveDuplicates();
    for (Experiment experiment : CpsExperiments.baseline().experiments()) {
      assertThat(run.contains(experiment.id()) != (experiment.notProduced() != null)).isTrue();
      assertThat(experiment.figures())
          .filteredOn(figure -> figure.kind() == FigureKind.MEASURED)
          .allMatch(figure -> operations.contains(figure.operation()));
    }
  }

  @Test
  void smokeRunsOnePairAndSaysWhyNotTheOthers() {
    var plan = plan(CpsProfile.SMOKE, null, 0, 0, true);

    assertThat(plan.settings())
        .extracting(setting -> setting.experiment().id())
        .containsExactly("embedded-10x100", "remote-10x100");
    assertThat(plan.notRun()).hasSize(6).containsKey("remote-50x20");
    assertThat(plan.explains()).isFalse();
  }

  @Test
  void aServiceElsewhereHasNoEmbeddedMode() {
    var plan = plan(CpsProfile.FULL, null, 0, 0, false);

    assertThat(plan.settings()).hasSize(4);
    assertThat(plan.notRun().get("embedded-2x500")).contains("only local processes");
    assertThat(plan.measuresFloor()).isFalse();
    assertThat(plan.explains()).isFalse();
  }

  @Test
  void takesTheUsersThreadsAndCircles() {
    var plan = plan(CpsProfile.QUICK, "remote-10x100", 3, 7, true);

    assertThat(plan.settings())
        .singleElement()
        .satisfies(setting -> {
          assertThat(setting.threads()).isEqualTo(3);
          assertThat(setting.circles()).isEqualTo(7);
        });
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> plan(CpsProfile.QUICK, "remote-9x9", 0, 0, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("remote-9x9")
        .hasMessageContaining("remote-10x100");
    assertThatThrownBy(() -> plan(CpsProfile.QUICK, null, -1, 0, true))
        .hasMessageContaining("--threads");
    assertThatThrownBy(() -> CpsExperiments.remote("embedded-2x500"))
        .hasMessageContaining("in-process");
  }

  private static CpsPlan plan(
      CpsProfile profile, @Nullable String experiment, int threads, int circles, boolean local) {
    return new CpsPlan(
        new RunRequest(
            profile.name(),
            Optional.ofNullable(experiment),
            1,
            1,
            List.of(),
            local
                ? new Target.LocalProcesses()
                : new Target.Remote(
                    URI.create("http://127.0.0.1/"), new Credentials("a", "b"), false)),
        new CpsPlan.Wishes(
            threads == 0 ? OptionalInt.empty() : OptionalInt.of(threads),
            circles == 0 ? OptionalInt.empty() : OptionalInt.of(circles),
            "test-anchor-",
            Duration.ofSeconds(60)));
  }
}
