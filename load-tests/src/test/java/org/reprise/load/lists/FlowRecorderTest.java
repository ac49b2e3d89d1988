package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowRecorderTest {
  @TempDir private Path folder;

  private final FlowLoad load =
      new FlowLoad(
          "cico-di-on",
          2,
          "diku",
          null,
          new FlowLoad.Desks("http://127.0.0.1:1", 2, 0.43, 1, 7, 100, 3_000, "sp", 1),
          null);

  @Test
  void sampleHasTimesAndAcknowledgedIds() throws IOException {
    var recorder = new FlowRecorder(load, new Course(load));
    recorder.begin(System.nanoTime());
    recorder.ended(FlowOperation.CHECK_OUT, Duration.ofNanos(60_500_000));
    recorder.ended(FlowOperation.CHECK_OUT, Duration.ofNanos(59_500_000));
    recorder.failed(FlowOperation.CHECK_IN, "item answered 503");
    recorder.lent("l1");
    recorder.lent("l2");
    recorder.returned("l3");

    var file = folder.resolve("sample.json");
    recorder.sample().write(file);
    var sample = FlowSample.read(file);

    assertThat(sample.lent()).containsExactly("l1", "l2");
    assertThat(sample.returned()).containsExactly("l3");
    assertThat(sample.errors()).isEqualTo(1);
    assertThat(sample.finished()).isEqualTo(2);
    assertThat(sample.firstErrors()).containsExactly("check-in: item answered 503");
    assertThat(sample.operations()).hasSize(2);
    assertThat(sample.operations().getFirst().operation()).isEqualTo("check-in");
    var checkOut = sample.operations().getLast();
    assertThat(checkOut.repetition()).isEqualTo(2);
    assertThat(checkOut.meanMs()).isBetween(59.9, 60.1);
  }

  @Test
  void damagedSampleIsReportedWithItsFile() throws IOException {
    var file = Files.writeString(folder.resolve("s.json"), "{\"started\":");
    assertThatThrownBy(() -> FlowSample.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s.json");
  }

  @Test
  void settingsAreReadFromAFileOrProperties() throws IOException {
    var file = folder.resolve("load.json");
    load.write(file);
    var secrets = Map.of(FlowSettings.USERNAME, "u", FlowSettings.PASSWORD, "p");

    assertThat(FlowSettings.from(Map.of(FlowSettings.LOAD, file.toString())::get, secrets::get))
        .extracting(FlowSettings::load)
        .isEqualTo(load);
    var byHand =
        FlowSettings.from(
            Map.of("servicePoint", "sp", "desks", "3", "think", "0.5")::get, secrets::get);
    assertThat(byHand.load().desks())
        .isEqualTo(
            new FlowLoad.Desks(
                "http://127.0.0.1:8885", 3, 0.43, 500, 3500, 60_000, 300_000, "sp", 1));
  }

  @Test
  void refusesRemoteTargets() {
    var secrets = Map.of(FlowSettings.USERNAME, "u", FlowSettings.PASSWORD, "p");
    var elsewhere = Map.of("servicePoint", "sp", "base", "http://192.0.2.1:8885");

    assertThatThrownBy(() -> FlowSettings.from(elsewhere::get, secrets::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("192.0.2.1");
    assertThatThrownBy(() -> FlowSettings.from(Map.of("servicePoint", "sp")::get, _ -> null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(FlowSettings.USERNAME);
  }
}
