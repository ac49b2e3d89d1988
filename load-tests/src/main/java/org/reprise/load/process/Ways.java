package org.reprise.load.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Which of the system's means works here: each is tried with a process that does nothing.
 *
 * @param way the first that works; empty where none does
 * @param refused why those before it do not, a line each
 */
record Ways(Optional<Way> way, List<String> refused) {
  private static final long LONGEST_SECONDS = 10;

  /** Makes a way, or says why it cannot be one. */
  private interface Attempt {
    Way make() throws IOException;
  }

  Ways {
    refused = List.copyOf(refused);
  }

  /**
   * Tries them.
   *
   * @param root of the file system; another folder in tests
   */
  static Ways here(Path root) {
    return first(
        List.of("cgroup-v2", "cgroup-v1", "systemd"),
        List.of(
            () -> ControlGroups.second(root),
            () -> ControlGroups.first(root),
            () -> UserSlices.ofThisMachine(root)));
  }

  /** One that tests bring. */
  static Ways of(Way way) {
    return first(List.of(way.name()), List.of(() -> way));
  }

  private static Ways first(List<String> names, List<Attempt> attempts) {
    var refused = new ArrayList<String>();
    for (int i = 0; i < names.size(); i++) {
      try {
        var way = attempts.get(i).make();
        tried(way);
        return new Ways(Optional.of(way), refused);
      } catch (IOException e) {
        refused.add(names.get(i) + ": " + reason(e));
      }
    }
    return new Ways(Optional.empty(), refused);
  }

  private static void tried(Way way) throws IOException {
    way.removeLeft();
    var group = way.group(GroupName.of("trial"));
    try {
      group.limit(OptionalDouble.of(0.5));
      var command = new ArrayList<>(group.prefix());
      command.addAll(List.of("sleep", "0.3"));
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      requireCounted(group, process);
      if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("a process in a group does not end");
      }
      if (process.exitValue() != 0) {
        throw new IOException("a process cannot be started in a group: " + text(process));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      group.remove();
    }
  }

  /** A limit that the kernel does not count is none: the group may lack the controller. */
  private static void requireCounted(RoleGroup group, Process process)
      throws IOException, InterruptedException {
    while (true) {
      try {
        var unused = group.throttling();
        return;
      } catch (IOException e) {
        if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
          throw process.exitValue() == 0 ? e : new IOException(text(process), e);
        }
      }
    }
  }

  private static String text(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.FileSystemException file
        ? "%s of %s".formatted(file.getClass().getSimpleName(), file.getFile())
        : String.valueOf(e.getMessage());
  }
}
