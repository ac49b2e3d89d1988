package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A control group of Linux (cgroups(7)), version 1 or 2: a folder whose files list its processes,
 * limit them together and count how they were held back. Those that a command makes are named
 * {@code reprise_PID_ROLE}, so that no other command removes them while that one runs.
 */
record Cgroup(int version, Path folder) {
  /**
   * The kernel's default, and Docker's. Shorter periods were tried: with 3.6 of each 24 ms for 0.15
   * of a core, less than the 5 ms that the kernel hands a processor at once, some answers took 470
   * ms, because one processor had the whole quota while the threads on the other waited.
   */
  private static final long PERIOD_MICROS = 100_000;

  private static final String PROCESSES = "cgroup.procs";
  private static final Pattern NAME = Pattern.compile("reprise_(\\d{1,18})_\\w+");

  /**
   * How the processes of a group were held back by its quota.
   *
   * @param periods in which one of them wanted to run; a period is a tenth of a second
   * @param throttled of these, in how many the quota was used up
   * @param seconds that they waited for the next period, added up over the processors
   */
  record Throttling(long periods, long throttled, double seconds) {
    double shareSince(Throttling earlier) {
      return (double) (throttled - earlier.throttled) / Math.max(1, periods - earlier.periods);
    }
  }

  /** Finds where groups can be made: in version 2 the nearest one upwards that delegates cpu. */
  static Cgroup parent(Path root) throws IOException {
    var own = of(root, "self");
    if (own.version == 1) {
      if (Files.isWritable(own.folder)) {
        return own;
      }
      throw new IOException("no permission to create a cgroup v1 group in " + own.folder);
    }
    var group = own.folder;
    while (group != null && Files.exists(group.resolve("cgroup.controllers"))) {
      if (delegates(group)) {
        return new Cgroup(2, group);
      }
      group = group.getParent();
    }
    throw new IOException(
        "no cgroup v2 group from %s upwards delegates the cpu controller to this user"
            .formatted(own.folder));
  }

  private static boolean delegates(Path group) {
    var control = group.resolve("cgroup.subtree_control");
    try {
      if (!Files.isWritable(group.resolve(PROCESSES))) {
        return false;
      }
      if (!words(control).contains("cpu")) {
        // Refused if the group lacks the controller or has processes in it, as that of a terminal.
        Files.writeString(control, "+cpu");
      }
      return words(control).contains("cpu");
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> words(Path file) throws IOException {
    return List.of(Files.readString(file).strip().split("\\s+"));
  }

  /** Returns the group of a process, by its id or {@code self}, if this process can see it. */
  static Cgroup of(Path root, String process) throws IOException {
    var unified = root.resolve("sys/fs/cgroup");
    var version = Files.exists(unified.resolve("cgroup.controllers")) ? 2 : 1;
    var mount = version == 2 ? unified : unified.resolve("cpu");
    if (!Files.isDirectory(mount)) {
      throw new IOException("no control groups with a cpu controller here (they need Linux)");
    }
    var controller = version == 2 ? "" : "cpu";
    // A line is ID:CONTROLLERS:PATH.
    var path =
        Files.readAllLines(root.resolve("proc/" + process + "/cgroup")).stream()
            .map(line -> line.split(":", 3))
            .filter(parts -> List.of(parts[1].split(",")).contains(controller))
            .map(parts -> parts[2].replaceFirst("^/+", ""))
            .findFirst()
            .orElse("");
    var folder = mount.resolve(path).normalize();
    if (folder.startsWith(mount) && Files.isDirectory(folder)) {
      return new Cgroup(version, folder);
    }
    if (process.equals("self")) {
      // In a container the mount begins further down than the path.
      return new Cgroup(version, mount);
    }
    throw new IOException("the group of process " + process + " is not visible here");
  }

  Cgroup create(String role) throws IOException {
    var name =
        "reprise_%d_%s".formatted(ProcessHandle.current().pid(), role.replaceAll("\\W+", "_"));
    var group = new Cgroup(version, Files.createDirectories(folder.resolve(name)));
    group.limit(null);
    return group;
  }

  /** Removes the groups of commands that were killed; what has processes in it stays. */
  void removeAbandoned() throws IOException {
    try (var folders = Files.newDirectoryStream(folder, "reprise_*")) {
      for (var group : folders) {
        var name = NAME.matcher(group.getFileName().toString());
        if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
          removed(group);
        }
      }
    }
  }

  /** Returns what a command begins with, so that its process is inside from its first step. */
  List<String> prefix() {
    return List.of(
        "/bin/sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", folder.resolve(PROCESSES).toString());
  }

  /** Limits all processes of the group together, at once; null takes the limit away. */
  void limit(@Nullable Double cores) throws IOException {
    var none = version == 2 ? "max" : "-1";
    var quota = cores == null ? none : "" + Math.max(1000, Math.round(cores * PERIOD_MICROS));
    if (version == 2) {
      write("cpu.max", quota + " " + PERIOD_MICROS);
    } else {
      write("cpu.cfs_period_us", Long.toString(PERIOD_MICROS));
      write("cpu.cfs_quota_us", quota);
    }
  }

  private void write(String file, String value) throws IOException {
    Files.writeString(folder.resolve(file), value);
  }

  /**
   * Reads cpu.stat, whose waiting time is nanoseconds in version 1 and microseconds in version 2.
   *
   * @throws IOException if it counts no quota: the group lacks the cpu controller
   */
  Throttling throttling() throws IOException {
    var counts = new HashMap<String, Long>();
    for (var line : Files.readAllLines(folder.resolve("cpu.stat"))) {
      var words = line.strip().split("\\s+");
      counts.put(words[0], Long.parseLong(words[1]));
    }
    var periods = counts.get("nr_periods");
    if (periods == null) {
      throw new IOException("no quota of processor time is counted here");
    }
    var nanos = counts.getOrDefault("throttled_time", 0L);
    var micros = counts.getOrDefault("throttled_usec", 0L);
    return new Throttling(
        periods, counts.getOrDefault("nr_throttled", 0L), nanos / 1e9 + micros / 1e6);
  }

  /** Removes the group once the kernel has let go of its last process, soon after its end. */
  void remove() {
    for (int attempt = 0; attempt < 150 && !removed(folder); attempt++) {
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static boolean removed(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException e) {
      return false; // processes are in it
    }
  }
}
