package org.reprise.load.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import org.reprise.load.measure.Throttling;

/**
 * The kernel's control groups: a group is a folder, a limit is a file in it (cgroups(7)).
 *
 * @param version 1 or 2
 * @param parent in which groups are made: this command's own group, or one above it
 */
record ControlGroups(int version, Path parent) implements Way {
  private static final String PROCESSES = "cgroup.procs";
  private static final long LONGEST_REMOVAL_NANOS = 3_000_000_000L;

  @Override
  public String name() {
    return "cgroup-v" + version;
  }

  @Override
  public RoleGroup group(GroupName name) throws IOException {
    var folder = parent.resolve(name.text());
    Files.createDirectories(folder);
    var group = new Group(version, folder);
    try {
      group.limit(OptionalDouble.empty());
      return group;
    } catch (IOException e) {
      group.remove();
      throw e;
    }
  }

  @Override
  public void removeLeft() {
    for (var folder : groups()) {
      if (GroupName.parse(folder.getFileName().toString()).filter(n -> !n.owned()).isPresent()) {
        removed(folder);
      }
    }
  }

  /** All groups of this program in it, of whichever command. */
  List<Path> groups() {
    var found = new ArrayList<Path>();
    try (var folders = Files.newDirectoryStream(parent, Files::isDirectory)) {
      for (var folder : folders) {
        if (GroupName.parse(folder.getFileName().toString()).isPresent()) {
          found.add(folder);
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return found;
  }

  // Asks what is in the groups to end, insists after five seconds, and takes the groups away.
  @Override
  public String endScript() {
    return """
    for g in "$@"; do [ -d "$g" ] && kill -TERM $(cat "$g/cgroup.procs") 2>/dev/null; done
    n=0
    while [ $n -lt 150 ]; do
      left=
      for g in "$@"; do if [ -d "$g" ]; then rmdir "$g" 2>/dev/null || left=$g; fi; done
      [ -z "$left" ] && exit 0
      n=$((n + 1))
      [ $n -ge 50 ] && for g in "$@"; do [ -d "$g" ] && kill -KILL $(cat "$g/cgroup.procs") 2>/dev/null; done
      sleep 0.1
    done
    """;
  }

  /**
   * A folder is removed once the kernel has let go of the last process, an instant after its end.
   */
  private static boolean removed(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException e) {
      return false; // processes are in it
    }
  }

  record Group(int version, Path folder) implements RoleGroup {
    @Override
    public List<String> prefix() {
      return List.of(
          "/bin/sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", folder.resolve(PROCESSES).toString());
    }

    @Override
    public String handle() {
      return folder.toString();
    }

    @Override
    public void limit(OptionalDouble cores) throws IOException {
      if (cores.isEmpty()) {
        limit(version == 2 ? "max" : "-1", Quota.LONGEST_PERIOD_MICROS);
      } else {
        var quota = Quota.of(cores.getAsDouble());
        limit(Long.toString(quota.micros()), quota.periodMicros());
      }
    }

    private void limit(String quota, long periodMicros) throws IOException {
      if (version == 2) {
        write("cpu.max", quota + " " + periodMicros);
      } else {
        // A quota of the earlier limit may be more than the new period is allowed to have.
        write("cpu.cfs_quota_us", "-1");
        write("cpu.cfs_period_us", Long.toString(periodMicros));
        write("cpu.cfs_quota_us", quota);
      }
    }

    private void write(String file, String value) throws IOException {
      try {
        Files.writeString(folder.resolve(file), value);
      } catch (IOException e) {
        throw new IOException(
            "cannot write " + value + " to " + folder.resolve(file) + ": " + e, e);
      }
    }

    @Override
    public Throttling throttling() throws IOException {
      return statistics(Files.readAllLines(folder.resolve("cpu.stat")));
    }

    @Override
    public void remove() {
      var until = System.nanoTime() + LONGEST_REMOVAL_NANOS;
      while (!removed(folder) && System.nanoTime() < until) {
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  /**
   * Reads cpu.stat, whose waiting time is nanoseconds in version 1 and microseconds in version 2.
   *
   * @throws IOException where it tells no quota
   */
  static Throttling statistics(List<String> lines) throws IOException {
    long periods = -1;
    long throttled = 0;
    double seconds = 0;
    for (var line : lines) {
      var parts = line.strip().split(" ", 2);
      if (parts.length == 2) {
        switch (parts[0]) {
          case "nr_periods" -> periods = Long.parseLong(parts[1].strip());
          case "nr_throttled" -> throttled = Long.parseLong(parts[1].strip());
          case "throttled_time" -> seconds = Long.parseLong(parts[1].strip()) / 1e9;
          case "throttled_usec" -> seconds = Long.parseLong(parts[1].strip()) / 1e6;
          default -> {}
        }
      }
    }
    if (periods < 0) {
      throw new IOException("no quota of processor time is counted here");
    }
    return new Throttling(periods, throttled, seconds);
  }

  /**
   * Version 2: the nearest group, from this command's own upwards, that hands processors on to
   * groups below it.
   *
   * @param root of the file system; another folder in tests
   * @throws IOException where there is none, with the reason
   */
  static ControlGroups second(Path root) throws IOException {
    var mount =
        Mounts.of(root).second().orElseThrow(() -> new IOException("cgroup v2 is not mounted"));
    var top = mount.folder();
    if (!words(top.resolve("cgroup.controllers")).contains("cpu")) {
      throw new IOException("the cgroup v2 hierarchy at " + top + " has no cpu controller");
    }
    for (var group = mount.own(); group.startsWith(top); group = above(group)) {
      if (handsOn(group)) {
        return new ControlGroups(2, group);
      }
    }
    throw new IOException(
        "no cgroup v2 group from %s up hands processors on to groups that this user may make"
            .formatted(mount.own()));
  }

  private static Path above(Path group) {
    var parent = group.getParent();
    return parent == null ? Path.of("/nowhere") : parent;
  }

  private static boolean handsOn(Path group) {
    if (!Files.isWritable(group) || !Files.isWritable(group.resolve(PROCESSES))) {
      return false;
    }
    var control = group.resolve("cgroup.subtree_control");
    if (words(control).contains("cpu")) {
      return true;
    }
    try {
      // Refused where processes are in the group itself, as in the one that a terminal is in.
      Files.writeString(control, "+cpu");
      return words(control).stream().anyMatch(word -> word.endsWith("cpu"));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Version 1: this command's own group in the hierarchy of the cpu controller.
   *
   * @param root of the file system; another folder in tests
   * @throws IOException where it cannot be used, with the reason
   */
  static ControlGroups first(Path root) throws IOException {
    var mount =
        Mounts.of(root)
            .first()
            .orElseThrow(() -> new IOException("the cpu controller of cgroup v1 is not mounted"));
    var own = mount.own();
    if (!Files.isWritable(own)) {
      throw new IOException("this user may not make a group in " + own);
    }
    return new ControlGroups(1, own);
  }

  private static List<String> words(Path file) {
    try {
      return List.of(Files.readString(file).strip().split("\\s+"));
    } catch (IOException e) {
      return List.of();
    }
  }
}
