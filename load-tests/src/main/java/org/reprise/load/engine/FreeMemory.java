package org.reprise.load.engine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What programs could still use, caches that the system would give up included: of the machine, or
 * of the control groups that bound this process, whichever is less.
 *
 * @param proc where the kernel tells of processes
 * @param groups where it tells of control groups, of either version
 */
public record FreeMemory(Path proc, Path groups) {
  private static final Set<String> CACHES =
      Set.of("inactive_file", "active_file", "total_inactive_file", "total_active_file");

  public static FreeMemory here() {
    return new FreeMemory(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
  }

  /** Bytes. */
  public long bytes() throws IOException {
    return Math.min(ofMachine(), ofGroups());
  }

  private long ofMachine() throws IOException {
    var meminfo = proc.resolve("meminfo");
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

  private long ofGroups() throws IOException {
    var file = proc.resolve("self/cgroup");
    if (!Files.isReadable(file)) {
      return Long.MAX_VALUE;
    }
    long least = Long.MAX_VALUE;
    for (var line : Files.readAllLines(file)) {
      var fields = line.split(":", 3);
      if (fields.length == 3 && fields[1].isEmpty()) {
        least = Math.min(least, ofGroup(groups, fields[2], "memory.max", "memory.current"));
      } else if (fields.length == 3 && List.of(fields[1].split(",")).contains("memory")) {
        least =
            Math.min(
                least,
                ofGroup(
                    groups.resolve("memory"),
                    fields[2],
                    "memory.limit_in_bytes",
                    "memory.usage_in_bytes"));
      }
    }
    return least;
  }

  /** Every group above bounds it, too. In a container only the container's own can be seen. */
  private static long ofGroup(Path top, String path, String limitFile, String usageFile)
      throws IOException {
    long least = Long.MAX_VALUE;
    @Nullable Path group = top.resolve(path.replaceFirst("^/+", "")).normalize();
    while (group != null && group.startsWith(top)) {
      var limit = number(group.resolve(limitFile));
      var used = number(group.resolve(usageFile));
      if (limit.isPresent() && used.isPresent()) {
        least = Math.min(least, limit.getAsLong() - used.getAsLong() + caches(group));
      }
      group = group.getParent();
    }
    return Math.max(0, least);
  }

  private static OptionalLong number(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      return OptionalLong.empty();
    }
    var text = Files.readString(file).strip();
    return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  private static long caches(Path group) throws IOException {
    var file = group.resolve("memory.stat");
    if (!Files.isReadable(file)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(file)) {
      var values =
          lines
              .map(line -> line.split(" "))
              .filter(fields -> fields.length == 2 && CACHES.contains(fields[0]))
              .toList();
      // Version 1 tells of the group alone and, with "total_", of those below it as well.
      var totals = values.stream().filter(fields -> fields[0].startsWith("total_")).toList();
      return (totals.isEmpty() ? values : totals)
          .stream().mapToLong(fields -> Long.parseLong(fields[1])).sum();
    }
  }
}
