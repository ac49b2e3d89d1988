package org.reprise.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.measure.Throttling;

/** The commands that the user's systemd is given, taken down by programs of the same names. */
class UserSlicesTest {
  @TempDir private Path root;

  @Test
  void aRoleIsASliceOfTheUsersSystemd() throws Exception {
    Path slice = root.resolve("sys/fs/cgroup/user.slice/role.slice");
    Files.createDirectories(slice);
    Files.writeString(
        slice.resolve("cpu.stat"), "nr_periods 10\nnr_throttled 5\nthrottled_usec 1000000\n");
    Files.createDirectories(root.resolve("proc/self"));
    Files.writeString(
        root.resolve("proc/self/mountinfo"), "41 31 0:38 / /sys/fs/cgroup rw - cgroup2 c rw\n");
    Files.writeString(root.resolve("proc/self/cgroup"), "0::/\n");
    Path asked = root.resolve("asked");
    String run =
        program("systemd-run", "while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"");
    String control =
        program(
            "systemctl",
            "echo \"$@\" >> "
                + asked
                + "; [ \"$2\" = show ] && echo /user.slice/role.slice; exit 0");

    Ways ways = Ways.of(new UserSlices(run, control, root));
    assertThat(ways.refused()).isEmpty();
    RoleGroup group = ways.way().orElseThrow().group(GroupName.of("primary"));
    assertThat(group.handle()).startsWith("reprise_").endsWith("_primary.slice");
    assertThat(group.prefix())
        .startsWith(run, "--user", "--scope")
        .contains("--slice=" + group.handle())
        .endsWith("--");
    group.limit(OptionalDouble.of(0.3));
    group.limit(OptionalDouble.empty());
    assertThat(Files.readAllLines(asked))
        .contains(
            "--user set-property --runtime "
                + group.handle()
                + " CPUQuota=30% CPUQuotaPeriodSec=29ms",
            "--user set-property --runtime " + group.handle() + " CPUQuota=");
    assertThat(group.throttling()).isEqualTo(new Throttling(10, 5, 1));
    assertThat(group.throttling()).isEqualTo(new Throttling(10, 5, 1));
    assertThat(Files.readAllLines(asked))
        .as("the folder is asked for once")
        .filteredOn(it -> it.contains("--property=ControlGroup"))
        .filteredOn(it -> it.endsWith(group.handle()))
        .hasSize(1);
  }

  @Test
  void aSystemdThatDoesNotAnswerIsNoWay() throws Exception {
    String none = program("systemctl", "echo Failed to connect to bus >&2; exit 1");
    Ways ways = Ways.of(new UserSlices(none, none, root));
    assertThat(ways.way()).isEmpty();
    assertThat(ways.refused()).singleElement().asString().contains("Failed to connect to bus");
    Shares shares = Shares.of(List.of("primary"), java.util.Map.of("primary", 0.3), List.of(), 2);
    try (Processors processors = Processors.open(shares, ways)) {
      assertThat(processors.prefix("primary")).isEmpty();
      assertThat(processors.refusal().orElseThrow()).contains("Failed to connect to bus");
      assertThat(processors.roles())
          .singleElement()
          .satisfies(role -> assertThat(role.cores()).isNull())
          .satisfies(role -> assertThat(role.why()).contains("cannot limit"));
      processors.limit();
      processors.lift();
    }
  }

  private String program(String name, String script) throws IOException {
    Path file = root.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file.toString();
  }
}
