package org.reprise.load.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
import org.reprise.load.engine.Outcome;
import org.reprise.load.measure.ExperimentRun;
import org.reprise.load.measure.Variant;

class LevelsTest {
  @Test
  void flatUpToTheLevelBeforeTheFirstThatIsNot() {
    var levels = new TreeMap<>(Map.of(300, 1.0, 1100, 1.4, 1350, 2.5));
    assertThat(Levels.last(levels, it -> it > 2)).hasValue(1100);
    assertThat(Levels.first(levels, it -> it > 2)).hasValue(1350);
  }

  @Test
  void flatToTheEndHasNoKnee() {
    var levels = new TreeMap<>(Map.of(300, 1.0, 1350, 1.9));
    assertThat(Levels.last(levels, it -> it > 2)).hasValue(1350);
    assertThat(Levels.first(levels, it -> it > 2)).isEmpty();
  }

  /** One level tells nothing of others. */
  @Test
  void oneLevelIsNotFlat() {
    assertThat(Levels.last(new TreeMap<>(Map.of(300, 1.0)), it -> it > 2)).isEmpty();
    assertThat(Levels.first(new TreeMap<>(), it -> it > 2)).isEmpty();
  }

  @Test
  void usersOfTheStressTestAreComparedByWhatEachSends() {
    var outcome = new Outcome(new GcSuite().baseline(), 1);
    outcome.quantity("stress-500.transactions", 316);
    outcome.quantity("stress-700.transactions", 430);
    outcome.quantity("stress-1350.transactions", 400);
    outcome.quantity("stress-most.transactions", 3_000);
    outcome.quantity("integration-500.links", 1.5);
    outcome.quantity("integration-1000.links", 2.5);
    Levels.report(outcome);
    var measured = outcome.measured();
    assertThat(measured.quantity("stress-linear-to")).hasValue(700);
    assertThat(measured.quantity("stress-flat-at")).hasValue(1350);
    assertThat(measured.quantity("integration-overloaded-at")).hasValue(1000);
    assertThat(measured.quantities()).doesNotContainKeys("ui-flat-to", "ui-knee");
  }

  @Test
  void levelThatWasDisturbedIsNone() {
    var outcome = new Outcome(new GcSuite().baseline(), 1);
    outcome.add(Records.measured(List.of(run("stress-700", "a neighbour")), List.of()));
    outcome.quantity("stress-500.transactions", 316);
    outcome.quantity("stress-700.transactions", 30);
    outcome.quantity("stress-1000.transactions", 630);
    Levels.report(outcome);
    assertThat(outcome.measured().quantity("stress-linear-to")).hasValue(1000);
    assertThat(outcome.measured().quantities()).doesNotContainKey("stress-flat-at");
  }

  private static ExperimentRun run(String experiment, String invalid) {
    return new ExperimentRun(
        experiment, Variant.REPORT_EXACT, 1, "closed", 1, 1, 1, 1, 0, invalid, null, null);
  }
}
