package org.reprise.load.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Deployment;
import org.reprise.load.deploy.Home;
import org.reprise.load.deploy.LocalServers;
import org.reprise.load.deploy.Shares;
import org.reprise.load.deploy.Target;
import org.reprise.load.deploy.Topology;
import org.reprise.load.engine.Profile;

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

      var here = Machine.look(null, Profile.of("lists", "quick"), open);

      assertThat(here.jvmFlags().getFirst())
          .startsWith("generator: ")
          .endsWith("-XX:+UseParallelGC -Xmx512m -XX:TieredStopAtLevel=1");
      assertThat(here.postgres()).matches("\\d+\\..*");
      assertThat(here.postgresSettings())
          .containsEntry("work_mem", "7MB")
          .containsEntry("fsync", "on")
          .containsEntry("max_connections", "200")
          .containsKeys("shared_buffers", "file system");
    }
  }
}
