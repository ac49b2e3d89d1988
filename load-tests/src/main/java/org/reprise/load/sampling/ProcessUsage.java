package org.reprise.load.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * CPU time and resident memory of a process and all below it.
 *
 * <p>On Linux from {@code /proc} (proc_pid_stat(5), proc_pid_status(5)). The time of children that
 * have ended counts too, through their parent: PostgreSQL's backends come and go with their
 * connections. What processes share is counted once: the largest share of mapped files and of
 * shared memory, beside the sum of what is each one's own. Elsewhere {@link ProcessHandle} gives
 * the CPU time of the living, and there is no memory.
 *
 * @param cpuSeconds since each process started
 * @param residentBytes empty where the system does not tell
 */
public record ProcessUsage(double cpuSeconds, OptionalLong residentBytes) {
  private static final Path PROC = Path.of("/proc");

  /** What Linux gives user space on every architecture that has a JDK. */
  private static final double TICK_SECONDS = 0.01;

  static Optional<ProcessUsage> of(ProcessHandle root) {
    if (!root.isAlive()) {
      return Optional.empty();
    }
    var all = Stream.concat(Stream.of(root), root.descendants()).toList();
    if (Files.isDirectory(PROC.resolve("self"))) {
      return Optional.of(fromProc(root, all));
    }
    var seconds = all.stream().mapToDouble(ProcessUsage::own).sum();
    return Optional.of(new ProcessUsage(seconds, OptionalLong.empty()));
  }

  /** Returns the resident memory of a process and all below it; 0 where it is not known. */
  public static long residentMiB(long pid) {
    var usage = ProcessHandle.of(pid).flatMap(ProcessUsage::of);
    return usage.map(it -> it.residentBytes().orElse(0) >> 20).orElse(0L);
  }

  /** Returns the CPU seconds of the process alone, without those below it; 0 if not known. */
  public static double own(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  /**
   * Returns the CPU seconds of a HotSpot JVM's living compiler threads; 0 without {@code /proc}.
   */
  public static double compilers(ProcessHandle process) {
    var threads = PROC.resolve(Long.toString(process.pid()), "task");
    double seconds = 0;
    for (var thread : Objects.requireNonNullElse(threads.toFile().list(), new String[0])) {
      try {
        var line = Files.readString(threads.resolve(thread, "stat"));
        if (line.contains("CompilerThre")) {
          seconds += working(line.substring(line.lastIndexOf(')') + 1), 12, 13);
        }
      } catch (IOException e) {
        continue; // it has ended since
      }
    }
    return seconds;
  }

  private static ProcessUsage fromProc(ProcessHandle root, List<ProcessHandle> all) {
    double seconds = 0;
    long anonymous = 0;
    long file = 0;
    long shared = 0;
    for (var process : all) {
      try {
        var folder = PROC.resolve(Long.toString(process.pid()));
        var line = Files.readString(folder.resolve("stat"));
        // Fields count from behind the command's name, which may hold blanks and parentheses.
        var stat = line.substring(line.lastIndexOf(')') + 1);
        seconds += working(stat, 12, 13);
        if (process.equals(root)) {
          // A middle process's ended children would be counted again once it ends itself.
          seconds += working(stat, 14, 15);
        }
        var status = Files.readString(folder.resolve("status"));
        anonymous += bytes(status, "RssAnon:");
        file = Math.max(file, bytes(status, "RssFile:"));
        shared = Math.max(shared, bytes(status, "RssShmem:"));
      } catch (IOException e) {
        // Ended since it was listed: its time is in its parent's from now on.
      }
    }
    return new ProcessUsage(seconds, OptionalLong.of(anonymous + file + shared));
  }

  static double working(String line, int... fields) {
    var words = line.split(" +");
    return IntStream.of(fields).mapToLong(it -> Long.parseLong(words[it])).sum() * TICK_SECONDS;
  }

  /** Returns a line of memory; 0 where there is none, as of a process that was not waited for. */
  static long bytes(String status, String key) {
    return status
        .lines()
        .filter(line -> line.startsWith(key))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElse(0);
  }

  static OptionalDouble ofMachine() {
    try (var lines = Files.lines(PROC.resolve("stat"))) {
      return lines.limit(1).mapToDouble(ProcessUsage::ofMachine).findFirst();
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  /** User, nice, system, irq, softirq and steal; neither idle nor iowait is work. */
  static double ofMachine(String line) {
    return working(line, 1, 2, 3, 6, 7, 8);
  }
}
