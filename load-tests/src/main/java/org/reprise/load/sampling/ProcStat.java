package org.reprise.load.sampling;

import java.util.regex.Pattern;

/**
 * One line of {@code /proc/PID/stat} (proc_pid_stat(5)). Its times are in ticks of a hundredth of a
 * second, which is what Linux gives user space on every architecture that has a JDK.
 *
 * @param ownTicks user and system time of the process itself
 * @param endedChildrenTicks that of its children that have ended and were waited for
 */
record ProcStat(long ownTicks, long endedChildrenTicks) {
  static final double TICK_SECONDS = 0.01;

  private static final Pattern BLANK = Pattern.compile(" ");

  /**
   * The command's name stands in parentheses and may hold blanks and parentheses: fields count from
   * the last one.
   */
  static ProcStat parse(String line) {
    var afterName = line.lastIndexOf(')') + 2;
    if (afterName < 2 || afterName >= line.length()) {
      throw new IllegalArgumentException("not a line of /proc/PID/stat: '" + line + "'");
    }
    var fields = BLANK.split(line.substring(afterName));
    if (fields.length < 15) {
      throw new IllegalArgumentException("too few fields in /proc/PID/stat: '" + line + "'");
    }
    // Field 14 of the manual page (utime) is the 12th after the name.
    return new ProcStat(
        Long.parseLong(fields[11]) + Long.parseLong(fields[12]),
        Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
  }
}
