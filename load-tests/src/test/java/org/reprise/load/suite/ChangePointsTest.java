package org.reprise.load.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reprise.load.Records;
import org.reprise.load.run.Verdict;

class ChangePointsTest {
  private static final int SERIES = 2000;

  private final Random random = new Random(29);

  private double noisy(double mean) {
    return mean * (1 + 0.03 * random.nextGaussian());
  }

  @Test
  void findsAPlantedStepInTheRunThatHasItFirst() {
    var found = 0;
    for (int i = 0; i < SERIES; i++) {
      var values = IntStream.range(0, 12).mapToDouble(n -> noisy(n < 8 ? 100 : 130)).toArray();
      if (ChangePoints.of(ImaginedRuns.withValues(values)).containsKey("run-8")) {
        found++;
      }
    }
    assertThat(found).isGreaterThan(SERIES * 95 / 100);
  }

  @Test
  void takesNoiseForAChangeOnceInHundredsOfRows() {
    var changes = 0;
    for (int i = 0; i < SERIES; i++) {
      // The first four tell how far runs lie apart, so two are looked at.
      var values = IntStream.range(0, 6).mapToDouble(_ -> noisy(100)).toArray();
      changes += ChangePoints.of(ImaginedRuns.withValues(values)).size();
    }
    assertThat(changes).isLessThan(SERIES / 200);
  }

  @Test
  void comparesWithWhatCameAfterTheLastChange() {
    assertThat(
            ChangePoints.of(
                ImaginedRuns.withValues(100, 101, 99, 100, 150, 151, 149, 150, 151, 100, 99)))
        .containsOnlyKeys("run-4", "run-9")
        .hasEntrySatisfying(
            "run-9",
            it ->
                assertThat(it)
                    .singleElement()
                    .asString()
                    .contains("100, before 150 on average (ms)"));
  }

  @Test
  void singleOutlierChangesNothing() {
    assertThat(
            ChangePoints.of(
                ImaginedRuns.withValues(100, 101, 99, 100, 150, 100, 50, 150, 101, 99, 150)))
        .isEmpty();
  }

  @Test
  void undecidedVerdictsChangeNothing() {
    assertThat(
            ChangePoints.of(
                ImaginedRuns.withVerdicts(
                    Verdict.NOT_COMPARABLE,
                    Verdict.REPRODUCED,
                    Verdict.NOT_COMPARABLE,
                    Verdict.REPRODUCED,
                    Verdict.NOT_COMPARABLE,
                    Verdict.DIFFERS,
                    Verdict.NOT_MEASURED,
                    Verdict.DIFFERS,
                    Verdict.REPRODUCED)))
        .containsOnlyKeys("run-5", "run-8")
        .hasEntrySatisfying(
            "run-5", it -> assertThat(it).containsExactly("One.: Differs, before Reproduced"));
  }

  @Test
  void runsOfAnotherPlaceOrWithoutWorthAreNoPredecessors() {
    var values = ImaginedRuns.withValues(100, 101, 99, 100, 150, 151);
    var elsewhere = Records.with(values.get(4), "profile", "full");
    var invalid = Records.with(values.get(5), "valid", false, "invalidReasons", List.of("spoiled"));
    var all = Stream.concat(values.stream().limit(4), Stream.of(elsewhere, invalid)).toList();

    assertThat(ChangePoints.of(all)).isEmpty();
  }
}
