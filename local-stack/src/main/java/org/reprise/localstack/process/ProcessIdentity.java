package org.reprise.localstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * One process, told apart from a later one that was given the same pid.
 *
 * <p>{@link ProcessHandle}'s start instant on Linux is the kernel's start tick put on top of a boot
 * time that moves with the clock, so that two JVMs may read different instants of one process. So
 * on Linux the tick itself is taken, together with the id of the boot that it counts from;
 * elsewhere the instant.
 *
 * @param pid the process id
 * @param started when it started, in a form that is only compared
 */
public record ProcessIdentity(long pid, String started) {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final int STATE = 0;
  private static final int START_TICK = 19; // field 22 of proc(5), counted behind the command

  /**
   * Returns the process that has this pid now; empty when there is none or only its exit code is
   * left.
   */
  public static Optional<ProcessIdentity> of(long pid) {
    if (Files.exists(BOOT_ID)) {
      return fromProc(pid);
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> handle.info().startInstant())
        .map(Instant::toString)
        .map(instant -> new ProcessIdentity(pid, instant));
  }

  static ProcessIdentity ofThisJvm() {
    return of(ProcessHandle.current().pid()).orElseThrow();
  }

  /** Returns whether the process runs. */
  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }

  /** A handle on this process, never on a later one with its pid. */
  Optional<ProcessHandle> handle() {
    return isAlive() ? ProcessHandle.of(pid) : Optional.empty();
  }

  private static Optional<ProcessIdentity> fromProc(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      if (fields[STATE].equals("Z") || fields[STATE].equals("X")) {
        return Optional.empty();
      }
      String boot = Files.readString(BOOT_ID).strip();
      return Optional.of(new ProcessIdentity(pid, boot + "/" + fields[START_TICK]));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
