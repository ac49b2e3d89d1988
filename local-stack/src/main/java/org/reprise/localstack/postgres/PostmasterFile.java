package org.reprise.localstack.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reprise.localstack.process.LocalStackException;

/**
 * PostgreSQL's own {@code postmaster.pid}, in which the server says how far its start is. The lines
 * are those of {@code miscadmin.h}: 1 pid, 4 port, 8 status.
 *
 * @param pid the postmaster's
 * @param port where it listens
 * @param ready whether it accepts connections, a standby for reading
 */
record PostmasterFile(long pid, int port, boolean ready) {
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;

  /** Reads the file; empty when there is none or the server has not written all of it yet. */
  static Optional<PostmasterFile> read(Path data) {
    try {
      List<String> lines = Files.readAllLines(file(data));
      if (lines.size() <= STATUS_LINE) {
        return Optional.empty();
      }
      return Optional.of(
          new PostmasterFile(
              Long.parseLong(lines.getFirst().strip()),
              Integer.parseInt(lines.get(PORT_LINE).strip()),
              lines.get(STATUS_LINE).strip().equals("ready")));
    } catch (IOException | NumberFormatException unfinished) {
      return Optional.empty();
    }
  }

  /**
   * Deals with the file of a killed server whose pid some other process has by now, for which
   * PostgreSQL would refuse to start. PostgreSQL ignores the pid of its parent: with this JVM's pid
   * in it the file no longer stands in the way, while the shared memory that it names is still
   * checked for backends of the killed server. (Deleting the file would give up that check.)
   */
  static void releaseReusedPid(Path data) {
    Path file = file(data);
    try {
      if (!Files.exists(file)) {
        return;
      }
      List<String> lines = new ArrayList<>(Files.readAllLines(file));
      long pid = lines.isEmpty() ? 0 : Long.parseLong(lines.getFirst().strip());
      if (ProcessHandle.of(pid).isEmpty()) {
        return;
      }
      requireStranger(pid, data);
      lines.set(0, Long.toString(ProcessHandle.current().pid()));
      Files.write(file, lines);
    } catch (IOException | NumberFormatException e) {
      throw new LocalStackException("cannot make sense of " + file + ": " + e, e);
    }
  }

  private static void requireStranger(long pid, Path data) {
    String command =
        ProcessHandle.of(pid).flatMap(handle -> handle.info().commandLine()).orElse("");
    if (command.contains("postgres") && (command.contains(data.toString()) || worksIn(pid, data))) {
      throw new LocalStackException(
          data + " is in use by a PostgreSQL (pid " + pid + ") that something else started");
    }
  }

  private static boolean worksIn(long pid, Path data) {
    try {
      return Files.isSameFile(Path.of("/proc", Long.toString(pid), "cwd"), data);
    } catch (IOException unknown) {
      return false;
    }
  }

  private static Path file(Path data) {
    return data.resolve("postmaster.pid");
  }
}
