package org.reprise.load.ldx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.clm.Link;
import org.reprise.load.clm.StandInOslc;
import org.reprise.load.generator.GatlingRun;
import org.reprise.load.generator.LoadSpec;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Sample;
import org.reprise.load.generator.Shape;

/** By hand, against a stand-in of two OSLC applications with two project areas each. */
class LinkCreationSimulationTest {
  @TempDir private Path folder;

  private StandInOslc server;
  private String base;

  @BeforeEach
  void start() throws IOException {
    server = new StandInOslc();
    base = server.base();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void createsInAllFactoriesThatDiscoveryLeadsTo() throws Exception {
    var ended = run("-Dusers=6");

    assertThat(ended.status()).as(ended.output()).isZero();
    assertThat(server.factories())
        .containsExactlyInAnyOrder("/ccm/new/a", "/ccm/new/b", "/rm/new/a", "/rm/new/b");
    var sample = Sample.read(folder.resolve("samples.json")).getFirst();
    assertThat(sample.faults()).isEmpty();
    assertThat(sample.acknowledged(Link.KIND)).hasSizeGreaterThanOrEqualTo(6);
    // The scenario is called as the users are.
    assertThat(ended.output()).contains("---- ccm-rm ").contains("SAVE LINK");
  }

  private GatlingRun.Ended run(String... more) throws Exception {
    var properties =
        new ArrayList<>(
            List.of(
                "-Dbase=" + base,
                "-Dreprise.samples=" + folder.resolve("samples.json"),
                "-Darrival=0.1",
                "-Dthink=0.2",
                "-Dduration=2"));
    properties.addAll(List.of(more));
    return GatlingRun.end(LinkCreationSimulation.class, folder, properties);
  }

  /** Gatling's log is of all the time, and the report's links are of that of all users. */
  @Test
  void usersComeOneAfterTheOtherAsInTheReport() {
    var load = byHand(Map.of("users", "60"));
    assertThat(load.phases().getFirst().shape())
        .isEqualTo(new Shape.Window(60, Duration.ofSeconds(90), Duration.ofSeconds(60)));
    var settings = load.settings(LinkCreationSimulation.Load.class);
    assertThat(settings.arrival()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.factories())
        .containsEntry("rm", List.of(base + "/rm/new/a", base + "/rm/new/b"));
    assertThatThrownBy(() -> byHand(Map.of("base", "http://192.0.2.1/")))
        .hasMessageContaining("--i-own-this");
    assertThatThrownBy(() -> byHand(Map.of("base", "http://127.0.0.1:1/")))
        .hasMessageContaining("cannot read what http://127.0.0.1:1 has");
  }

  private LoadSpec byHand(Map<String, String> given) {
    var all = new HashMap<>(Map.of("base", base, "username", "user", "password", "secret"));
    all.putAll(given);
    return LinkCreationSimulation.byHand(new Properties(all::get, _ -> null));
  }
}
