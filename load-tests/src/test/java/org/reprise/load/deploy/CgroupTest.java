package org.reprise.load.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reprise.load.measure.Throttling;

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
    group.limit(OptionalDouble.of(0.3));
    assertThat(folder.resolve("cpu.max")).hasContent("30000 100000");
    group.limit(OptionalDouble.of(1.5));
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
        .hasMessageContaining("delegates the cpu controller to this user")
        .hasMessageContaining("cgroup v1 has no cpu controller here");
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
    write(
        root.resolve("proc/self/mountinfo"),
        "33 31 0:30 /docker/abc /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n");
    write(root.resolve("proc/self/cgroup"), "4:cpu,cpuacct:/docker/abc/run\n");
    Path own = Files.createDirectories(root.resolve("sys/fs/cgroup/cpu/run"));
    Cgroup parent = Cgroup.parent(root);
    assertThat(parent).isEqualTo(new Cgroup(1, own));
    Cgroup group = parent.create("primary");
    Path folder = group.folder();
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("-1");
    group.limit(OptionalDouble.of(0.3));
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("30000");
    assertThat(folder.resolve("cpu.cfs_period_us")).hasContent("100000");
  }

  @Test
  void otherSystemsHaveNone() {
    assertThatThrownBy(() -> Cgroup.parent(root)).hasMessageContaining("no control groups");
  }

  @Test
  void statisticsAreInNanosecondsOrMicroseconds() throws Exception {
    assertThat(
            Cgroup.statistics(
                List.of("nr_periods 8", "nr_throttled 2", "throttled_time 500000000")))
        .isEqualTo(new Throttling(8, 2, 0.5));
    assertThat(new Throttling(8, 2, 0.5).share()).isEqualTo(0.25);
    assertThat(new Throttling(8, 2, 0.5).since(new Throttling(3, 1, 0.2)).periods()).isEqualTo(5);
    assertThatThrownBy(() -> Cgroup.statistics(List.of("usage_usec 5")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aGroupOfALivingCommandIsLeftAloneAndOneOfADeadCommandIsNot() throws Exception {
    long pid = ProcessHandle.current().pid();
    long start = Cgroup.startTick(pid);
    Path mine = group(pid, start, "primary");
    Path dead = group(pid, start - 1, "primary");
    Path busy = group(pid, 1, "busy");
    Files.createFile(busy.resolve("as-one-with-processes"));
    Path foreign = Files.createDirectory(root.resolve("system.slice"));
    Files.createDirectory(root.resolve("reprise_" + "9".repeat(30) + "_1_hostile"));
    new Cgroup(1, root).removeAbandoned();
    assertThat(dead).doesNotExist();
    assertThat(mine).exists();
    assertThat(busy).exists();
    assertThat(foreign).exists();
  }

  /** A machine with version 2, this process in {@code own}; returns the group of the user. */
  private Path v2(String own, String controllers) throws IOException {
    write(
        root.resolve("proc/self/mountinfo"),
        "41 31 0:38 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw\n");
    write(root.resolve("proc/self/cgroup"), "0::" + own + "\n");
    Path mount = root.resolve("sys/fs/cgroup");
    write(mount.resolve("cgroup.controllers"), controllers);
    @Nullable Path group = Files.createDirectories(mount.resolve(own.substring(1)));
    for (; group != null && !group.equals(mount); group = group.getParent()) {
      write(group.resolve("cgroup.controllers"), "");
    }
    return mount.resolve("user.slice/user-1000.slice/user@1000.service");
  }

  private Path group(long pid, long start, String role) throws IOException {
    return Files.createDirectory(root.resolve("reprise_%d_%d_%s".formatted(pid, start, role)));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
