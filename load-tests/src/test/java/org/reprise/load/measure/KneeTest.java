package org.reprise.load.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reprise.load.measure.OpenLoad.Step;

class KneeTest {
  private static final double LIMIT = 2000;

  @Test
  void isTheLastStepBeforeTheAverageExceedsTheLimit() {
    Knee knee =
        Knee.of(List.of(step(10, 60, 0, 1), step(50, 240, 0, 1), step(60, 2400, 0, 1)), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(50);
    assertThat(knee.beyond()).map(Step::perSecond).contains(60.0);
    assertThat(knee.generatorLimited()).isFalse();
  }

  @Test
  void singleFailingStepBetweenGoodOnesIsNoKnee() {
    Knee knee = Knee.of(List.of(step(10, 60, 0, 1), step(20, 61, 1, 1), step(30, 62, 0, 1)), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(30);
    assertThat(knee.beyond()).isEmpty();
  }

  @Test
  void isTheLastStepBeforeErrorsPersist() {
    Knee knee =
        Knee.of(
            List.of(
                step(10, 60, 0, 1),
                step(20, 61, 1, 1),
                step(30, 62, 0, 1),
                step(40, 63, 1, 1),
                step(50, 64, 1, 1),
                step(60, 65, 0, 1)),
            LIMIT);
    assertThat(knee.perSecond()).isEqualTo(30);
    assertThat(knee.beyond()).map(Step::perSecond).contains(40.0);
  }

  @Test
  void singleLateStepWithErrorsBetweenGoodOnesIsNoLimit() {
    Knee knee =
        Knee.of(List.of(step(10, 60, 0, 1), step(20, 61, 1, 40), step(30, 62, 0, 1)), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(30);
    assertThat(knee.generatorLimited()).isFalse();
  }

  @Test
  void isBelowAStepThatWasNotSentToItsEnd() {
    Step unfinished = new Step(20, 0, 50, 400, 400, 400L, 0, 60, 60, 60, 60, 1, 1, null);
    Knee knee = Knee.of(List.of(step(10, 60, 0, 1), unfinished), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(10);
    assertThat(knee.beyond()).contains(unfinished);
  }

  @Test
  void isALowerBoundWhereEveryStepWasGood() {
    Knee knee = Knee.of(List.of(step(10, 60, 0, 1), step(20, 61, 0, 1)), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(20);
    assertThat(knee.beyond()).isEmpty();
    assertThat(knee.generatorLimited()).isFalse();
  }

  @Test
  void endsWithTheGeneratorWhereThatIsLateTwiceOnEnd() {
    Knee knee =
        Knee.of(
            List.of(
                step(100, 5, 0, 1), step(150, 5, 0, 11), step(225, 5, 0, 12), step(300, 5, 0, 1)),
            LIMIT);
    assertThat(knee.perSecond()).isEqualTo(100);
    assertThat(knee.generatorLimited()).isTrue();
    assertThat(knee.beyond()).isEmpty();
  }

  @Test
  void aSingleLateStepIsAHiccup() {
    Knee knee =
        Knee.of(List.of(step(100, 5, 0, 1), step(150, 5, 0, 11), step(225, 5, 0, 1)), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(225);
    assertThat(knee.generatorLimited()).isFalse();
  }

  @Test
  void errorsOfALateGeneratorAreNotTheSystems() {
    Knee knee = Knee.of(List.of(step(100, 5, 0, 1), step(150, 5, 3, 40)), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(100);
    assertThat(knee.generatorLimited()).isTrue();
    assertThat(knee.beyond()).isEmpty();
  }

  @Test
  void delayBelowTenthOfResponseTimeDoesNotLimit() {
    Knee knee = Knee.of(List.of(step(100, 5, 0, 1), step(150, 600, 400, 40)), LIMIT);
    assertThat(knee.perSecond()).isEqualTo(100);
    assertThat(knee.generatorLimited()).isFalse();
    assertThat(knee.beyond()).map(Step::perSecond).contains(150.0);
  }

  @Test
  void fewPingsHaveNoNinetyNinthPercentile() {
    Step few = new Step(10, 0, 2, 20, 20, 20L, 0, 5, 5, 5, 5, 0.5, 30, null);
    assertThat(Knee.isLate(few)).isFalse();
  }

  private static Step step(double rate, double meanMs, long errors, double delayMs) {
    long sent = 1000;
    return new Step(
        rate,
        0,
        sent / rate,
        sent,
        sent - errors,
        sent - errors,
        errors,
        meanMs,
        meanMs,
        meanMs,
        meanMs,
        delayMs,
        delayMs,
        null);
  }
}
