package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.deploy.Cgroup.Throttling;

/** The files of the kernel's groups, written into a folder that stands for the file system. */
class CgroupTest {
  @TempDir private Path root;

  @Test
  void versionTwoUsesTheNearestGroupThatHandsProcessorsOn() throws Exception {
    Path user = v2("/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope", "cpu");
    write(user.resolve("app.slice/cgroup.subtree_control"), "cpu memory");
    write(user.resolve("app.slice/cgroup.procs"), "");
    Cgroup parent = Cgroup.parent(root);
    assertThat(parent).isEqualTo(new Cgroup(2, user.resolve("app.slice")));

    Cgroup group = parent.create("primary");
    Path folder = group.folder();
    assertThat(folder.getParent()).isEqualTo(user.resolve("app.slice"));
    assertThat(folder.resolve("cpu.max")).hasContent("max 100000");
    group.limit(0.3);
    assertThat(folder.resolve("cpu.max")).hasContent("30000 100000");
    group.limit(1.5);
    assertThat(folder.resolve("cpu.max")).hasContent("150000 100000");
    assertThat(group.prefix()).last().isEqualTo(folder.resolve("cgroup.procs").toString());
    write(
        folder.resolve("cpu.stat"),
        "usage_usec 900\nnr_periods 10\nnr_throttled 4\nthrottled_usec 2500000\n");
    assertThat(group.throttling()).isEqualTo(new Throttling(10, 4, 2.5));
  }

  @Test
  void versionTwoWithoutADelegatedGroupSaysSo() throws Exception {
    v2("/user.slice/session.scope", "cpu memory");
    assertThatThrownBy(() -> Cgroup.parent(root))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("delegates the cpu controller to this user");
  }

  @Test
  void versionTwoWithoutTheControllerSaysSo() throws Exception {
    v2("/", "memory pids");
    write(root.resolve("sys/fs/cgroup/cgroup.procs"), "");
    write(root.resolve("sys/fs/cgroup/cgroup.subtree_control"), "");
    assertThatThrownBy(() -> Cgroup.parent(root))
        .hasMessageContaining("delegates the cpu controller");
  }

  @Test
  void versionOneUsesThisCommandsOwnGroup() throws Exception {
    write(root.resolve("proc/self/cgroup"), "4:cpu,cpuacct:/run\n3:memory:/other\n");
    Path own = Files.createDirectories(root.resolve("sys/fs/cgroup/cpu/run"));
    Cgroup parent = Cgroup.parent(root);
    assertThat(parent).isEqualTo(new Cgroup(1, own));
    Cgroup group = parent.create("primary");
    Path folder = group.folder();
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("-1");
    group.limit(0.3);
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("30000");
    assertThat(folder.resolve("cpu.cfs_period_us")).hasContent("100000");
  }

  @Test
  void groupOfAContainerIsItsMount() throws Exception {
    write(root.resolve("proc/self/cgroup"), "4:cpu,cpuacct:/docker/abc\n");
    write(root.resolve("proc/7/cgroup"), "4:cpu,cpuacct:/docker/def\n");
    Path mount = Files.createDirectories(root.resolve("sys/fs/cgroup/cpu"));
    assertThat(Cgroup.parent(root)).isEqualTo(new Cgroup(1, mount));
    assertThatThrownBy(() -> Cgroup.of(root, "7")).hasMessageContaining("not visible");
  }

  @Test
  void otherSystemsHaveNone() {
    assertThatThrownBy(() -> Cgroup.parent(root)).hasMessageContaining("no control groups");
  }

  @Test
  void throttlingIsReadInNanosecondsOrMicroseconds() throws Exception {
    var group = new Cgroup(1, root);
    write(root.resolve("cpu.stat"), "nr_periods 8\nnr_throttled 2\nthrottled_time 500000000\n");
    var counted = new Throttling(8, 2, 0.5);
    assertThat(group.throttling()).isEqualTo(counted);
    assertThat(counted.shareSince(new Throttling(4, 1, 0.2))).isEqualTo(0.25);
    assertThat(counted.shareSince(counted)).isZero();
    write(root.resolve("cpu.stat"), "usage_usec 5\n");
    assertThatThrownBy(group::throttling).isInstanceOf(IOException.class);
  }

  @Test
  void aGroupOfALivingCommandIsLeftAloneAndOneOfADeadCommandIsNot() throws Exception {
    var dead = 999_999_999L;
    Path mine = group(ProcessHandle.current().pid(), "primary");
    Path left = group(dead, "primary");
    Path busy = group(dead, "busy");
    Files.createFile(busy.resolve("as-one-with-processes"));
    Path foreign = Files.createDirectory(root.resolve("system.slice"));
    Path hostile = Files.createDirectory(root.resolve("reprise_" + "9".repeat(30) + "_hostile"));
    new Cgroup(1, root).removeAbandoned();
    assertThat(left).doesNotExist();
    assertThat(List.of(mine, busy, foreign, hostile)).allMatch(Files::exists);
  }

  /** A machine with version 2, this process in {@code own}; returns the group of the user. */
  private Path v2(String own, String controllers) throws IOException {
    write(root.resolve("proc/self/cgroup"), "0::" + own + "\n");
    Path mount = root.resolve("sys/fs/cgroup");
    write(mount.resolve("cgroup.controllers"), controllers);
    @Nullable Path group = Files.createDirectories(mount.resolve(own.substring(1)));
    for (; group != null && !group.equals(mount); group = group.getParent()) {
      write(group.resolve("cgroup.controllers"), "");
    }
    return mount.resolve("user.slice/user-1000.slice/user@1000.service");
  }

  private Path group(long pid, String role) throws IOException {
    return Files.createDirectory(root.resolve("reprise_%d_%s".formatted(pid, role)));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
