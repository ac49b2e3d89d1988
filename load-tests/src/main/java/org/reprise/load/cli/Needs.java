package org.reprise.load.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.reprise.load.stack.EnvironmentException;

/**
 * What a run will take.
 *
 * @param wall about how long
 * @param diskBytes at most at any time, where results go and PostgreSQL has its data
 * @param memoryBytes of all processes together, at most
 */
record Needs(Duration wall, long diskBytes, long memoryBytes) {
  private static final long MIB = 1024L * 1024;

  /**
   * Compares with what is free.
   *
   * @throws EnvironmentException where it cannot fit, saying what to do
   */
  void requireRoom(Path results) throws IOException {
    var disk = freeDisk(results);
    if (disk < diskBytes) {
      throw new EnvironmentException(
          "the run needs up to %,d MiB of disk and %s has %,d MiB free: make room, or take a smaller --profile"
              .formatted(diskBytes / MIB, results, disk / MIB));
    }
    var memory = freeMemory();
    if (memory < memoryBytes) {
      throw new EnvironmentException(
          ("the run needs up to %,d MiB of memory and %,d MiB are free: end other programs, or measure a"
                  + " service that runs elsewhere (--target)")
              .formatted(memoryBytes / MIB, memory / MIB));
    }
  }

  String text() {
    return "about %d min %02d s of wall time, up to %,d MiB of disk and %,d MiB of memory"
        .formatted(wall.toMinutes(), wall.toSecondsPart(), diskBytes / MIB, memoryBytes / MIB);
  }

  static long freeDisk(Path folder) throws IOException {
    var existing = folder.toAbsolutePath();
    while (!Files.isDirectory(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    FileStore store = Files.getFileStore(existing);
    return store.getUsableSpace();
  }

  /** What programs could still use, caches that the system would give up included. */
  static long freeMemory() throws IOException {
    var meminfo = Path.of("/proc/meminfo");
    if (Files.isReadable(meminfo)) {
      try (var lines = Files.lines(meminfo)) {
        var available = lines.filter(line -> line.startsWith("MemAvailable:")).findFirst();
        if (available.isPresent()) {
          return Long.parseLong(available.get().replaceAll("\\D", "")) * 1024;
        }
      }
    }
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getFreeMemorySize();
  }
}
