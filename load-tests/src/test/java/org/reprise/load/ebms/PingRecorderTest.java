package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.ebms.PingLoad.Level;
import org.reprise.load.measure.OpenLoad;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Variant;

class PingRecorderTest {
  private static final long MS = 1_000_000;
  private static final long START = 1_000_000_000_000L;
  private static final long REFUSED = -1;
  private static final long LATER = START + 3600 * 1000 * MS;

  @TempDir private Path folder;

  @Test
  void tellsEachStepOfRampAndSearch() throws Exception {
    PingRecorder recorder = new PingRecorder(load(2, level(10), level(20), level(40)));
    send(recorder, 2);
    PingSample sample = recorder.sample(LATER);
    assertThat(sample.sent()).isEqualTo(70);
    assertThat(sample.parts()).hasSize(2);
    PingSample.Part ramp = sample.parts().getFirst();
    assertThat(ramp.load().variant()).isEqualTo(Variant.REPORT_EXACT);
    assertThat(ramp.load().steps()).extracting(Step::perSecond).containsExactly(10.0, 20.0);
    assertThat(ramp.load().steps()).extracting(Step::answered).containsExactly(10L, 20L);
    assertThat(ramp.summary().count()).isEqualTo(30);
    assertThat(ramp.summary().meanMs()).isBetween(1.99, 2.01);
    assertThat(ramp.load().distribution()).hasSize(1);
    PingSample.Part search = sample.parts().getLast();
    assertThat(search.load().variant()).isEqualTo(Variant.SEARCH);
    assertThat(search.load().steps()).extracting(Step::fromSeconds).containsExactly(2.0);
    assertThat(search.load().seconds()).hasSize(1);
    assertThat(sample.acceptedNumbers().cardinality()).isEqualTo(70);
    assertThat(sample.stopped()).isEmpty();
    assertThat(recorder.over()).isTrue();

    sample.write(folder.resolve("s.json"));
    assertThat(PingSample.read(folder.resolve("s.json"))).isEqualTo(sample);
  }

  @Test
  void theReportsPartEndsAboveTheLimitAndTheLoadGoesOnToThreeTimesTheKnee() {
    PingRecorder recorder =
        new PingRecorder(load(4, level(10), level(20), level(40), level(60), level(80)));
    send(recorder, number -> number < 10 ? 2 : 101);
    PingSample sample = recorder.sample(LATER);
    assertThat(sample.stopped()).isEqualTo("40/s is at least 3 times what was carried, 10/s");
    assertThat(sample.sent()).isBetween(85L, 90L);
    assertThat(sample.parts()).hasSize(2);
    OpenLoad exact = sample.parts().getFirst().load();
    assertThat(exact.variant()).isEqualTo(Variant.REPORT_EXACT);
    assertThat(exact.steps()).extracting(Step::perSecond).containsExactly(10.0, 20.0);
    OpenLoad beyond = sample.parts().getLast().load();
    assertThat(beyond.variant()).isEqualTo(Variant.SEARCH);
    assertThat(beyond.steps()).extracting(Step::perSecond).containsExactly(40.0);
    assertThat(beyond.steps()).extracting(Step::answered).containsExactly(40L);
    assertThat(beyond.steps()).extracting(Step::goodput).containsExactly(0.0);
  }

  @Test
  void errorsEndNothingBeforeThreeTimesTheKnee() {
    PingRecorder recorder = new PingRecorder(load(2, level(10), level(20), level(25), level(60)));
    send(recorder, number -> number >= 15 && number % 2 == 0 ? REFUSED : 2);
    PingSample sample = recorder.sample(LATER);
    assertThat(sample.stopped()).isEmpty();
    OpenLoad search = sample.parts().getLast().load();
    assertThat(search.steps()).extracting(Step::perSecond).containsExactly(25.0, 60.0);
    assertThat(search.steps().getLast().goodput()).isEqualTo(30.0);
    assertThat(search.steps().getLast().errors()).isEqualTo(30);
    // What was refused at once says nothing about the time of an answer.
    assertThat(search.steps().getLast().meanMs()).isBetween(1.99, 2.01);
  }

  @Test
  void aPingThatNobodyAnsweredIsAnErrorTimedUntilItWasGivenUp() {
    PingRecorder recorder = new PingRecorder(load(1, level(10), level(30)));
    for (int i = 0; i < 40; i++) {
      int number = recorder.arrive(due(recorder, i));
      if (number < 10) {
        recorder.answered(number, due(recorder, i) + MS);
      } else if (number < 20) {
        recorder.unanswered(number, due(recorder, i) + PingRecorder.GIVE_UP.toNanos(), "no answer");
      }
      // The other twenty are still under way when the load is over.
    }
    long end = due(recorder, 39) + 20_000 * MS;
    assertThat(recorder.over()).isFalse();
    PingSample sample = recorder.sample(end);
    Step step = sample.parts().getLast().load().steps().getFirst();
    assertThat(step.sent()).isEqualTo(30);
    assertThat(step.answered()).isZero();
    assertThat(step.inTime()).isZero();
    assertThat(step.errors()).isEqualTo(30);
    assertThat(step.meanMs()).isBetween(15_000.0, 21_000.0);
    assertThat(sample.parts().getLast().summary().errors()).isEqualTo(30);
    assertThat(sample.parts().getLast().summary().count()).isZero();
    assertThat(sample.acceptedNumbers().cardinality()).isEqualTo(10);
    // An answer after it was given up changes nothing.
    recorder.answered(15, end);
    assertThat(recorder.sample(end).acceptedNumbers().cardinality()).isEqualTo(10);
  }

  @Test
  void aHandlerThatAnswersNothingIsNotAskedForLong() {
    PingRecorder recorder = new PingRecorder(load(3, level(10), level(20), level(30), level(40)));
    send(recorder, _ -> REFUSED);
    assertThat(recorder.sample(LATER).stopped()).isEqualTo("no Ping was answered up to 10/s");
    assertThat(recorder.sample(LATER).sent()).isLessThan(20);
  }

  @Test
  void aGeneratorThatIsLateIsSeen() {
    PingRecorder recorder =
        new PingRecorder(load(1, level(10), level(1000), level(1000), level(1000)));
    for (int i = 0; ; i++) {
      // From the second level on every other Ping is sent 30 ms late.
      long late = i >= 10 && i % 2 == 0 ? 30 * MS : 0;
      long now = due(recorder, i) + late;
      int number = recorder.arrive(now);
      if (number < 0) {
        break;
      }
      recorder.answered(number, now + MS);
    }
    assertThat(recorder.sample(LATER).stopped()).contains("the generator itself");
    assertThat(recorder.sample(LATER).parts().getLast().load().steps().getFirst().delayP99Ms())
        .isBetween(29.0, 31.0);
  }

  @Test
  void dueTimesFollowGatlingsSeconds() {
    SendTimes.Start slow = new SendTimes.Start(0, 0, 3, 21);
    assertThat(slow.due(0)).isZero();
    assertThat(slow.due(1)).isEqualTo(7.0);
    assertThat(slow.due(2)).isEqualTo(14.0);
    SendTimes.Start ten = new SendTimes.Start(5, 3, 20, 2);
    assertThat(ten.due(5)).isEqualTo(3.0);
    assertThat(ten.due(14)).isEqualTo(3.9);
    assertThat(ten.due(15)).isEqualTo(4.0);
    SendTimes.Start many = new SendTimes.Start(0, 0, 3000, 1);
    assertThat(many.due(0)).isEqualTo(0.0);
    assertThat(many.due(2999)).isEqualTo(0.999);
  }

  @Test
  void aLoadIsOneArgument() {
    PingLoad load = load(1, level(0.16), level(300));
    assertThat(PingLoad.parse(load.argument())).isEqualTo(load);
    assertThat(level(0.16).pings()).isEqualTo(1);
    assertThatThrownBy(() -> PingLoad.parse("a:b")).hasMessageContaining("a:b");
    assertThatThrownBy(() -> PingLoad.parse("a:1:9:x@1")).hasMessageContaining("number");
    assertThatThrownBy(() -> new Level(1, Duration.ofMillis(1500))).hasMessageContaining("whole");
  }

  @Test
  void profilesKeepTheReportsRates() {
    PingLoad full = EbmsProfile.FULL.load(EbmsExperiments.require("maximum"));
    assertThat(full.exact()).isEqualTo(20);
    assertThat(full.levels().subList(0, 20))
        .extracting(Level::perSecond)
        .startsWith(10.0, 20.0)
        .endsWith(200.0);
    assertThat(full.levels().subList(0, 20))
        .allMatch(level -> level.length().equals(Duration.ofSeconds(60)));
    assertThat(full.levels().get(20).perSecond()).isEqualTo(300);
    assertThat(full.levels().get(21).perSecond()).isEqualTo(450);
    assertThat(EbmsProfile.QUICK.load(EbmsExperiments.require("maximum")).exact()).isEqualTo(20);
    var wishes = new EbmsPlan.Wishes(EbmsPingTest.FLOW, Duration.ZERO, SinkAddress.local());
    assertThat(EbmsPlan.of(EbmsProfile.QUICK, Optional.empty(), wishes, 1, true).length())
        .isLessThan(Duration.ofSeconds(125));
    assertThat(EbmsPlan.of(EbmsProfile.QUICK, Optional.of("peak"), wishes, 1, true).notRun())
        .containsOnlyKeys("nominal", "maximum");
  }

  private static void send(PingRecorder recorder, long ms) {
    send(recorder, _ -> ms);
  }

  /** Answers each after some milliseconds, or refuses it. */
  private static void send(PingRecorder recorder, IntToLongFunction times) {
    for (int i = 0; ; i++) {
      long now = due(recorder, i);
      int number = recorder.arrive(now);
      if (number < 0) {
        return;
      }
      long ms = times.applyAsLong(number);
      if (ms == REFUSED) {
        recorder.refused(number, now + MS / 2, "answered 503");
      } else {
        recorder.answered(number, now + ms * MS);
      }
    }
  }

  /** One second for each level. */
  private static long due(PingRecorder recorder, int number) {
    return START + Math.round(recorder.due(number) * 1e9);
  }

  private static Level level(double perSecond) {
    return new Level(perSecond, Duration.ofSeconds(1));
  }

  private static PingLoad load(int exact, Level... levels) {
    return new PingLoad("maximum", List.of(levels), exact, 100);
  }
}
