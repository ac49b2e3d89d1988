package org.reprise.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Variant;
import org.reprise.load.measure.Violation;
import org.reprise.load.measure.Violation.Rule;

class ValidityTest {
  private static final String BUSIEST = "java, process 7, 60 %";

  @Test
  void breaksNoRuleWhereAllIsInOrder() {
    assertThat(broken(false, step(1000, 1000, 1000, 0, 1, 9))).isEmpty();
    assertThat(broken(65.0, 29.0)).isEmpty();
  }

  @Test
  void allowsNoErrorBelowKnee() {
    var found = broken(false, step(1000, 1000, 999, 1, 1, 9));

    assertThat(found).extracting(Violation::rule).containsExactly(Rule.TARGET_ERRORS);
    assertThat(found.getFirst().fatal()).isTrue();
    assertThat(found.getFirst().text())
        .isEqualTo("nominal, report-exact: 1 of 1000 flows failed at 50/s: status 500");
  }

  @Test
  void takesErrorsAndDelaysBeyondFirstStepOfSaturatingExperimentAsData() {
    var good = step(1000, 1000, 1000, 0, 1, 9);
    var beyond = step(1000, 600, 10, 590, 400, 900);

    assertThat(broken(true, good, beyond)).isEmpty();
    assertThat(broken(true, beyond, beyond))
        .extracting(Violation::rule)
        .containsExactly(Rule.GENERATOR_SATURATED, Rule.RATE_MISSED, Rule.TARGET_ERRORS);
    assertThat(broken(false, good, beyond)).isNotEmpty();
  }

  @Test
  void givesOneReasonWhereNothingWasDone() {
    assertThat(broken(true, step(100, 0, 0, 100, 0, 0)))
        .extracting(Violation::why)
        .containsExactly("nothing was done: status 500");
  }

  /** A tenth of the response times is allowed, here of 500 ms. */
  @Test
  void namesTheDelayThatIsAllowed() {
    var slow = new Step(50, 0, 20, 1000, 1000, null, 0, 500, 500, 500, 500, 1, 60, null);

    assertThat(broken(false, slow))
        .extracting(Violation::text)
        .singleElement()
        .asString()
        .contains("sent 60.0 ms late or more, 50 are allowed");
  }

  @ParameterizedTest
  @CsvSource({
    // sent, median, 99th percentile, broken
    "1000, 1, 10.5, true",
    "1000, 1, 9.5, false",
    // Too few for a 99th percentile: the median counts.
    "400, 1, 30, false",
    "400, 11, 30, true"
  })
  void generatorThatSendsLateIsSaturated(long sent, double p50, double p99, boolean late) {
    var found = broken(false, step(sent, sent, sent, 0, p50, p99));

    assertThat(found.stream().anyMatch(v -> v.rule() == Rule.GENERATOR_SATURATED)).isEqualTo(late);
  }

  @ParameterizedTest
  @CsvSource({"10, false", "60, true"})
  void closedModelCountsMedianOfDelays(int late, boolean broken) {
    var lag = new Histogram(3);
    lag.recordValueWithCount(1_000_000, 100 - late);
    lag.recordValueWithCount(90_000_000, late);

    assertThat(violations(closed(lag), false, true, null, null))
        .extracting(Violation::rule)
        .isEqualTo(broken ? List.of(Rule.GENERATOR_SATURATED) : List.of());
  }

  @ParameterizedTest
  @CsvSource({"15, 500, false", "15, 20, true", "120, 5000, true"})
  void closedModelIsLateByShareOfItsAnswers(int delayMs, int answerMs, boolean broken) {
    var lag = new Histogram(3);
    lag.recordValueWithCount(delayMs * 1_000_000L, 100);

    assertThat(violations(closed(lag, answerMs), false, true, null, null))
        .extracting(Violation::rule)
        .isEqualTo(broken ? List.of(Rule.GENERATOR_SATURATED) : List.of());
  }

  @Test
  void generatorThatTakesTheMachineIsSaturated() {
    var found = broken(141.0, null);

    assertThat(found).extracting(Violation::rule).containsExactly(Rule.GENERATOR_SATURATED);
    assertThat(found.getFirst().why()).contains("141 % of a core, more than 70 %");
  }

  @Test
  void rateThatWasNotSentIsMissed() {
    assertThat(broken(false, step(1000, 979, 979, 0, 1, 1)))
        .extracting(Violation::why)
        .containsExactly("offered rate missed at 50/s: 979 of 1000 flows were sent");
    assertThat(broken(false, step(1000, 980, 980, 0, 1, 1))).isEmpty();
  }

  @Test
  void loadThatWasEndedMissedItsRateWithThatReason() {
    var unfinished = step(1000, 250, 250, 0, 1, 1);

    assertThat(ended(false, unfinished))
        .extracting(Violation::text)
        .containsExactly(
            "nominal, report-exact: offered rate missed at 50/s: 250 of 1000 flows were sent: too"
                + " many were waiting");
    // Of a saturating experiment it is worth knowing, and no more.
    var noted = ended(true, step(1000, 1000, 1000, 0, 1, 1), unfinished);
    assertThat(noted).extracting(Violation::rule).containsExactly(Rule.RATE_MISSED);
    assertThat(noted).extracting(Violation::fatal).containsExactly(false);
  }

  @ParameterizedTest
  @CsvSource({"29, , ", "31, false, 31 % of a core (the busiest: java", "50, true, more than 25 %"})
  void neighbourIsNotedAndDecidesFromAShareOfTheMachineOn(
      double percent, @Nullable Boolean fatal, @Nullable String why) {
    var found = broken(null, percent);

    if (fatal == null || why == null) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found).extracting(Violation::rule).containsExactly(Rule.NEIGHBOUR);
      assertThat(found.getFirst().fatal()).isEqualTo(fatal);
      assertThat(found.getFirst().why()).contains(why);
    }
  }

  @Test
  void onlyNotesBusyMachineWhereNoFigureIsJudged() {
    assertThat(violations(closed(new Histogram(3)), false, false, 150.0, 90.0))
        .hasSize(2)
        .noneMatch(Violation::fatal);
    assertThat(broken(150.0, 90.0)).hasSize(2).allMatch(Violation::fatal);
  }

  private static List<Violation> broken(boolean saturating, Step... steps) {
    return violations(open("", steps), saturating, true, null, null);
  }

  @Test
  void idleServicesAreNotCold() {
    assertThat(new Watch.Work(20, 10, 3).isCold()).isTrue();
    assertThat(new Watch.Work(20, 10, 2).isCold()).isFalse();
    assertThat(new Watch.Work(57, 0.9, 0.4).isCold()).isFalse();
  }

  private static List<Violation> ended(boolean saturating, Step... steps) {
    return violations(open("too many were waiting", steps), saturating, true, null, null);
  }

  private static List<Violation> broken(@Nullable Double generator, @Nullable Double others) {
    return violations(closed(new Histogram(3)), false, true, generator, others);
  }

  private static List<Violation> violations(
      Sample sample,
      boolean saturating,
      boolean judged,
      @Nullable Double generator,
      @Nullable Double others) {
    var work = new Watch.Work(10, 10, 1);
    return new Validity(sample, 1, judged, saturating, work, generator, others, BUSIEST, 2)
        .violations();
  }

  private static Step step(
      long due, long sent, long answered, long errors, double p50, double p99) {
    return new Step(50, 0, due / 50.0, sent, answered, null, errors, 1, 1, 1, 1, p50, p99, null);
  }

  private static Sample open(String stopped, Step... steps) {
    var shape = new Shape.Arrivals(List.of(new Shape.Level(50, Duration.ofSeconds(20))), 100);
    return sample(
        new Phase("nominal", "nominal", Variant.REPORT_EXACT, shape),
        new Histogram(3),
        1,
        new Sample.Arrived(List.of(steps), List.of(), List.of(), stopped));
  }

  private static Sample closed(Histogram lag) {
    return closed(lag, 1);
  }

  private static Sample closed(Histogram lag, int answerMs) {
    var shape = new Shape.Window(1, Duration.ZERO, Duration.ofSeconds(1));
    return sample(new Phase("remote", "remote", Variant.STEADY, shape), lag, answerMs, null);
  }

  private static Sample sample(
      Phase phase, Histogram lag, int answerMs, Sample.@Nullable Arrived arrived) {
    var times = new Histogram(3);
    times.recordValueWithCount(answerMs * 1_000_000L, 100);
    return new Sample(
        phase,
        Instant.EPOCH,
        Duration.ofSeconds(1),
        100,
        Map.of("flow", times),
        Map.of(),
        arrived == null ? List.of() : List.of("status 500"),
        lag,
        Map.of(),
        Map.of(),
        Map.of(),
        arrived);
  }
}
