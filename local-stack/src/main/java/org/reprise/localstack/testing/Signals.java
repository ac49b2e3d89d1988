package org.reprise.localstack.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reprise.localstack.postgres.LocalPostgres;
import org.reprise.localstack.process.Programs;
import org.reprise.localstack.process.Waiting;

/** Stops processes and lets them continue, as {@code kill} does; their connections stay open. */
public final class Signals {
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private Signals() {}

  /** Stops all processes of a server. */
  public static void stop(LocalPostgres server) {
    stop(server.pid());
  }

  /** Lets all processes of a server continue. */
  public static void resume(LocalPostgres server) {
    resume(server.pid());
  }

  /** Stops a process with its descendants: the parent first, for it begins new ones. */
  public static void stop(long pid) {
    List<Long> parent = List.of(pid);
    send("STOP", parent);
    awaitStopped(parent);
    List<Long> children = children(pid);
    send("STOP", children);
    awaitStopped(children);
  }

  /** Lets a process with its descendants continue. */
  public static void resume(long pid) {
    send("CONT", List.of(pid));
    send("CONT", children(pid));
  }

  private static List<Long> children(long pid) {
    return ProcessHandle.of(pid).orElseThrow().descendants().map(ProcessHandle::pid).toList();
  }

  // Java knows SIGTERM and SIGKILL only; kill is built into every POSIX shell. One of several
  // processes may have ended by itself since they were listed.
  private static void send(String signal, List<Long> pids) {
    String all = pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
    Programs.run(List.of("/bin/sh", "-c", "kill -s %s %s".formatted(signal, all)));
  }

  // The kernel stops the threads after kill has returned: up to 44 ms later, seen with 8 busy
  // processes on 2 cores, and one of them may have finished what a test means to interrupt.
  private static void awaitStopped(List<Long> pids) {
    Waiting.require("the stop of " + pids, LIMIT, () -> pids.stream().allMatch(Signals::isStopped));
  }

  private static boolean isStopped(long pid) {
    Path threads = Path.of("/proc", Long.toString(pid), "task");
    try (Stream<Path> each = Files.list(threads)) {
      return each.allMatch(thread -> isStopped(thread.resolve("stat")));
    } catch (IOException e) {
      // It has ended, or the system has no such files.
      return true;
    }
  }

  // proc_pid_stat(5): the state follows the name, which is in parentheses.
  private static boolean isStopped(Path stat) {
    try {
      String line = Files.readString(stat);
      return "TZX".indexOf(line.charAt(line.lastIndexOf(')') + 2)) >= 0;
    } catch (IOException e) {
      return true;
    }
  }
}
