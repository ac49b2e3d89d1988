package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reprise.load.baseline.Experiment;
import org.reprise.load.baseline.Figure;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;
import org.reprise.load.generator.Phase;

class CpsLoadsTest {
  @Test
  void fullRunsEachSettingAsPublished() {
    var plan = plan("full", null, true);

    assertThat(plan.plan().experiments())
        .extracting(setting -> setting.id() + " " + plan.exact(setting).shape().plannedFlows())
        .containsExactly(
            "embedded-2x500 1000",
            "embedded-10x100 1000",
            "embedded-20x50 1000",
            "embedded-50x20 1000",
            "remote-2x500 1000",
            "remote-10x100 1000",
            "remote-20x50 1000",
            "remote-50x20 1000");
    assertThat(plan.plan().notRun()).isEmpty();
    assertThat(plan.besideFloor()).isNotEmpty();
    // In each repetition: what stands beside it is measured in each, too.
    var twice =
        new CpsLoads(
            Plan.of(
                new CpsSuite(),
                "full",
                Optional.empty(),
                2,
                1,
                List.of(),
                new Target.LocalProcesses()));
    assertThat(twice.describe())
        .anyMatch(it -> it.startsWith("floor ") && it.contains(twice.plan().repeat() + " × "));
    assertThat(plan.explains()).isTrue();
  }

  @Test
  void whatIsSteadyIsMeasuredInOneWarmProcessOfEachMode() {
    var plan = plan("quick", null, true);

    assertThat(plan.steady(plan.embedded()))
        .extracting(Phase::name)
        .startsWith(
            "warm-up",
            "warm-up-compilers",
            "embedded-2x500-steady",
            "embedded-10x100-steady",
            "embedded-20x50-steady",
            "embedded-50x20-steady",
            "embedded-50x20-steady-2",
            "embedded-20x50-steady-2",
            "embedded-10x100-steady-2",
            "embedded-2x500-steady-2",
            "embedded-2x500-steady-3")
        .hasSize(2 + 4 * 5);
    // As warm as what stands beside it, and two users last: ten leave the compilers no processor.
    var warmUp = plan.floorPhases().subList(0, 2);
    assertThat(warmUp).extracting(phase -> phase.shape().users()).containsExactly(10, 2);
    assertThat(plan.steady(plan.embedded())).startsWith(warmUp.getFirst(), warmUp.getLast());
    assertThat(plan.steady(plan.remote())).startsWith(warmUp.getFirst(), warmUp.getLast());
    var smoke = plan("smoke", null, true);
    assertThat(smoke.steady(smoke.embedded()))
        .extracting(Phase::name)
        .containsExactly("warm-up", "warm-up-compilers", "embedded-10x100-steady");
  }

  /**
   * Each measured figure belongs to an experiment that the full profile runs, with an operation of
   * the flow.
   */
  @Test
  void fullProducesEveryMeasuredFigure() {
    var plan = plan("full", null, true);
    var run = plan.plan().experiments().stream().map(Experiment::id).toList();
    var operations = java.util.Arrays.stream(CpsOperation.values()).map(CpsOperation::id).toList();

    assertThat(run).doesNotHaveDuplicates();
    for (Experiment experiment : new CpsSuite().baseline().experiments()) {
      assertThat(run).contains(experiment.id());
      assertThat(experiment.figures())
          .filteredOn(figure -> figure.kind() == Figure.Kind.MEASURED)
          .allMatch(figure -> operations.contains(figure.operation()));
    }
  }

  @Test
  void smokeRunsOnePairAndSaysWhyNotTheOthers() {
    var plan = plan("smoke", null, true);

    assertThat(plan.plan().experiments())
        .extracting(Experiment::id)
        .containsExactly("embedded-10x100", "remote-10x100");
    assertThat(plan.plan().notRun()).hasSize(6).containsKey("remote-50x20");
    assertThat(plan.explains()).isFalse();
  }

  @Test
  void aServiceElsewhereHasNoEmbeddedMode() {
    var plan = plan("full", null, false);

    assertThat(plan.plan().experiments()).hasSize(4);
    assertThat(plan.plan().notRun().get("embedded-2x500")).contains("only local processes");
    assertThat(plan.besideFloor()).isEmpty();
    assertThat(plan.explains()).isFalse();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> plan("quick", "remote-9x9", true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("remote-9x9")
        .hasMessageContaining("remote-10x100");
  }

  private static CpsLoads plan(String profile, @Nullable String experiment, boolean local) {
    return new CpsLoads(
        Plan.of(
            new CpsSuite(),
            profile,
            Optional.ofNullable(experiment),
            1,
            1,
            List.of(),
            local
                ? new Target.LocalProcesses()
                : new Target.Remote(
                    URI.create("http://127.0.0.1/"), new Credentials("a", "b"), false)));
  }
}
