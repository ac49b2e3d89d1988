package org.reprise.load.deploy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.reprise.load.measure.Throttling;

/**
 * A control group of Linux (cgroups(7)): a folder whose files list its processes, limit them
 * together and count what they use. Groups that a command makes are named {@code
 * reprise_PID_START_ROLE} after the command's process, so that no other command removes them while
 * that one runs.
 *
 * @param version 1 or 2 of the kernel's interface, which differ in the names of some files
 * @param folder of the group
 */
record Cgroup(int version, Path folder) implements ThrottlingLog.Source {
  /**
   * Ends what is left in the groups that are its arguments, by force after five seconds, and
   * removes them.
   */
  static final String END_SCRIPT =
      """
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

  /**
   * The kernel's default, and Docker's. Shorter periods were tried: with 3.6 of each 24 ms for 0.15
   * of a core, less than the 5 ms that the kernel hands a processor at once, some answers took 470
   * ms, because one processor had the whole quota while the threads on the other waited.
   */
  private static final long PERIOD_MICROS = 100_000;

  private static final long REMOVAL_TIMEOUT_NANOS = 3_000_000_000L;
  private static final String PROCESSES = "cgroup.procs";
  private static final Pattern NAME = Pattern.compile("reprise_(\\d{1,18})_(\\d{1,18})_\\w+");

  /** Returns the version as in run.json, for example {@code cgroup-v1}. */
  String way() {
    return "cgroup-v" + version;
  }

  /**
   * Finds the group in which this command can make groups, version 2 first.
   *
   * @param root of the file system; another folder in tests
   * @throws IOException if there is none, with the reason for each version
   */
  static Cgroup parent(Path root) throws IOException {
    try {
      return delegating(root);
    } catch (IOException second) {
      var own =
          of(root, "self", 1)
              .orElseThrow(() ->
                  new IOException(second.getMessage() + "; cgroup v1 has no cpu controller here"));
      if (!Files.isWritable(own.folder)) {
        throw new IOException(
            "%s; no permission to create a cgroup v1 group in %s"
                .formatted(second.getMessage(), own.folder));
      }
      return own;
    }
  }

  /** The nearest v2 group, upwards from this command's, that delegates the cpu controller. */
  private static Cgroup delegating(Path root) throws IOException {
    var own = of(root, "self", 2).orElseThrow(() -> new IOException("no cgroup v2 is mounted"));
    for (Path group = own.folder;
        group != null && Files.exists(group.resolve("cgroup.controllers"));
        group = group.getParent()) {
      if (delegates(group)) {
        return new Cgroup(2, group);
      }
    }
    throw new IOException(
        "no cgroup v2 group from %s upwards delegates the cpu controller to this user"
            .formatted(own.folder));
  }

  private static boolean delegates(Path group) {
    var control = group.resolve("cgroup.subtree_control");
    if (!Files.isWritable(group) || !Files.isWritable(group.resolve(PROCESSES))) {
      return false;
    }
    try {
      if (!words(control).contains("cpu")
          && words(group.resolve("cgroup.controllers")).contains("cpu")) {
        // Refused if processes are in the group itself, as in the one of a terminal.
        Files.writeString(control, "+cpu");
      }
      return words(control).stream().anyMatch(word -> word.endsWith("cpu"));
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> words(Path file) throws IOException {
    return List.of(Files.readString(file).strip().split("\\s+"));
  }

  /**
   * Returns the group of a process in the hierarchy of the cpu controller; empty if this version
   * has none.
   *
   * @param process its id, or {@code self}
   * @throws IOException if the system has no control groups, or the process has ended
   */
  static Optional<Cgroup> of(Path root, String process, int version) throws IOException {
    List<String> mounts;
    List<String> own;
    try {
      mounts = Files.readAllLines(root.resolve("proc/self/mountinfo"));
      own = Files.readAllLines(root.resolve("proc/" + process + "/cgroup"));
    } catch (IOException e) {
      throw new IOException("no control groups here (they need Linux)", e);
    }
    for (var line : mounts) {
      // id parent device ROOT MOUNTPOINT options ... - TYPE source SUPEROPTIONS
      var halves = line.split(" - ", 2);
      var before = halves[0].split(" ", -1);
      var after = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
      if (before.length >= 5
          && after.length >= 3
          && after[0].equals(version == 2 ? "cgroup2" : "cgroup")
          && (version == 2 || List.of(after[2].split(",")).contains("cpu"))) {
        var mount = below(root, before[4]);
        var path = path(own, version);
        // In a container the mount begins within the hierarchy, and the path may begin above it.
        var inMount = path.startsWith(before[3]) ? path.substring(before[3].length()) : path;
        var folder = below(mount, inMount);
        if (Files.isDirectory(folder)) {
          return Optional.of(new Cgroup(version, folder));
        }
        return process.equals("self") ? Optional.of(new Cgroup(version, mount)) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static String path(List<String> groups, int version) {
    return groups.stream()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3)
        .filter(parts ->
            version == 2 ? parts[0].equals("0") : List.of(parts[1].split(",")).contains("cpu"))
        .map(parts -> parts[2])
        .findFirst()
        .orElse("/");
  }

  private static Path below(Path folder, String path) {
    return folder.resolve(path.replaceFirst("^/+", "")).normalize();
  }

  /**
   * Makes a group without a limit below this one.
   *
   * @throws IOException if the system refuses
   */
  Cgroup create(String role) throws IOException {
    var pid = ProcessHandle.current().pid();
    var name = "reprise_%d_%d_%s".formatted(pid, startTick(pid), role.replaceAll("\\W+", "_"));
    var group = new Cgroup(version, Files.createDirectories(folder.resolve(name)));
    try {
      group.limit(OptionalDouble.empty());
      return group;
    } catch (IOException e) {
      group.remove();
      throw e;
    }
  }

  /** Returns the groups below this one that commands of this program made. */
  List<Path> groups() {
    var found = new ArrayList<Path>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, Files::isDirectory)) {
      folders.forEach(found::add);
    } catch (IOException e) {
      return List.of();
    }
    found.removeIf(group -> !NAME.matcher(group.getFileName().toString()).matches());
    return found;
  }

  /** Removes the groups of commands that were killed; what has processes in it stays. */
  void removeAbandoned() {
    for (var group : groups()) {
      var name = NAME.matcher(group.getFileName().toString());
      if (name.matches()
          && startTick(Long.parseLong(name.group(1))) != Long.parseLong(name.group(2))) {
        removed(group);
      }
    }
  }

  /**
   * Field 22 of {@code /proc/PID/stat}, which tells a process from a later one with its pid; 0 if
   * there is no such process.
   */
  static long startTick(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      // Fields count from behind the command's name, which may hold blanks.
      return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns what a command begins with, so that its process is inside from its first step. */
  List<String> prefix() {
    return List.of(
        "/bin/sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", folder.resolve(PROCESSES).toString());
  }

  /**
   * Limits all processes of the group together, at once.
   *
   * @param cores empty for no limit
   * @throws IOException if the system refuses
   */
  void limit(OptionalDouble cores) throws IOException {
    var quota =
        cores.isPresent()
            ? Long.toString(Math.max(1000, Math.round(cores.getAsDouble() * PERIOD_MICROS)))
            : version == 2 ? "max" : "-1";
    if (version == 2) {
      write("cpu.max", quota + " " + PERIOD_MICROS);
    } else {
      write("cpu.cfs_period_us", Long.toString(PERIOD_MICROS));
      write("cpu.cfs_quota_us", quota);
    }
  }

  private void write(String file, String value) throws IOException {
    try {
      Files.writeString(folder.resolve(file), value);
    } catch (IOException e) {
      throw new IOException("cannot write " + value + " to " + folder.resolve(file) + ": " + e, e);
    }
  }

  @Override
  public Throttling throttling() throws IOException {
    return statistics(Files.readAllLines(folder.resolve("cpu.stat")));
  }

  /**
   * Reads cpu.stat, whose waiting time is nanoseconds in version 1 and microseconds in version 2.
   *
   * @throws IOException if it counts no quota: the group lacks the cpu controller
   */
  static Throttling statistics(List<String> lines) throws IOException {
    long periods = -1;
    long throttled = 0;
    double seconds = 0;
    for (var line : lines) {
      var parts = line.strip().split("\\s+", 2);
      switch (parts[0]) {
        case "nr_periods" -> periods = Long.parseLong(parts[1]);
        case "nr_throttled" -> throttled = Long.parseLong(parts[1]);
        case "throttled_time" -> seconds = Long.parseLong(parts[1]) / 1e9;
        case "throttled_usec" -> seconds = Long.parseLong(parts[1]) / 1e6;
        default -> {}
      }
    }
    if (periods < 0) {
      throw new IOException("no quota of processor time is counted here");
    }
    return new Throttling(periods, throttled, seconds);
  }

  /** Removes the group once the kernel has let go of its last process, soon after its end. */
  void remove() {
    var until = System.nanoTime() + REMOVAL_TIMEOUT_NANOS;
    while (!removed(folder) && System.nanoTime() < until) {
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
