package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.ebms.PingLoad.Level;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.Variant;

class PingRecorderTest {
  private static final long MS = 1_000_000;
  private static final long START = 1_000_000_000_000L;

  @TempDir private Path folder;

  @Test
  void tellsEachStepOfRampAndSearch() throws Exception {
    PingRecorder recorder = new PingRecorder(load(2, level(10), level(20), level(40)));
    send(recorder, 2, 0);
    PingSample sample = recorder.sample();
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
  void stopsWhereTheAverageExceedsTheLimit() {
    PingRecorder recorder = new PingRecorder(load(3, level(10), level(20), level(40)));
    send(recorder, 101, 0);
    PingSample sample = recorder.sample();
    assertThat(sample.stopped()).contains("100 ms at 10/s");
    assertThat(sample.sent()).isLessThan(70);
    assertThat(sample.parts()).hasSize(1);
    assertThat(sample.parts().getFirst().load().steps()).hasSize(1);
  }

  @Test
  void errorsStopTheSearchAndNotTheReportsSteps() {
    PingRecorder ramp = new PingRecorder(load(3, level(10), level(20), level(40)));
    send(ramp, 2, 3);
    assertThat(ramp.sample().stopped()).isEmpty();
    assertThat(ramp.sample().parts().getFirst().summary().errors()).isPositive();
    PingRecorder search = new PingRecorder(load(1, level(10), level(20), level(40)));
    send(search, 2, 3);
    assertThat(search.sample().stopped()).contains("failed at 20/s");
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
      recorder.answered(number, now, now + MS);
    }
    assertThat(recorder.sample().stopped()).contains("the generator itself");
    assertThat(recorder.sample().parts().getLast().load().steps().getFirst().delayP99Ms())
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
        .isLessThan(Duration.ofSeconds(110));
    assertThat(EbmsPlan.of(EbmsProfile.QUICK, Optional.of("peak"), wishes, 1, true).notRun())
        .containsOnlyKeys("nominal", "maximum");
  }

  private static void send(PingRecorder recorder, long ms, int everyFails) {
    for (int i = 0; ; i++) {
      long now = due(recorder, i);
      int number = recorder.arrive(now);
      if (number < 0) {
        return;
      }
      if (everyFails > 0 && i % everyFails == 0) {
        recorder.failed(number, now + ms * MS, "answered 500");
      } else {
        recorder.answered(number, now, now + ms * MS);
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
