package org.reprise.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Shape;
import org.reprise.load.stack.Target;

/** What every run says of itself before it begins. */
class PlanTest {
  private static final long MIB = 1024L * 1024;

  private static RunRequest request(String experiment, int repeat, String... processors) {
    return new RunRequest(
        "quick",
        Optional.of(experiment).filter(it -> !it.isEmpty()),
        repeat,
        7,
        List.of(processors),
        new Target.LocalProcesses());
  }

  private static final class Twice extends TestPlan {
    Twice(RunRequest request) {
      super(request, new Amount("quick", true, 2));
    }

    @Override
    protected List<Program> programs() {
      return List.of(new Program(100, 6, 300), new Program(50, 0), new Program(70, 4));
    }

    @Override
    protected List<Stage> stages() {
      var circles = new Phase("some", null, "any", new Shape.Circles(2, 50));
      var window = Phase.warmUp("more", new Shape.Window(3, Duration.ZERO, Duration.ofSeconds(5)));
      return List.of(
          Stage.of(Duration.ofSeconds(1)),
          Stage.load(List.of(circles, window), 20, Duration.ofSeconds(2), repeat()),
          Stage.of("a bench", "beside its floor", Duration.ZERO, Duration.ofSeconds(90), 0));
    }

    @Override
    protected long dataBytes(Duration load) {
      return load.toSeconds() * MIB;
    }
  }

  @Test
  void needsAndStepsFollowFromProgramsAndStages() {
    var plan = new Twice(request("", 3));

    assertThat(plan.repeat()).isEqualTo(6);
    // This command and two programs that start by themselves, a stage, and the load six times.
    assertThat(plan.steps()).isEqualTo(3 + 1 + 6);
    // Starts, a stage, and six times 100 flows at 20/s, a window of 5 s and what is around them.
    assertThat(plan.needs().wall()).isEqualTo(Duration.ofSeconds(2 + 10 + 1 + 6 * (5 + 5 + 2)));
    assertThat(plan.needs().memoryBytes()).isEqualTo((350 + 600 + 100 + 50 + 70) * MIB);
    assertThat(plan.needs().diskBytes()).isEqualTo((50 + 300 + 60) * MIB);
    assertThat(plan.describe())
        .containsExactly(
            "some                           6 × 2 threads × 50 circles",
            "more                           6 × 3 threads, 0.0 s of warm-up and a window of 5.0 s",
            "a bench                        left out",
            "processors: no role is limited");
  }

  @Test
  void anExperimentThatWasAskedForIsTheOnlyOne() {
    var plan = new Twice(request("remote-2x500", 1));

    assertThat(plan.experiments()).extracting(it -> it.id()).containsExactly("remote-2x500");
    assertThat(plan.notRun())
        .hasSize(7)
        .containsEntry("embedded-2x500", "only remote-2x500 was asked for");
  }

  @Test
  void refusesWhatCannotBeDone() {
    assertThatThrownBy(() -> new Twice(request("remote-3x3", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cps-307 has no experiment 'remote-3x3', but embedded-2x500, ");
    for (var repeat : new int[] {0, 1001, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> request("", repeat))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("--repeat: 1 to 1000, not " + repeat);
    }
    assertThatThrownBy(() -> new Twice(request("", 1, "nobody=0.3")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no role 'nobody'");
  }
}
