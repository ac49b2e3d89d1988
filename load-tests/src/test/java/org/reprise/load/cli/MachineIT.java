package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.EnvFile;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Plan;
import org.reprise.load.lists.ListsSuite;

/** What a run records of the database that it measures. */
class MachineIT {
  @TempDir private Path folder;

  /** Read from the server by JDBC. */
  @Test
  void readsSettingsOfTheServerItself() throws Exception {
    var server =
        new Topology.Server(
            LocalServers.Kind.DATABASE,
            "postgresql",
            Target.Address.of("POSTGRES_PORT", 15432),
            Map.of("work_mem", "7MB"));
    var topology = new Topology(List.of(), "settings", List.of(server), UnaryOperator.identity());
    try (var open =
        Deployment.open(
            new Target.LocalProcesses(),
            topology,
            Map.of(),
            Shares.unlimited(),
            new Home(folder),
            folder,
            _ -> {})) {

      var here = Machine.look(null, Plan.local(new ListsSuite(), "quick"), open);

      assertThat(here.jvmFlags().getFirst())
          .startsWith("generator: ")
          .endsWith("-XX:+UseParallelGC -Xmx512m -XX:TieredStopAtLevel=1");
      assertThat(here.postgres()).matches("\\d+\\..*");
      assertThat(here.postgresSettings())
          .containsEntry("work_mem", "7MB")
          .containsEntry("fsync", "on")
          .containsEntry("max_connections", "200")
          .containsKeys("shared_buffers", "file system");

      var database = open.superuser();
      try (var connection = database.connect();
          var statement = connection.createStatement()) {
        statement.execute("CREATE ROLE reprise SUPERUSER LOGIN PASSWORD 'secret'");
      }
      var port = database.jdbcUrl().replaceFirst(".*:(\\d+)/.*", "$1");
      var variables =
          Map.of(
              "POSTGRES_PORT",
              port,
              "POSTGRES_PASSWORD",
              "secret",
              "REPRISE_SECURITY_PASSWORD",
              "unused");
      var compose = new Target.Compose(new EnvFile(folder.resolve(".env"), variables));
      var borrowing =
          Plan.of(new ListsSuite(), "quick", Optional.empty(), 1, 1, List.of(), compose);
      try (var containers =
          Deployment.open(
              compose, topology, Map.of(), Shares.unlimited(), new Home(folder), folder, _ -> {})) {
        assertThat(Machine.look(null, borrowing, containers).postgresSettings())
            .containsEntry("work_mem", "7MB")
            .doesNotContainKey("file system");
      }
    }
  }
}
