package org.reprise.load.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as the kernel has them. */
class FreeMemoryTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  @Test
  void isTheMachinesWhereNothingBoundsIt() throws IOException {
    write("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    4096 kB\n");
    write("proc/self/cgroup", "0::/user/session\n");
    write("groups/user/session/memory.max", "max\n");
    write("groups/user/session/memory.current", "1\n");

    assertThat(memory()).isEqualTo(4 * MIB);
  }

  @Test
  void isWhatTheGroupAboveLeaves() throws IOException {
    write("proc/meminfo", "MemAvailable: 999999999 kB\n");
    write("proc/self/cgroup", "0::/user/session\n");
    write("groups/user/session/memory.max", "max\n");
    write("groups/user/session/memory.current", "1\n");
    write("groups/user/memory.max", "" + 100 * MIB);
    write("groups/user/memory.current", "" + 70 * MIB);
    write(
        "groups/user/memory.stat", "anon 5\nactive_file %d\ninactive_file 0\n".formatted(20 * MIB));

    assertThat(memory()).isEqualTo(50 * MIB);
  }

  @Test
  void isWhatAGroupOfTheFirstVersionLeaves() throws IOException {
    write("proc/meminfo", "MemAvailable: 999999999 kB\n");
    write("proc/self/cgroup", "3:cpu,cpuacct:/x\n2:memory:/not/to/be/seen/in/a/container\n");
    write("groups/memory/memory.limit_in_bytes", "" + 100 * MIB);
    write("groups/memory/memory.usage_in_bytes", "" + 70 * MIB);
    write(
        "groups/memory/memory.stat",
        "inactive_file 1\ntotal_inactive_file %d\ntotal_active_file 0\n".formatted(10 * MIB));

    assertThat(memory()).isEqualTo(40 * MIB);
  }

  /** Where durable writes cost nothing. */
  @Test
  void tellsMemoryFromDisk() throws IOException {
    var memory = Path.of("/dev/shm");
    assumeTrue(Files.isDirectory(memory));
    assertThat(Needs.memoryForDisk(memory.resolve("not/there/yet")))
        .hasValueSatisfying(it -> assertThat(it).contains("/dev/shm", "tmpfs", "REPRISE_CACHE"));
    assertThat(Needs.memoryForDisk(Path.of("/proc"))).isEmpty();
  }

  private long memory() throws IOException {
    return new Needs.FreeMemory(folder.resolve("proc"), folder.resolve("groups")).bytes();
  }

  private void write(String file, String text) throws IOException {
    var path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
