package org.reprise.load.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.reprise.load.engine.Outcome;

/**
 * What a process has had read from devices and written to them, bytes (proc(5), {@code
 * /proc/PID/io}): what the page cache answers is no read.
 */
record DeviceUse(long at, long reads, long writes) {
  /** Returns the use until now; empty where the system does not tell it. */
  static Optional<DeviceUse> of(ProcessHandle process) {
    try {
      var io = Files.readString(Path.of("/proc", "" + process.pid(), "io"));
      return Optional.of(
          new DeviceUse(System.nanoTime(), bytes(io, "read_bytes: "), bytes(io, "write_bytes: ")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static long bytes(String io, String key) {
    return io.lines()
        .filter(it -> it.startsWith(key))
        .mapToLong(it -> Long.parseLong(it.substring(key.length())))
        .sum();
  }

  /** Adds MiB a second that were read and written since {@code before}. */
  void record(DeviceUse before, String experiment, Outcome outcome) {
    var scale = 0x1p20 * (at - before.at) / 1e9;
    outcome.quantity("disk-reads." + experiment, (reads - before.reads) / scale);
    outcome.quantity("disk-writes." + experiment, (writes - before.writes) / scale);
  }
}
