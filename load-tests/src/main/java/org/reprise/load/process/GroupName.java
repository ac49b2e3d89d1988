package org.reprise.load.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a group: it tells which command it belongs to, so that no other command takes it away
 * while that one runs.
 *
 * @param pid of the command
 * @param start when that began, in the kernel's ticks since the machine started: a pid is used
 *     again
 * @param role what its processes do
 */
record GroupName(long pid, long start, String role) {
  private static final String FIRST = "reprise_";
  private static final Pattern FORM =
      Pattern.compile(FIRST + "(\\d{1,18})_(\\d{1,18})_([A-Za-z0-9_]+)");
  private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9]+");

  /** One of this command. */
  static GroupName of(String role) {
    var pid = ProcessHandle.current().pid();
    return new GroupName(pid, startTicks(pid).orElse(0L), OTHER.matcher(role).replaceAll("_"));
  }

  /** Reads it from a folder's or unit's name; empty where it is none of ours. */
  static Optional<GroupName> parse(String text) {
    var matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new GroupName(
                Long.parseLong(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                matcher.group(3)))
        : Optional.empty();
  }

  String text() {
    return FIRST + pid + "_" + start + "_" + role;
  }

  /** Whether the command that it belongs to still runs. */
  boolean owned() {
    return startTicks(pid).filter(ticks -> ticks == start).isPresent();
  }

  /**
   * Field 22 of {@code /proc/PID/stat}; fields count from behind the name, which may hold blanks.
   */
  private static Optional<Long> startTicks(long pid) {
    try {
      var line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      var fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(Long.parseLong(fields[19]));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // it has ended, or this is no Linux
    }
  }
}
