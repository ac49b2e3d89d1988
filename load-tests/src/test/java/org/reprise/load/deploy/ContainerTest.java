package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reprise.load.deploy.Processors.Container;
import org.reprise.load.measure.RoleProcessors;

/** With a program in place of {@code docker} that prints what Docker 28 has printed. */
class ContainerTest {
  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path folder;

  private String docker(String inspected) throws IOException {
    var program = folder.resolve("docker");
    Files.writeString(
        program,
        """
        #!/bin/sh
        case "$*" in
          "ps --no-trunc "*) echo "07aa51 127.0.0.1:18885->8885/tcp"; echo "4f1c9d 127.0.0.1:8882->8882/tcp, 127.0.0.1:8885-8887->8885-8887/tcp"; exit 0 ;;
          "inspect --format "*" 4f1c9d") echo "%s"; exit 0 ;;
        esac
        echo "permission denied while trying to connect" >&2
        exit 1
        """
            .formatted(inspected));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program.toString();
  }

  private Container at(int port, String docker) throws Exception {
    return Container.at(port, docker, folder);
  }

  private void inContainer(String id) throws IOException {
    var process = Files.createDirectories(folder.resolve("proc/" + PID));
    Files.writeString(
        process.resolve("cgroup"), "0::/system.slice/docker-%s.scope\n".formatted(id));
  }

  @Test
  void findsProcessAndLimitByPort() throws Exception {
    inContainer("4f1c9d");
    var container =
        at(
            8885,
            docker(
                PID
                    + " 300000000\nSECRET=a\nJAVA_TOOL_OPTIONS="
                    + "-Dstore.password=a-Xb -Xmx512m -ea -Xss1m"));
    assertThat(container)
        .isEqualTo(new Container(ProcessHandle.current(), 0.3, "-Xmx512m -Xss1m", null));
    try (var processors = Processors.of(Map.of("lists", container))) {
      assertThat(processors.roles())
          .containsExactly(new RoleProcessors("lists", 0.3, "compose", null));
      assertThat(processors.refusals()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8882, 8886, 8887})
  void findsPortInRange(int port) throws Exception {
    inContainer("4f1c9d");
    assertThat(at(port, docker(PID + " 0")).process()).isEqualTo(ProcessHandle.current());
  }

  @Test
  void containerWithoutLimitHasNoCores() throws Exception {
    inContainer("4f1c9d");
    assertThat(at(8885, docker(PID + " 0")))
        .isEqualTo(new Container(ProcessHandle.current(), null, null, null));
  }

  @Test
  void namesRoleWithoutContainer() throws Exception {
    var container = at(9, docker(PID + " 0"));
    assertThat(container.process()).isNull();
    assertThat(container.unknown()).contains("no container is published at port 9");
    try (var processors = Processors.of(Map.of("broker", container))) {
      assertThat(processors.refusals()).singleElement().asString().contains("no container");
    }
  }

  @Test
  void namesContainerWhoseProcessIsElsewhere() throws Exception {
    // A process of this machine has the number, too.
    inContainer("another");
    assertThat(at(8885, docker(PID + " 0")).unknown())
        .contains(PID + " is not one of this machine");
    assertThat(at(8885, docker("999999999 0")).unknown())
        .contains("999999999 is not one of this machine");
  }

  @Test
  void saysWhyDockerCannotBeAsked() throws Exception {
    var refusing = docker("").replaceFirst("docker$", "refusing");
    Files.writeString(Path.of(refusing), "#!/bin/sh\necho permission denied >&2\nexit 1\n");
    assertThat(Path.of(refusing).toFile().setExecutable(true)).isTrue();
    assertThat(at(8885, refusing).unknown()).contains("permission denied", "DOCKER_HOST");
    assertThat(at(8885, folder.resolve("none").toString()).unknown()).contains("none");
  }
}
