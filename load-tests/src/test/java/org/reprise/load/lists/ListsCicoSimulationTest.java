package org.reprise.load.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Shape;

/** What the simulation sends where somebody starts it by hand. */
class ListsCicoSimulationTest {
  private static Properties properties(Map<String, String> system) {
    return new Properties(system::get, Map.of(Properties.USERNAME, "u")::get);
  }

  @Test
  void sendsDesksAlone() {
    var load =
        ListsCicoSimulation.byHand(
            properties(Map.of("servicePoint", "sp", "desks", "3", "think", "0.5")));
    assertThat(load.settings(FlowLoad.class).desks())
        .isEqualTo(
            new FlowLoad.Desks(
                "http://127.0.0.1:8885", 3, 0.43, 500, 3500, 60_000, 300_000, "sp", 1));
    assertThat(load.phases().getFirst().experiment()).isNull();
    assertThat(load.phases().getFirst().shape().mostUsers()).isEqualTo(3);
    assertThat(load.phases().getFirst().shape()).isInstanceOf(Shape.Mixed.class);
  }

  @Test
  void refusesWhatIsNotHereAndWhatIsMissing() {
    var elsewhere = properties(Map.of("servicePoint", "sp", "base", "http://192.0.2.1:8885"));
    assertThatThrownBy(() -> ListsCicoSimulation.byHand(elsewhere))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("192.0.2.1");
    assertThatThrownBy(() -> ListsCicoSimulation.byHand(properties(Map.of())))
        .hasMessageContaining("-DservicePoint is not set");
    assertThatThrownBy(() ->
            ListsCicoSimulation.byHand(properties(Map.of("servicePoint", "sp", "desks", "many"))))
        .hasMessageContaining("-Ddesks: a number, not 'many'");
    assertThatThrownBy(() -> properties(Map.of()).credentials())
        .hasMessageContaining(Properties.PASSWORD);
  }
}
