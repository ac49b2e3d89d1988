package org.reprise.load.cps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reprise.cps.CpsStore;
import org.reprise.cps.sample.L2Topology;
import org.reprise.load.baseline.Baselines;
import org.reprise.load.deploy.Credentials;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.ServiceProcess;
import org.reprise.load.generator.Phase;
import org.reprise.load.generator.Properties;
import org.reprise.load.generator.Shape;
import org.reprise.localstack.postgres.Database;
import org.reprise.localstack.testing.TestDatabase;
import tools.jackson.databind.json.JsonMapper;

class SmallPartsTest {
  @Test
  void threadsEndAfterTheReportsTime() {
    assertThat(Baselines.load("cps-307").published("termination-timeout"))
        .contains((double) CpsMeasurement.TERMINATION_TIMEOUT.toMillis());
  }

  @Test
  void serviceHasFlagsOfAllServices() {
    var service =
        CpsSuite.service(new Database("a", "b", "c"), new Credentials("a", "b"), Map.of());

    assertThat(service.jvmFlags()).isEqualTo(ServiceProcess.jvmFlags("512m"));
  }

  @Test
  void theFloorWritesTheFragmentsThatCpsStores() {
    var tree = CpsFlow.fragments(JsonMapper.shared().readTree(CpsFlow.TREE));

    assertThat(tree)
        .hasSize(L2Topology.FRAGMENTS)
        .containsKeys(
            "/networks",
            "/networks/network[@network-id='l2-topo-example']",
            L2Topology.UPDATE_PARENT_XPATH + "/l2-node-attributes");
    assertThat(tree.values()).anyMatch(leaves -> leaves.toString().contains("192.0.2.3"));
    assertThat(CpsFlow.fragments(JsonMapper.shared().readTree(L2Topology.UPDATE_FRAGMENT)))
        .containsOnlyKeys("/l2-node-attributes");
  }

  @Test
  void floorAndEmbeddedModeCarryOutTheFlow() throws Exception {
    var database = TestDatabase.freshDatabase();
    var value = InProcessCps.environment(database).values().iterator().next();
    assertThat(JsonMapper.shared().readValue(value, Database.class)).isEqualTo(database);
    var config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setConnectionInitSql(CpsStore.CONNECTION_INIT_SQL);
    try (var pool = new HikariDataSource(config)) {
      for (var calls : List.of(new InProcessCps.Floor(pool), new InProcessCps.Embedded(pool))) {
        for (var operation : CpsOperation.values()) {
          calls.perform(operation, "some-anchor");
        }
      }
    }
    assertThat(database.count("SELECT count(*) FROM floor_fragment")).isZero();
    assertThat(database.count("SELECT count(*) FROM fragment")).isZero();
  }

  @Test
  void comparesTreesByValueWhateverTheSpelling() {
    var sent =
        leaves("{'n:link': [{'link-id': 'a', 'metric': '1000', 'cost': '1.50', 'name': '007'}]}");

    assertThat(leaves("{'link': [{'link-id': 'a', 'name': '007', 'cost': 1.5, 'metric': 1000}]}"))
        .isEqualTo(sent);
    assertThat(leaves("{'link': [{'link-id': 'a', 'name': '7', 'cost': 1.5, 'metric': 1000}]}"))
        .isNotEqualTo(sent);
    assertThat(leaves("{'link': [{'link-id': 'a', 'name': '007', 'cost': 1.5, 'metric': 1001}]}"))
        .isNotEqualTo(sent);
  }

  private static Set<String> leaves(String json) {
    return CpsCheck.leaves(JsonMapper.shared().readTree(json.replace('\'', '"')));
  }

  @Test
  void anchorsOfEachRunHaveAPrefix() {
    var prefix = CpsFlow.newAnchorPrefix();

    assertThat(prefix).startsWith("test-anchor-").hasSizeGreaterThan(13);
    assertThat(CpsFlow.newAnchorPrefix()).isNotEqualTo(prefix);
  }

  @Test
  void theSimulationIsToldByPropertiesAndEnvironment() {
    var load = CpsRemoteSimulation.byHand(properties(Map.of("experiment", "remote-20x50")));

    assertThat(load.settings(CpsFlow.Load.class).base()).isEqualTo("http://127.0.0.1:8883/cps/api");
    assertThat(load.phases())
        .extracting(Phase::name, Phase::shape)
        .containsExactly(tuple("remote-20x50", new Shape.Circles(20, 50)));
    assertThat(load.settings(CpsFlow.Load.class).anchorPrefix()).startsWith("test-anchor-");
    assertThat(load.grace()).isEqualTo(Duration.ofSeconds(1200));
    assertThat(
            CpsRemoteSimulation.byHand(properties(Map.of("duration", "30", "threads", "3")))
                .phases())
        .extracting(Phase::shape)
        .containsExactly(new Shape.Window(3, Duration.ZERO, Duration.ofSeconds(30)));
    assertThatThrownBy(() -> properties(Map.of()).credentials()).hasMessageContaining("-Dusername");
    assertThatThrownBy(() ->
            CpsRemoteSimulation.byHand(properties(Map.of("base", "http://192.0.2.1/cps/api"))))
        .hasMessageContaining("192.0.2.1");
    assertThatThrownBy(
            () -> CpsRemoteSimulation.byHand(properties(Map.of("experiment", "embedded-2x500"))))
        .hasMessageContaining("in-process");
    assertThatThrownBy(() -> CpsRemoteSimulation.byHand(properties(Map.of("threads", "many"))))
        .hasMessageContaining("-Dthreads");
  }

  private static Properties properties(Map<String, String> system) {
    // A secret that is not set is a blank variable where a pipeline hands it on.
    return new Properties(system::get, Map.of(EnvFile.PASSWORD, "secret", EnvFile.TOKEN, " ")::get);
  }
}
