package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.measure.RoleProcessors;

/** With a program in place of {@code docker} that prints what Docker 28 has printed. */
class ContainersTest {
  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path folder;

  private String docker(String inspected) throws IOException {
    var program = folder.resolve("docker");
    Files.writeString(
        program,
        """
        #!/bin/sh
        case "$*" in
          "ps --no-trunc "*) echo "07aa51 127.0.0.1:18885->8885/tcp"; echo "4f1c9d 127.0.0.1:8885->8885/tcp"; exit 0 ;;
          "inspect --format "*" 4f1c9d") echo "%s"; exit 0 ;;
        esac
        echo "permission denied while trying to connect" >&2
        exit 1
        """
            .formatted(inspected));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program.toString();
  }

  private Containers find(String role, int port, String docker) throws Exception {
    return Containers.find(Map.of(role, port), docker, folder);
  }

  private void inContainer(String id) throws IOException {
    var process = Files.createDirectories(folder.resolve("proc/" + PID));
    Files.writeString(
        process.resolve("cgroup"), "0::/system.slice/docker-%s.scope\n".formatted(id));
  }

  @Test
  void findsProcessAndLimitByPort() throws Exception {
    inContainer("4f1c9d");
    var containers = find("lists", 8885, docker(PID + " 300000000 0 0"));
    var container = Objects.requireNonNull(containers.found().get("lists"));
    assertThat(container.process()).isEqualTo(ProcessHandle.current());
    assertThat(container.cores()).hasValue(0.3);
    assertThat(containers.unknown()).isEmpty();
    try (var processors = Processors.of(containers)) {
      assertThat(processors.roles())
          .containsExactly(new RoleProcessors("lists", 0.3, "compose", null));
      assertThat(processors.refusal()).isEmpty();
    }
  }

  @Test
  void readsLimitAsQuotaAndPeriodOrNone() {
    assertThat(Containers.cores(0, 50_000, 100_000)).hasValue(0.5);
    assertThat(Containers.cores(0, 0, 0)).isEqualTo(OptionalDouble.empty());
  }

  @Test
  void namesRoleWithoutContainer() throws Exception {
    var containers = find("broker", 9, docker(PID + " 0 0 0"));
    assertThat(containers.found()).isEmpty();
    assertThat(containers.unknown().get("broker")).contains("no container is published at port 9");
    try (var processors = Processors.of(containers)) {
      assertThat(processors.roles().getFirst().why()).contains("no container");
    }
  }

  @Test
  void namesContainerWhoseProcessIsElsewhere() throws Exception {
    // A process of this machine has the number, too.
    inContainer("another");
    assertThat(find("lists", 8885, docker(PID + " 0 0 0")).unknown().get("lists"))
        .contains(PID + " is not one of this machine");
    var containers = find("lists", 8885, docker("999999999 0 0 0"));
    assertThat(containers.unknown().get("lists")).contains("999999999 is not one of this machine");
  }

  @Test
  void saysWhyDockerCannotBeAsked() throws Exception {
    var refusing = docker("").replaceFirst("docker$", "refusing");
    Files.writeString(Path.of(refusing), "#!/bin/sh\necho permission denied >&2\nexit 1\n");
    assertThat(Path.of(refusing).toFile().setExecutable(true)).isTrue();
    assertThat(find("lists", 8885, refusing).unknown().get("lists"))
        .contains("permission denied", "DOCKER_HOST");
    assertThat(find("lists", 8885, folder.resolve("none").toString()).unknown().get("lists"))
        .contains("none");
  }
}
