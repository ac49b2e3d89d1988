package org.reprise.load.engine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reprise.localstack.process.StackDirectories;

/** What a run takes at most, on disk with the data of PostgreSQL. */
public record Needs(long seconds, long diskMiB, long memoryMiB) {
  private static final long MIB = 1024L * 1024;

  /** Where a durable write costs nothing, and what to do; empty where it costs what it should. */
  static Optional<String> memoryForDisk(Path data) throws IOException {
    var type = fileSystem(data).type();
    return List.of("tmpfs", "ramfs").contains(type)
        ? Optional.of(
            "its databases on disk, and %s is in memory (%s): set %s to a folder on disk"
                .formatted(data, type, StackDirectories.VARIABLE))
        : Optional.empty();
  }

  /** What there is too little of, and what to do; empty where it fits. */
  public Optional<String> lacking(Path results) throws IOException {
    for (var folder : List.of(results, StackDirectories.ofCurrentUser().run())) {
      var disk = freeDisk(folder);
      if (disk / MIB < diskMiB) {
        return Optional.of(
            "up to %,d MiB of disk and %s has %,d MiB free: make room, or take a smaller --profile"
                .formatted(diskMiB, folder, disk / MIB));
      }
    }
    var memory = FreeMemory.here().bytes();
    return memory / MIB >= memoryMiB
        ? Optional.empty()
        : Optional.of(
            ("up to %,d MiB of memory and %,d MiB are free: end other programs, or measure a"
                    + " service that runs elsewhere (--target)")
                .formatted(memoryMiB, memory / MIB));
  }

  public String text() {
    return "up to %d min %02d s of wall time, %,d MiB of disk and %,d MiB of memory"
        .formatted(seconds / 60, seconds % 60, diskMiB, memoryMiB);
  }

  public static long freeDisk(Path folder) throws IOException {
    return fileSystem(folder).getUsableSpace();
  }

  public static FileStore fileSystem(Path folder) throws IOException {
    var existing = folder.toAbsolutePath();
    while (!Files.isDirectory(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return Files.getFileStore(existing);
  }

  /**
   * What programs could still use, caches that the system would give up included: of the machine,
   * or of the control groups that bound this process, whichever is less.
   */
  public record FreeMemory(Path proc, Path groups) {
    public static FreeMemory here() {
      return new FreeMemory(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    public long bytes() throws IOException {
      var least = 1024 * sum(proc.resolve("meminfo"), "MemAvailable: +(\\d+) kB");
      if (least == 0) {
        var system = ManagementFactory.getOperatingSystemMXBean();
        least = ((com.sun.management.OperatingSystemMXBean) system).getFreeMemorySize();
      }
      var memberships = proc.resolve("self/cgroup");
      for (var line :
          Files.isReadable(memberships) ? Files.readAllLines(memberships) : List.<String>of()) {
        var fields = line.split(":", 3);
        if (fields.length == 3 && fields[1].isEmpty()) {
          least = Math.min(least, ofGroup(groups, fields[2], "memory.max", "memory.current", ""));
        } else if (fields.length == 3 && List.of(fields[1].split(",")).contains("memory")) {
          var top = groups.resolve("memory");
          var limit = "memory.limit_in_bytes";
          least =
              Math.min(least, ofGroup(top, fields[2], limit, "memory.usage_in_bytes", "total_"));
        }
      }
      return Math.max(0, least);
    }

    /**
     * Every group above bounds it, too. In a container only the container's own can be seen.
     *
     * @param hierarchy prefix of the counts that include the groups below: version 1 has both
     */
    private static long ofGroup(Path top, String path, String limit, String usage, String hierarchy)
        throws IOException {
      long least = Long.MAX_VALUE;
      @Nullable Path group = top.resolve(path.replaceFirst("^/+", "")).normalize();
      while (group != null && group.startsWith(top)) {
        var bound = sum(group.resolve(limit), "(\\d{1,18})\\s*");
        if (bound > 0) {
          var caches = sum(group.resolve("memory.stat"), hierarchy + "(?:in)?active_file (\\d+)");
          least = Math.min(least, bound - sum(group.resolve(usage), "(\\d+)\\s*") + caches);
        }
        group = group.getParent();
      }
      return least;
    }

    private static long sum(Path file, String line) throws IOException {
      if (!Files.isReadable(file)) {
        return 0;
      }
      var pattern = Pattern.compile(line);
      try (var lines = Files.lines(file)) {
        return lines
            .map(pattern::matcher)
            .filter(Matcher::matches)
            .mapToLong(it -> Long.parseLong(it.group(1)))
            .sum();
      }
    }
  }
}
