package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.child.ProgressLine;

class SmallPartsTest {
  @Test
  void theFloorWritesTheFragmentsThatCpsStores() {
    var tree = FloorFragments.of(CpsFlow.published().tree());

    assertThat(tree.xpaths()).hasSize(CpsFlow.FRAGMENTS).doesNotHaveDuplicates();
    assertThat(tree.xpaths())
        .contains(
            "/networks",
            "/networks/network[@network-id='l2-topo-example']",
            CpsFlow.published().updateParent() + "/l2-node-attributes");
    assertThat(tree.attributes())
        .hasSize(CpsFlow.FRAGMENTS)
        .anyMatch(leaves -> leaves.contains("192.0.2.3"));
    assertThat(FloorFragments.of(CpsFlow.published().fragment()).xpaths())
        .containsExactly("/l2-node-attributes");
  }

  @Test
  void phasesSurviveACommandLine() {
    var exact = new LoadPhase("report-exact", 2, new LoadPhase.Circles(500));
    var steady =
        new LoadPhase(
            "steady", 50, new LoadPhase.Window(Duration.ofMillis(1500), Duration.ofSeconds(20)));

    assertThat(LoadPhase.parse(exact.argument())).isEqualTo(exact);
    assertThat(LoadPhase.parse(steady.argument())).isEqualTo(steady);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "exact",
        "exact:2",
        "exact:0x5",
        "exact:2x0",
        "exact:ax5",
        "Exact:2x5",
        "a:1@0+0"
      })
  void refusesWhatIsNoPhase(String text) {
    assertThatThrownBy(() -> LoadPhase.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void samplesSurviveAFile(@TempDir Path folder) throws Exception {
    var recorder = new PhaseRecorder(new LoadPhase("exact", 1, new LoadPhase.Circles(2)));
    recorder.begin();
    recorder.record(CpsOperation.CREATE_NODE, System.nanoTime(), System.nanoTime() + 1_234_567);
    recorder.failed(CpsOperation.DELETE_ANCHOR, "gone");
    recorder.late(5_000_000);
    recorder.flowEnded(System.nanoTime());
    recorder.userEnded();
    var written = recorder.sample();

    SampleFile.write(folder.resolve("samples.json"), List.of(written));

    assertThat(SampleFile.read(folder.resolve("samples.json")))
        .singleElement()
        .satisfies(read -> {
          assertThat(read)
              .usingRecursiveComparison()
              .ignoringFields("times", "generatorLag")
              .isEqualTo(written);
          assertThat(read.of(CpsOperation.CREATE_NODE))
              .isEqualTo(written.of(CpsOperation.CREATE_NODE));
          assertThat(read.generatorLag()).isEqualTo(written.generatorLag());
          assertThat(read.errors())
              .isEqualTo(
                  Map.of(
                      CpsOperation.CREATE_ANCHOR, 0L,
                      CpsOperation.CREATE_NODE, 0L,
                      CpsOperation.UPDATE_NODE, 0L,
                      CpsOperation.DELETE_ANCHOR, 1L));
        });
  }

  @Test
  void aDamagedFileIsSaidToBe(@TempDir Path folder) throws Exception {
    var file =
        Files.writeString(
            folder.resolve("samples.json"), "[{\"phase\": \"exact:1x1\", \"times\": {\"CREATE_");

    assertThatThrownBy(() -> SampleFile.read(file))
        .isInstanceOf(java.io.IOException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void progressSurvivesALine() {
    var line = new ProgressLine("report-exact", 17, 1000, 2, 65_536);

    assertThat(ProgressLine.parse(line.line())).contains(line);
    assertThat(ProgressLine.parse("Simulation started...")).isEmpty();
  }

  @Test
  void anchorNamesAreUniqueAndOfOneRun() {
    var names = AnchorNames.of("test-anchor-");

    assertThat(List.of(names.next(), names.next(), names.next()))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.startsWith("test-anchor-" + names.token() + "-"));
    assertThat(AnchorNames.of("test-anchor-").ownPrefix()).isNotEqualTo(names.ownPrefix());
    assertThatThrownBy(() -> AnchorNames.of("a/b")).hasMessageContaining("a/b");
  }

  @Test
  void aBusyOrLateGeneratorIsSaturated() {
    var punctual = new Histogram(3);
    punctual.recordValue(1_000_000);
    var late = new Histogram(3);
    late.recordValue(25_000_000);

    assertThat(Saturation.of(OptionalDouble.of(60), 2, punctual)).isEmpty();
    assertThat(Saturation.of(OptionalDouble.empty(), 2, new Histogram(3))).isEmpty();
    assertThat(Saturation.of(OptionalDouble.of(150), 2, punctual).orElseThrow()).contains("150 %");
    assertThat(Saturation.of(OptionalDouble.of(60), 2, late).orElseThrow()).contains("ms late");
  }

  @Test
  void theSimulationsSettingsComeFromPropertiesAndEnvironment() {
    var properties = Map.of("experiment", "remote-20x50", "username", "me", "anchorPrefix", "p-");
    var settings =
        RemoteSettings.from(properties::get, Map.of("REPRISE_SECURITY_PASSWORD", "secret")::get);

    assertThat(settings.base()).hasToString("http://127.0.0.1:8883/cps/api");
    assertThat(settings.phases())
        .containsExactly(new LoadPhase("remote-20x50", 20, new LoadPhase.Circles(50)));
    assertThat(settings.names().ownPrefix()).startsWith("p-");
    assertThat(settings.terminationTimeout()).isEqualTo(Duration.ofSeconds(1200));
    assertThatThrownBy(
            () -> RemoteSettings.from(Map.<String, String>of()::get, Map.<String, String>of()::get))
        .hasMessageContaining("-Dusername");
    assertThatThrownBy(() ->
            RemoteSettings.from(
                Map.of("base", "http://192.0.2.1/cps/api", "username", "me", "password", "x")::get,
                Map.<String, String>of()::get))
        .hasMessageContaining("192.0.2.1");
    assertThatThrownBy(() ->
            RemoteSettings.from(
                Map.of("threads", "many", "username", "me", "password", "x")::get,
                Map.<String, String>of()::get))
        .hasMessageContaining("-Dthreads");
  }
}
