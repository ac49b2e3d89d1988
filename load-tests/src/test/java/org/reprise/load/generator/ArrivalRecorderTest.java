package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.generator.ArrivalRecorder.Outcome;
import org.reprise.load.generator.Shape.Level;
import org.reprise.load.measure.OpenLoad.Step;
import org.reprise.load.measure.OperationSummary;
import org.reprise.load.measure.Variant;

class ArrivalRecorderTest {
  private static final Duration GIVE_UP = Shape.Arrivals.GIVE_UP;
  private static final long MS = 1_000_000;
  private static final long START = 1_000_000_000_000L;
  private static final long REFUSED = -1;
  private static final long LATER = START + 3600 * 1000 * MS;

  @TempDir private Path folder;

  @Test
  void recordsEachStep() throws Exception {
    var recorder = recorder(level(10), level(20));
    send(recorder, 2);
    List<Sample> samples = recorder.samples(LATER).toList();
    assertThat(samples).hasSize(1);
    Sample ramp = samples.getFirst();
    assertThat(ramp.count(Sample.SENT)).isEqualTo(30);
    assertThat(arrived(ramp).steps()).extracting(Step::perSecond).containsExactly(10.0, 20.0);
    assertThat(arrived(ramp).steps()).extracting(Step::answered).containsExactly(10L, 20L);
    assertThat(arrived(ramp).steps()).extracting(Step::fromSeconds).containsExactly(0.0, 1.0);
    assertThat(summary(ramp).count()).isEqualTo(30);
    assertThat(summary(ramp).meanMs()).isBetween(1.99, 2.01);
    assertThat(arrived(ramp).distribution()).hasSize(1);
    assertThat(arrived(ramp).seconds()).hasSize(2);
    assertThat(ramp.acknowledged(Sample.ANSWERED)).hasSize(30);
    assertThat(arrived(ramp).stopped()).isEmpty();
    assertThat(recorder.over()).isTrue();

    Sample.write(folder.resolve("s.json"), samples.stream());
    assertThat(Sample.read(folder.resolve("s.json")))
        .usingRecursiveComparison()
        .ignoringFields("times", "lag")
        .isEqualTo(samples);
  }

  @Test
  void rampEndsAboveLimit() {
    var recorder = recorder(level(10), level(20), level(40), level(60), level(80));
    send(recorder, number -> number < 10 ? 2 : 101);
    Sample sample = recorder.samples(LATER).findFirst().orElseThrow();
    assertThat(arrived(sample).stopped()).isEqualTo("the average at 20/s was above 100 ms");
    assertThat(arrived(sample).steps()).extracting(Step::perSecond).containsExactly(10.0, 20.0);
    assertThat(arrived(sample).steps()).extracting(Step::goodput).containsExactly(10.0, 0.0);
  }

  @Test
  void searchContinuesToThreeTimesTheKnee() {
    var recorder = search(level(10), level(20), level(40), level(60), level(80));
    send(recorder, number -> number < 10 ? 2 : 101);
    Sample sample = recorder.samples(LATER).findFirst().orElseThrow();
    assertThat(arrived(sample).stopped())
        .isEqualTo("40/s is at least 3 times what was carried, 10/s");
    assertThat(sample.count(Sample.SENT)).isBetween(85L, 90L);
    assertThat(arrived(sample).steps())
        .extracting(Step::perSecond)
        .containsExactly(10.0, 20.0, 40.0);
    assertThat(arrived(sample).steps().getLast().answered()).isEqualTo(40);
    assertThat(arrived(sample).steps().getLast().goodput()).isZero();
  }

  @Test
  void errorsEndNothingBeforeThreeTimesTheKnee() {
    var recorder = search(level(10), level(20), level(25), level(60));
    send(recorder, number -> number >= 15 && number % 2 == 0 ? REFUSED : 2);
    Sample.Arrived search = arrived(recorder.samples(LATER).findFirst().orElseThrow());
    assertThat(search.stopped()).isEmpty();
    assertThat(search.steps()).hasSize(4);
    assertThat(search.steps().getLast().goodput()).isEqualTo(30.0);
    assertThat(search.steps().getLast().errors()).isEqualTo(30);
    // What was refused at once says nothing about the time of an answer.
    assertThat(search.steps().getLast().meanMs()).isBetween(1.99, 2.01);
  }

  @Test
  void singleFailingLevelDoesNotEndTheSearch() {
    var recorder = search(level(10), level(20), level(40), level(60), level(80));
    send(recorder, number -> number == 15 || number >= 70 ? REFUSED : 2);
    Sample.Arrived search = arrived(recorder.samples(LATER).findFirst().orElseThrow());
    assertThat(search.stopped()).isEmpty();
    assertThat(search.steps()).extracting(Step::perSecond).contains(60.0, 80.0);
  }

  @Test
  void aFlowThatNobodyAnsweredIsAnErrorTimedUntilItWasGivenUp() {
    var recorder = recorder(level(10), level(30));
    for (int i = 0; i < 40; i++) {
      int number = recorder.arrive(due(recorder, i));
      if (number < 10) {
        recorder.end(number, due(recorder, i) + MS, Outcome.ANSWERED, "");
      } else if (number < 20) {
        recorder.end(number, due(recorder, i) + GIVE_UP.toNanos(), Outcome.UNANSWERED, "no answer");
      }
      // The other twenty are still under way when the load is over.
    }
    long end = due(recorder, 39) + 20_000 * MS;
    assertThat(recorder.over()).isFalse();
    List<Sample> samples = recorder.samples(end).toList();
    Step step = arrived(samples.getLast()).steps().getLast();
    assertThat(step.sent()).isEqualTo(30);
    assertThat(step.answered()).isZero();
    assertThat(step.inTime()).isZero();
    assertThat(step.errors()).isEqualTo(30);
    assertThat(step.meanMs()).isBetween(15_000.0, 21_000.0);
    assertThat(summary(samples.getLast()).errors()).isEqualTo(30);
    assertThat(summary(samples.getLast()).count()).isEqualTo(10);
    assertThat(samples.getFirst().acknowledged(Sample.ANSWERED)).hasSize(10);
    // An answer after it was given up changes nothing.
    recorder.end(15, end, Outcome.ANSWERED, "");
    assertThat(recorder.samples(end).findFirst().orElseThrow().acknowledged(Sample.ANSWERED))
        .hasSize(10);
  }

  @Test
  void aSystemThatAnswersNothingIsNotAskedForLong() {
    var recorder = recorder(level(10), level(20), level(30), level(40));
    send(recorder, _ -> REFUSED);
    Sample all = recorder.samples(LATER).findFirst().orElseThrow();
    assertThat(arrived(all).stopped()).isEqualTo("no flow was answered up to 10/s");
    assertThat(all.count(Sample.SENT)).isLessThan(20);
  }

  @Test
  void aLevelOfTheReportThatWasNotSentToItsEndIsOneWhoseRateWasMissed() {
    var recorder = recorder(level(10), level(20), level(30), level(40));
    send(recorder, _ -> REFUSED);
    List<Sample> samples = recorder.samples(LATER).toList();
    assertThat(samples).hasSize(1);
    assertThat(arrived(samples.getFirst()).steps())
        .extracting(Step::perSecond)
        .containsExactly(10.0, 20.0);
    assertThat(arrived(samples.getFirst()).steps().getLast().sent()).isBetween(5L, 9L);
    assertThat(arrived(samples.getFirst()).steps().getLast().due()).isEqualTo(20);
  }

  @Test
  void aFirstLevelThatWasNotSentToItsEndIsThereToo() {
    var recorder = recorder(level(30_000));
    for (int i = 0; recorder.arrive(due(recorder, i)) >= 0; i++) {
      // Nobody answers, and the load ends before it piles up further.
      continue;
    }
    Sample.Arrived all = arrived(recorder.samples(LATER).findFirst().orElseThrow());
    assertThat(all.stopped()).contains("20000 flows were waiting");
    assertThat(all.steps()).hasSize(1);
    assertThat(all.steps().getFirst().sent()).isBetween(20_000L, 20_010L);
  }

  @Test
  void aGeneratorThatIsLateIsSeen() {
    var recorder = search(level(10), level(1000), level(1000), level(1000));
    for (int i = 0; ; i++) {
      // From the second level on every other flow is begun 30 ms late.
      long late = i >= 10 && i % 2 == 0 ? 30 * MS : 0;
      long now = due(recorder, i) + late;
      int number = recorder.arrive(now);
      if (number < 0) {
        break;
      }
      recorder.end(number, now + MS, Outcome.ANSWERED, "");
    }
    List<Sample> samples = recorder.samples(LATER).toList();
    assertThat(arrived(samples.getFirst()).stopped()).contains("the generator itself");
    assertThat(arrived(samples.getLast()).steps().get(1).delayP99Ms()).isBetween(29.0, 31.0);
    // Its time counts from when it was due: 30 ms late, and answered 1 ms after it was sent.
    assertThat(arrived(samples.getLast()).steps().get(1).maxMs()).isBetween(30.9, 31.1);
  }

  @Test
  void dueTimesFollowGatlingsSeconds() {
    var slow = new Level(3 / 21.0, Duration.ofSeconds(21));
    assertThat(slow.dueSeconds(0)).isZero();
    assertThat(slow.dueSeconds(1)).isEqualTo(7.0);
    assertThat(slow.dueSeconds(2)).isEqualTo(14.0);
    var ten = new Level(10, Duration.ofSeconds(2));
    assertThat(ten.dueSeconds(0)).isZero();
    assertThat(ten.dueSeconds(9)).isEqualTo(0.9);
    assertThat(ten.dueSeconds(10)).isEqualTo(1.0);
    var many = new Level(3000, Duration.ofSeconds(1));
    assertThat(many.dueSeconds(2999)).isEqualTo(0.999);
  }

  @Test
  void aLevelHasWholeSecondsAndAFlow() {
    assertThat(level(0.16).flows()).isEqualTo(1);
    assertThatThrownBy(() -> new Level(1, Duration.ofMillis(1500))).hasMessageContaining("whole");
  }

  private static void send(ArrivalRecorder recorder, long ms) {
    send(recorder, _ -> ms);
  }

  /** Answers each after some milliseconds, or refuses it. */
  private static void send(ArrivalRecorder recorder, IntToLongFunction times) {
    for (int i = 0; ; i++) {
      long now = due(recorder, i);
      int number = recorder.arrive(now);
      if (number < 0) {
        return;
      }
      long ms = times.applyAsLong(number);
      if (ms == REFUSED) {
        recorder.end(number, now + MS / 2, Outcome.REFUSED, "answered 503");
      } else {
        recorder.end(number, now + ms * MS, Outcome.ANSWERED, "");
      }
    }
  }

  private static long due(ArrivalRecorder recorder, int number) {
    var from = Duration.ZERO;
    int first = 0;
    for (var level : ((Shape.Arrivals) recorder.phase.shape()).levels()) {
      if (number < first + level.flows()) {
        return START + from.toNanos() + Math.round(level.dueSeconds(number - first) * 1e9);
      }
      from = from.plus(level.length());
      first += level.flows();
    }
    return START + from.toNanos();
  }

  private static Level level(double perSecond) {
    return new Level(perSecond, Duration.ofSeconds(1));
  }

  private static ArrivalRecorder recorder(Level... levels) {
    return recorder(Variant.REPORT_EXACT, levels);
  }

  private static ArrivalRecorder search(Level... levels) {
    return recorder(Variant.SEARCH, levels);
  }

  private static ArrivalRecorder recorder(String variant, Level... levels) {
    var shape = new Shape.Arrivals(List.of(levels), 100);
    return new ArrivalRecorder(new Phase("maximum", "maximum", variant, shape), "ping");
  }

  private static Sample.Arrived arrived(Sample sample) {
    return Objects.requireNonNull(sample.arrived());
  }

  private static OperationSummary summary(Sample sample) {
    return sample.summaries(sample.phase(), 1).getFirst();
  }
}
