package org.reprise.localstack.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process and everything that it started, ended together.
 *
 * @param name what the process is, for messages
 * @param head the process
 */
record ProcessFamily(String name, ProcessIdentity head) {
  private static final Duration DESCENDANTS = Duration.ofSeconds(5);
  private static final Duration AFTER_KILL = Duration.ofMinutes(1);

  /** Asks the process to end, and kills what has not ended after the grace. */
  void end(Duration grace, Runnable ask) {
    List<ProcessIdentity> members = new ArrayList<>(descendants());
    if (head.isAlive()) {
      ask.run();
      if (!Waiting.until(grace, () -> !head.isAlive())) {
        members.addAll(descendants());
        killNow(head);
      }
    }
    members.forEach(member -> member.handle().ifPresent(ProcessHandle::destroy));
    Duration rest = grace.compareTo(DESCENDANTS) < 0 ? grace : DESCENDANTS;
    Waiting.until(rest, () -> members.stream().noneMatch(ProcessIdentity::isAlive));
    members.forEach(ProcessFamily::killNow);
    requireEnd();
  }

  void kill() {
    List<ProcessIdentity> members = descendants();
    killNow(head);
    members.forEach(ProcessFamily::killNow);
    requireEnd();
  }

  private static void killNow(ProcessIdentity process) {
    process.handle().ifPresent(ProcessHandle::destroyForcibly);
  }

  private void requireEnd() {
    if (!Waiting.until(AFTER_KILL, () -> !head.isAlive())) {
      throw new LocalStackException(
          name + " (pid " + head.pid() + ") does not end, not even by SIGKILL");
    }
  }

  private List<ProcessIdentity> descendants() {
    return head.handle().stream()
        .flatMap(ProcessHandle::descendants)
        .flatMap(handle -> ProcessIdentity.of(handle.pid()).stream())
        .toList();
  }
}
