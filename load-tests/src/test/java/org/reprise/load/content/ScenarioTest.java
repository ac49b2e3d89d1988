package org.reprise.load.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.reprise.load.deploy.Target;

class ScenarioTest {
  private static final ContentSuite SUITE = new ContentSuite();

  private static Scenario scenario(String experiment) {
    return Scenario.of(SUITE.baseline().require(experiment));
  }

  @Test
  void readsUsersAndMix() {
    var scenario = scenario("xfs-750-users");
    assertThat(scenario.users()).isEqualTo(750);
    assertThat(scenario.mix()).containsEntry("view", 35).hasSize(5);
    assertThat(scenario.hasOwnSettings()).isFalse();
    assertThat(scenario.hasIndex()).isTrue();
  }

  @Test
  void setsThePoolsOfTheReport() {
    assertThat(scenario("default-500").ownSettings(0.01))
        .containsEntry("SERVER_TOMCAT_THREADS_MAX", "50")
        .containsEntry("SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE", "10")
        .containsEntry("REPRISE_CONTENT_CONNECTION_HOLD", "request")
        .hasSize(3);
    assertThat(scenario("index-off").hasIndex()).isFalse();
    assertThat(scenario("index-off").mix()).isEmpty();
  }

  /**
   * A hundredth of the documents has a hundredth of the report's pool and of its files. The service
   * takes whole MiB, and the check after a load expects to find what was set.
   */
  @Test
  void scalesThePoolWithThePopulation() {
    assertThat(scenario("pool-8-gib-20k").ownSettings(0.01))
        .containsEntry("REPRISE_CONTENT_SERVE", "cache")
        .containsEntry("REPRISE_CONTENT_CACHE_BYTES", "" + 82 * 1024 * 1024)
        .containsEntry("REPRISE_CONTENT_CACHE_ENTRIES", "200")
        .hasSize(3);
  }

  @Test
  void leavesOutWhatATargetCannotDo() {
    var local = new Target.LocalProcesses();
    var report = SUITE.baseline();
    assertThat(report.experiments()).allMatch(it -> SUITE.impossible(it, local).isEmpty());
    assertThat(SUITE.impossible(report.require("xfs-250-users"), remote()))
        .isEqualTo(Optional.empty());
    assertThat(SUITE.impossible(report.require("default-500"), remote())).isPresent();
    assertThat(SUITE.impossible(report.require("index-off"), remote())).isPresent();
  }

  private static Target remote() {
    return new Target.Remote(URI.create("http://127.0.0.1:8888/"), null, false);
  }
}
