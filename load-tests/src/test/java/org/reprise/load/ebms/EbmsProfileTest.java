package org.reprise.load.ebms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.reprise.load.engine.RunRequest;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Shape;
import org.reprise.load.generator.Shape.Level;
import org.reprise.load.stack.Target;

class EbmsProfileTest {
  @Test
  void profilesKeepTheReportsRates() {
    var full = EbmsProfile.FULL.load(EbmsPlan.report().require("maximum"));
    assertThat(full.published()).isEqualTo(20);
    assertThat(full.levels().subList(0, 20))
        .extracting(Level::perSecond)
        .startsWith(10.0, 20.0)
        .endsWith(200.0);
    assertThat(full.levels().subList(0, 20))
        .allMatch(level -> level.length().equals(Duration.ofSeconds(60)));
    assertThat(full.levels().get(20).perSecond()).isEqualTo(300);
    assertThat(full.levels().get(21).perSecond()).isEqualTo(450);
    assertThat(EbmsProfile.QUICK.load(EbmsPlan.report().require("maximum")).published())
        .isEqualTo(20);
    var wishes = new EbmsPlan.Wishes(EbmsPingTest.FLOW, Duration.ZERO, SinkAddress.local());
    assertThat(new EbmsPlan(RunRequest.local("quick"), wishes).needs().wall())
        .isLessThan(Duration.ofSeconds(240));
    var peak =
        new RunRequest("quick", Optional.of("peak"), 1, 1, List.of(), new Target.LocalProcesses());
    assertThat(new EbmsPlan(peak, wishes).notRun()).containsOnlyKeys("nominal", "maximum");
    assertThat(new EbmsPlan(peak, wishes).benches()).isFalse();
  }

  @Test
  void theSimulationIsToldByProperties() {
    var load = EbmsPingSimulation.byHand(properties(Map.of("perSecond", "0.5", "duration", "8")));
    assertThat(load.settings(EbmsLoad.class).handler()).isEqualTo("http://127.0.0.1:8884/ebms");
    assertThat(load.settings(EbmsLoad.class).flow().cpaId()).isEqualTo(EbmsPlan.CPA_ID);
    assertThat(((Shape.Arrivals) load.phases().getFirst().shape()).flows()).isEqualTo(4);
    assertThat(
            EbmsPingSimulation.byHand(properties(Map.of("experiment", "maximum")))
                .phases()
                .getFirst()
                .shape())
        .isEqualTo(EbmsProfile.FULL.load(EbmsPlan.report().require("maximum")));
    assertThatThrownBy(
            () -> EbmsPingSimulation.byHand(properties(Map.of("target", "http://192.0.2.1/ebms"))))
        .hasMessageContaining("192.0.2.1");
    assertThatThrownBy(() -> EbmsPingSimulation.byHand(properties(Map.of("perSecond", "many"))))
        .hasMessageContaining("-DperSecond: a number, not 'many'");
  }

  private static Properties properties(Map<String, String> system) {
    return new Properties(system::get, _ -> null);
  }
}
