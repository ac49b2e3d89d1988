package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Target;
import org.reprise.load.engine.Plan;
import org.reprise.load.engine.Profile;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Shape;
import org.reprise.load.generator.Shape.Level;
import picocli.CommandLine;

class EbmsMeasurementTest {
  private static final Profile FULL = Profile.of("ebms", "full");

  @Test
  void profilesKeepTheReportsRates() {
    var maximum = new EbmsSuite().baseline().require("maximum");
    var full = EbmsMeasurement.load(FULL, maximum).levels();
    assertThat(full)
        .extracting(Level::perSecond)
        .hasSize(20)
        .startsWith(10.0, 20.0)
        .endsWith(200.0);
    assertThat(full).allMatch(level -> level.length().equals(Duration.ofSeconds(60)));
    var search = (Shape.Arrivals) EbmsMeasurement.searchPhase(FULL, maximum).shape();
    assertThat(search.levels()).extracting(Level::perSecond).startsWith(250.0, 313.0);
    assertThat(EbmsMeasurement.load(Profile.of("ebms", "quick"), maximum).levels()).hasSize(20);
    var suite = CommandLine.populateCommand(new EbmsSuite());
    var local = new Target.LocalProcesses();
    var plan = Plan.of(suite, "quick", Optional.of("peak"), 1, 1, List.of(), local);
    assertThat(plan.notRun()).containsOnlyKeys("nominal", "maximum");
    assertThat(EbmsMeasurement.measuresCapacity(plan)).isFalse();
  }

  @Test
  void theSimulationIsToldByProperties() {
    var load = PingRampSimulation.byHand(properties(Map.of("perSecond", "0.5", "duration", "8")));
    assertThat(load.settings(PingRampSimulation.Settings.class).handler())
        .isEqualTo("http://127.0.0.1:8884/ebms");
    assertThat(load.settings(PingRampSimulation.Settings.class).flow().cpaId())
        .isEqualTo(EbmsSuite.CPA_ID);
    assertThat(((Shape.Arrivals) load.phases().getFirst().shape()).flows()).isEqualTo(4);
    assertThat(
            PingRampSimulation.byHand(properties(Map.of("experiment", "maximum")))
                .phases()
                .getFirst()
                .shape())
        .isEqualTo(EbmsMeasurement.load(FULL, new EbmsSuite().baseline().require("maximum")));
    assertThatThrownBy(
            () -> PingRampSimulation.byHand(properties(Map.of("base", "http://192.0.2.1/ebms"))))
        .hasMessageContaining("192.0.2.1");
    assertThatThrownBy(() -> PingRampSimulation.byHand(properties(Map.of("perSecond", "many"))))
        .hasMessageContaining("-DperSecond: a number, not 'many'");
  }

  @Test
  void ratesRiseEvenlyByHand() {
    var given = Map.of("perSecond", "10", "toPerSecond", "30", "steps", "3", "duration", "12");
    var shape = PingRampSimulation.byHand(properties(given)).phases().getFirst().shape();
    assertThat(((Shape.Arrivals) shape).levels())
        .extracting(Level::perSecond, it -> it.length().toSeconds())
        .containsExactly(tuple(10.0, 4L), tuple(20.0, 4L), tuple(30.0, 4L));
  }

  /** Somebody else's handler is loaded beyond the report's rates only where that is asked for. */
  @Test
  void urlIsSearchedOnlyOnRequestAndNamesAgreement() {
    assertThat(described()).noneMatch(it -> it.contains("maximum-search"));
    assertThat(described())
        .anyMatch(
            it -> it.contains("must know the agreement reprise.load-test: ./reprise cpa --target"));
    assertThat(described("--search")).anyMatch(it -> it.contains("maximum-search"));
    assertThat(described("--import-agreement", "http://127.0.0.1:8884/api/v1/agreements"))
        .contains(
            "the agreement reprise.load-test is imported at"
                + " http://127.0.0.1:8884/api/v1/agreements");
    assertThatThrownBy(() -> described("--import-agreement", "http://192.0.2.1/agreements"))
        .hasMessageContaining("--i-own-this");
  }

  private static List<String> described(String... options) {
    var suite = new EbmsSuite();
    var typed = Stream.concat(Stream.of("--sink", "127.0.0.1:18888"), Stream.of(options));
    CommandLine.populateCommand(suite, typed.toArray(String[]::new));
    var target = new Target.Remote(URI.create("http://127.0.0.1:8884/ebms"), null, false);
    return Plan.of(suite, "quick", Optional.empty(), 1, 1, List.of(), target).describe();
  }

  private static Properties properties(Map<String, String> system) {
    return new Properties(system::get, _ -> null);
  }
}
