package org.reprise.load.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reprise.load.validity.Observed.Reads;
import org.reprise.load.validity.Observed.Stretch;

class RuleTest {
  @Test
  void anExecutionInOrderBreaksNoRule() {
    assertThat(broken(open(false, stretch(1000, 1000, 1000, 0, 1, 9)))).isEmpty();
    assertThat(broken(closed(65.0, 29.0, new Reads("standby", 100, 1)))).isEmpty();
  }

  @Test
  void oneErrorBelowTheKneeIsOneTooMany() {
    var found = broken(open(false, stretch(1000, 1000, 999, 1, 1, 9)));

    assertThat(found).extracting(Violation::rule).containsExactly(Rule.TARGET_ERRORS);
    assertThat(found.getFirst().fatal()).isTrue();
    assertThat(found.getFirst().text())
        .isEqualTo("nominal, report-exact: 1 of 1000 flows failed at 50/s: status 500");
  }

  @Test
  void errorsAndDelaysBeyondTheFirstStretchOfASaturatingExperimentAreData() {
    var good = stretch(1000, 1000, 1000, 0, 1, 9);
    var beyond = stretch(1000, 600, 10, 590, 400, 900);

    assertThat(broken(open(true, good, beyond))).isEmpty();
    assertThat(broken(open(true, beyond, beyond)))
        .extracting(Violation::rule)
        .containsExactly(Rule.GENERATOR_SATURATED, Rule.RATE_MISSED, Rule.TARGET_ERRORS);
    assertThat(broken(open(false, good, beyond))).isNotEmpty();
  }

  @Test
  void whatDidNothingHasOneReason() {
    assertThat(broken(open(true, stretch(100, 0, 0, 100, 0, 0))))
        .extracting(Violation::why)
        .containsExactly("nothing was done: status 500");
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
  void aGeneratorThatSendsLateIsSaturated(long sent, double p50, double p99, boolean late) {
    var found = broken(open(false, stretch(sent, sent, sent, 0, p50, p99)));

    assertThat(found.stream().anyMatch(v -> v.rule() == Rule.GENERATOR_SATURATED)).isEqualTo(late);
  }

  @Test
  void aClosedModelCountsTheMedianOfDelays() {
    var it =
        new Observed(
            "nominal",
            "steady",
            2,
            false,
            false,
            List.of(stretch(1000, 1000, 1000, 0, 1, 90)),
            null,
            null,
            "",
            2,
            null,
            List.of(),
            "");

    assertThat(broken(it)).isEmpty();
  }

  @Test
  void aGeneratorThatTakesTheMachineIsSaturated() {
    var found = broken(closed(141.0, null, null));

    assertThat(found).extracting(Violation::rule).containsExactly(Rule.GENERATOR_SATURATED);
    assertThat(found.getFirst().why()).contains("141 % of a core, more than 70 %");
  }

  @Test
  void aRateThatWasNotSentIsMissed() {
    assertThat(broken(open(false, stretch(1000, 979, 979, 0, 1, 1))))
        .extracting(Violation::why)
        .containsExactly("offered rate missed at 50/s: 979 of 1000 flows were sent");
    assertThat(broken(open(false, stretch(1000, 980, 980, 0, 1, 1)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"29, , ", "31, false, 31 % of a core (most of it java", "50, true, more than 25 %"})
  void aNeighbourIsNotedAndFromAShareOfTheMachineOnDecides(
      double percent, @Nullable Boolean fatal, @Nullable String why) {
    var found = broken(closed(null, percent, null));

    if (fatal == null || why == null) {
      assertThat(found).isEmpty();
    } else {
      assertThat(found).extracting(Violation::rule).containsExactly(Rule.NEIGHBOUR);
      assertThat(found.getFirst().fatal()).isEqualTo(fatal);
      assertThat(found.getFirst().why()).contains(why);
    }
  }

  @Test
  void whatJudgesNoFiguresOnlyNotesABusyMachine() {
    var busy = closed(150.0, 90.0, new Reads("standby", 100, 2));

    assertThat(Rule.violations(busy, Thresholds.STANDARD, false))
        .filteredOn(Violation::fatal)
        .extracting(Violation::rule)
        .containsExactly(Rule.WRONG_SOURCE);
    assertThat(Rule.violations(busy, Thresholds.STANDARD, true))
        .hasSize(3)
        .allMatch(Violation::fatal);
  }

  @Test
  void readsFromElsewhereContradictTheSetting() {
    assertThat(broken(closed(null, null, new Reads("standby", 0, 0))))
        .extracting(Violation::why)
        .containsExactly("reads are to come from the standby, but none was counted");
    assertThat(broken(closed(null, null, new Reads("writer", 50, 1))))
        .extracting(Violation::why)
        .containsExactly("reads are to come from the writer, but 1 of 50 came from elsewhere");
  }

  @ParameterizedTest
  @CsvSource({"50, 10", "75, 20", "90, 50", "95, 100", "99, 500", "99.9, 5000"})
  void aPercentileNeedsFiveValuesBeyondIt(double percentile, long needed) {
    assertThat(Rule.tooFewFor(percentile, needed, Thresholds.STANDARD)).isEmpty();
    assertThat(Rule.tooFewFor(percentile, needed - 1, Thresholds.STANDARD))
        .get()
        .asString()
        .contains("needs " + needed);
  }

  @Test
  void countsThatCannotBeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> stretch(1, -1, 0, 0, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Reads("writer", 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> open(false));
  }

  private static List<Violation> broken(Observed it) {
    return Rule.violations(it, Thresholds.STANDARD, true);
  }

  private static Stretch stretch(
      long due, long sent, long finished, long errors, double p50, double p99) {
    return new Stretch("50/s", due, sent, finished, errors, p50, p99);
  }

  @Test
  void aLoadThatWasEndedMissedItsRateWithThatReason() {
    var unfinished = stretch(1000, 250, 250, 0, 1, 1);

    assertThat(broken(ended(false, unfinished)))
        .extracting(Violation::text)
        .containsExactly(
            "nominal, report-exact: offered rate missed at 50/s: 250 of 1000 flows were sent: too"
                + " many were waiting");
    // Of a saturating experiment it is worth knowing, and no more.
    var noted = broken(ended(true, stretch(1000, 1000, 1000, 0, 1, 1), unfinished));
    assertThat(noted).extracting(Violation::rule).containsExactly(Rule.RATE_MISSED);
    assertThat(noted).extracting(Violation::fatal).containsExactly(false);
  }

  private static Observed ended(boolean saturating, Stretch... stretches) {
    return open(saturating, "too many were waiting", stretches);
  }

  private static Observed open(boolean saturating, Stretch... stretches) {
    return open(saturating, "", stretches);
  }

  private static Observed open(boolean saturating, String stopped, Stretch... stretches) {
    return new Observed(
        "nominal",
        "report-exact",
        1,
        true,
        saturating,
        List.of(stretches),
        null,
        null,
        "",
        2,
        null,
        List.of("status 500"),
        stopped);
  }

  private static Observed closed(
      @Nullable Double generator, @Nullable Double others, @Nullable Reads reads) {
    return new Observed(
        "remote",
        "steady",
        1,
        false,
        false,
        List.of(new Stretch("", 0, 100, 100, 0, null, null)),
        generator,
        others,
        "java, process 7, 60 %",
        2,
        reads,
        List.of(),
        "");
  }
}
