package org.reprise.load.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * CPU time and resident memory of a process and all below it.
 *
 * <p>On Linux from {@code /proc}. The time of children that have ended counts too, through their
 * parent: PostgreSQL's backends come and go with their connections. What processes share is counted
 * once: the largest share of mapped files and of shared memory, beside the sum of what is each
 * one's own. Elsewhere {@link ProcessHandle} gives the CPU time of the living, and there is no
 * memory.
 *
 * @param cpuSeconds since each process started
 * @param ownCpuSeconds those of the process itself, without its children
 * @param residentBytes empty where the system does not tell
 */
record ProcessUsage(double cpuSeconds, double ownCpuSeconds, OptionalLong residentBytes) {
  private static final Path PROC = Path.of("/proc");

  /** Whether the time of children that have ended is part of it. */
  boolean countsEnded() {
    return residentBytes.isPresent();
  }

  /** Empty where the process has ended. */
  static Optional<ProcessUsage> of(ProcessHandle root) {
    if (!root.isAlive()) {
      return Optional.empty();
    }
    var all = Stream.concat(Stream.of(root), root.descendants()).toList();
    return Optional.of(
        Files.isDirectory(PROC.resolve("self")) ? fromProc(root, all) : fromHandles(all));
  }

  private static ProcessUsage fromProc(ProcessHandle root, List<ProcessHandle> all) {
    long ticks = 0;
    long ownTicks = 0;
    long anonymous = 0;
    long file = 0;
    long shared = 0;
    for (var process : all) {
      try {
        var folder = PROC.resolve(Long.toString(process.pid()));
        var stat = ProcStat.parse(Files.readString(folder.resolve("stat")));
        // A middle process's ended children would be counted again once it ends itself: only the
        // root's count.
        ticks += stat.ownTicks() + (process.equals(root) ? stat.endedChildrenTicks() : 0);
        ownTicks += process.equals(root) ? stat.ownTicks() : 0;
        var status = ProcStatus.parse(Files.readString(folder.resolve("status")));
        anonymous += status.anonymous();
        file = Math.max(file, status.file());
        shared = Math.max(shared, status.shared());
      } catch (IOException e) {
        // Ended since it was listed: its time is in its parent's from now on.
        continue;
      }
    }
    return new ProcessUsage(
        ticks * ProcStat.TICK_SECONDS,
        ownTicks * ProcStat.TICK_SECONDS,
        OptionalLong.of(anonymous + file + shared));
  }

  private static ProcessUsage fromHandles(List<ProcessHandle> all) {
    var nanos = all.stream().mapToLong(ProcessUsage::nanos).sum();
    return new ProcessUsage(nanos / 1e9, nanos(all.getFirst()) / 1e9, OptionalLong.empty());
  }

  private static long nanos(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }
}
