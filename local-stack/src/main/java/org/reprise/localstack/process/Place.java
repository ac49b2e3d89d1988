package org.reprise.localstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The scope of a pid: one boot of one machine and, in containers, one namespace of processes.
 * Containers and machines may share a folder with pid files, and none of them can see whether a
 * process of another one lives.
 *
 * @param host the machine's or the container's name
 * @param boot the id of the kernel's boot
 * @param processes the namespace of its pids
 */
record Place(String host, String boot, String processes) {
  private static final Path KERNEL = Path.of("/proc/sys/kernel");
  private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");
  private static final String UNKNOWN = "";
  private static final Place HERE =
      new Place(
          read(KERNEL.resolve("hostname")), read(KERNEL.resolve("random/boot_id")), namespace());

  /** Returns the place of this JVM; what the system does not tell is empty. */
  static Place here() {
    return HERE;
  }

  /**
   * Returns whether its processes cannot be seen from here. After another boot of the machine of
   * this name they can: they are gone.
   */
  boolean isElsewhere() {
    return boot.equals(HERE.boot) ? !processes.equals(HERE.processes) : !host.equals(HERE.host);
  }

  @Override
  public String toString() {
    return "host " + host + ", " + processes;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String namespace() {
    try {
      return Files.readSymbolicLink(NAMESPACE).toString();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
