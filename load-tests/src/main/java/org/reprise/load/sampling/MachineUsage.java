package org.reprise.load.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** CPU time that the whole machine has spent working, whoever worked; known on Linux only. */
final class MachineUsage {
  private static final Path STAT = Path.of("/proc/stat");
  private static final Pattern BLANKS = Pattern.compile(" +");

  /**
   * Fields of the line {@code cpu} (proc_stat(5)): user, nice, system, irq, softirq, and steal,
   * which another machine of the same host took. Neither idle nor iowait works.
   */
  private static final int[] WORKING = {1, 2, 3, 6, 7, 8};

  private MachineUsage() {}

  /**
   * Seconds since the machine was started, of all cores together; empty where the system does not
   * tell.
   */
  static OptionalDouble cpuSeconds() {
    try (var lines = Files.lines(STAT)) {
      return lines
          .filter(line -> line.startsWith("cpu "))
          .mapToDouble(MachineUsage::working)
          .findFirst();
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  static double working(String line) {
    var fields = BLANKS.split(line);
    return Arrays.stream(WORKING).mapToLong(field -> Long.parseLong(fields[field])).sum()
        * ProcStat.TICK_SECONDS;
  }
}
