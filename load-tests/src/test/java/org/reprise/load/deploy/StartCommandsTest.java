package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reprise.localstack.postgres.Database;

/** However a service is started, it ends where it has no memory left. */
class StartCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String FLAG = ServiceProcess.EXIT_ON_OUT_OF_MEMORY;

  @Test
  void aServiceIsNotStartedWithoutTheFlag() {
    var database = new Database("jdbc:postgresql://127.0.0.1:1/none", "user", "");
    var credentials = new Credentials("user", "secret");
    assertThatThrownBy(() ->
            new ServiceProcess.Service(
                "some-service", List.of("-Xmx64m"), database, credentials, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("some-service")
        .hasMessageContaining(FLAG);
  }

  @Test
  void imageSetsTheFlag() throws IOException {
    assertThat(Files.readString(ROOT.resolve("compose/Dockerfile")))
        .containsPattern("ENV [^\n]*JAVA_TOOL_OPTIONS=[^\n]*\\Q" + FLAG);
  }

  @Test
  void composeKeepsTheImagesFlags() throws IOException {
    assertThat(Files.readAllLines(ROOT.resolve("docker-compose.yml")))
        .filteredOn(line -> line.contains("JAVA_TOOL_OPTIONS") || line.contains("JDK_JAVA_OPTIONS"))
        .allMatch(line -> line.contains(FLAG));
  }
}
