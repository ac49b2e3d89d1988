package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.measure.Variant;

class RecorderTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private static Phase phase(Shape shape) {
    return new Phase("a-phase", "an-experiment", Variant.STEADY, shape);
  }

  private static Recorder window() {
    return begun(new Shape.Window(2, Duration.ofSeconds(5), Duration.ofSeconds(10)));
  }

  private static Recorder begun(Shape shape) {
    var recorder = new Recorder(phase(shape));
    assertThat(recorder.begin()).isTrue();
    assertThat(recorder.begin()).isFalse();
    return recorder;
  }

  @Test
  void aCallBelongsToTheMomentAtWhichItWasDue() {
    var recorder = window();
    var begin = System.nanoTime();
    recorder.record("read", begin + SECOND, begin + 7 * SECOND);
    recorder.record("read", begin + 6 * SECOND, begin + 7 * SECOND);
    recorder.record("read", begin + 14 * SECOND, begin + 18 * SECOND);
    recorder.record("read", begin + 16 * SECOND, begin + 17 * SECOND);

    var times = recorder.sample().of("read");
    assertThat(times.getTotalCount()).isEqualTo(2);
    assertThat(times.getMaxValue() / 1e9).isBetween(3.99, 4.01);
  }

  @Test
  void aWindowIsCutIntoBatches() {
    var recorder = window();
    var begin = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      var due = begin + 5 * SECOND + i * SECOND + SECOND / 2;
      recorder.record("read", due, due + (i + 1) * SECOND / 1000);
      recorder.flowEnded(due + SECOND / 10);
    }

    var sample = recorder.sample();
    assertThat(sample.batches().get("read"))
        .extracting(Sample.Batch::meanMs)
        .containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
    assertThat(sample.flowBatches())
        .as("as long as those of the calls")
        .hasSize(10)
        .containsOnly(1.0);
    assertThat(sample.flowsPerSecond()).isEqualTo(1);
    assertThat(sample.rates(3, List.of("read"))).hasSize(10).containsOnly(3.0);
    assertThat(sample.rates(1, List.of("read", "read", "write"))).containsOnly(2.0);
    assertThat(sample.rates(1, List.of("write"))).as("never called").hasSize(10).containsOnly(0.0);

    for (int i = 0; i < 10; i++) {
      var due = begin + 5 * SECOND + i * SECOND;
      recorder.record("read", due, due + SECOND);
      recorder.flowEnded(due + SECOND / 10);
    }

    sample = recorder.sample();
    assertThat(sample.batches().get("read"))
        .as("no empty ones")
        .hasSize(20)
        .extracting(Sample.Batch::meanMs)
        .contains(10.0, 1000.0);
    assertThat(sample.rates(1, List.of("read"))).hasSize(20).containsOnly(2.0);
    assertThat(sample.flowBatches()).hasSize(20).containsOnly(2.0);
  }

  @Test
  void circlesCountEverything() {
    var recorder = begun(new Shape.Circles(1, 2));
    assertThat(recorder.goesOn(1)).isTrue();
    assertThat(recorder.goesOn(2)).isFalse();
    recorder.record("read", System.nanoTime(), System.nanoTime() + SECOND);
    recorder.flowEnded(System.nanoTime());
    assertThat(recorder.over()).isFalse();
    recorder.userEnded();
    assertThat(recorder.over()).isTrue();
    assertThat(recorder.sample().faults()).containsExactly("a-phase: 1 of 2 flows were completed");
    assertThat(recorder.sample().batches()).isEmpty();
  }

  @Test
  void aLoadThatMostlyFailsEnds() {
    var recorder = window();
    for (int i = 0; i < 100; i++) {
      assertThat(recorder.goesOn(i)).isTrue();
      recorder.failed("read", "answered 503");
    }
    assertThat(recorder.goesOn(100)).isFalse();
    assertThat(recorder.sample().faults().getFirst())
        .startsWith("a-phase: 100 operations failed, the first: read: answered 503;");
  }

  @Test
  void aSampleIsReadAsItWasWritten() throws IOException {
    var recorder = begun(new Shape.Mixed(Map.of("desks", 2), Duration.ZERO));
    recorder.record("check-out", Duration.ofNanos(60_500_000));
    recorder.record("check-out", Duration.ofNanos(59_500_000));
    recorder.failed("check-in", "item answered 503");
    recorder.acknowledged("lent", "l1");
    recorder.acknowledged("lent", "l2");
    recorder.count("polls");

    var file = folder.resolve("sample.json");
    Sample.write(file, Stream.of(recorder.sample()));
    var sample = Sample.read(file).getFirst();

    assertThat(sample.phase()).isEqualTo(recorder.phase);
    assertThat(sample.acknowledged("lent")).containsExactly("l1", "l2");
    assertThat(sample.acknowledged("returned")).isEmpty();
    assertThat(sample.count("polls")).isEqualTo(1);
    assertThat(sample.allErrors()).isEqualTo(1);
    assertThat(sample.calls()).isEqualTo(2);
    assertThat(sample.firstErrors()).containsExactly("check-in: item answered 503");
    assertThat(sample.summaries(sample.phase(), 2))
        .extracting(it -> it.operation() + " " + it.repetition() + " " + it.variant())
        .containsExactly("check-in 2 steady", "check-out 2 steady");
    assertThat(sample.summaries(sample.phase(), 2).getLast().meanMs()).isBetween(59.9, 60.1);
  }

  @Test
  void aDamagedSampleIsReportedWithItsFile() throws IOException {
    var cut = Files.writeString(folder.resolve("s.json"), "[{\"phase\":");
    assertThatThrownBy(() -> Sample.read(cut))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s.json");

    var file = folder.resolve("t.json");
    Sample.write(file, Stream.of(begun(new Shape.Circles(1, 1)).sample()));
    var lag = Files.readString(file).replaceFirst("\"lag\":\"[^\"]*\"", "\"lag\":\"AAAA\"");
    Files.writeString(file, lag);
    assertThatThrownBy(() -> Sample.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("t.json");
  }
}
