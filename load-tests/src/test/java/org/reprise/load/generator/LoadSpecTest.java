package org.reprise.load.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.measure.Variant;

class LoadSpecTest {
  @TempDir private Path folder;

  private record Settings(String base, List<String> ids) {}

  @Test
  void isReadAsItWasWritten() throws IOException {
    var load =
        LoadSpec.of(
            "a load",
            List.of(
                new Phase("exact", "one", Variant.REPORT_EXACT, new Shape.Circles(10, 100)),
                Phase.warmUp(
                    "warm-up", new Shape.Window(10, Duration.ZERO, Duration.ofSeconds(40))),
                new Phase(
                    "mixed",
                    "two",
                    Variant.STEADY,
                    new Shape.Mixed(Map.of("a", 2), Duration.ofSeconds(3)))),
            new Settings("http://127.0.0.1:1", List.of("x", "y")),
            Duration.ofMinutes(20));
    var file = folder.resolve("load.json");
    Json.write(file, load);

    assertThat(Json.read(file, LoadSpec.class)).isEqualTo(load);
    assertThat(Json.read(file, LoadSpec.class).settings(Settings.class).ids())
        .containsExactly("x", "y");
    assertThat(load.maxDuration()).isEqualTo(Duration.ofMinutes(60).plusSeconds(40 + 30));
  }

  @Test
  void aDamagedLoadIsReportedWithItsFile() throws IOException {
    var file = Files.writeString(folder.resolve("cut.json"), "{\"title\":");
    assertThatThrownBy(() -> Json.read(file, LoadSpec.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cut.json");
  }

  @Test
  void phasesHaveNamesOfTheirOwn() {
    var phase = Phase.warmUp("twice", new Shape.Circles(1, 1));
    assertThatThrownBy(
            () -> LoadSpec.of("l", List.of(phase, phase), Map.of(), Duration.ofSeconds(1)))
        .hasMessageContaining("names of their own");
    assertThatThrownBy(() -> LoadSpec.of("l", List.of(), Map.of(), Duration.ofSeconds(1)))
        .hasMessageContaining("has a phase");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "with blank", "../up", "Upper"})
  void aPhasesNameMayBeThatOfAFile(String name) {
    assertThatThrownBy(() -> Phase.warmUp(name, new Shape.Circles(1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shapesNeedUsers() {
    assertThatThrownBy(() -> Phase.warmUp("nobody", new Shape.Circles(0, 1)))
        .hasMessageContaining("users: at least 1");
  }
}
