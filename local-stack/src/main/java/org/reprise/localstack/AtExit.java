package org.reprise.localstack;

import java.util.ArrayList;
import java.util.List;

/** Closes what is still open when the JVM ends, the newest first. */
final class AtExit {
  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(AtExit::closeAll, "local-stack at exit"));
  }

  private AtExit() {}

  /**
   * Registers something to close.
   *
   * @throws LocalStackException when the JVM is already ending: nothing new may be started then
   */
  static synchronized void add(AutoCloseable closeable) {
    if (ending) {
      throw new LocalStackException("nothing is started while the JVM ends");
    }
    OPEN.add(closeable);
  }

  static synchronized void remove(AutoCloseable closeable) {
    OPEN.removeIf(open -> open == closeable);
  }

  private static synchronized List<AutoCloseable> end() {
    ending = true;
    return List.copyOf(OPEN).reversed();
  }

  // Lets go of the lock before closing: what is closed removes itself.
  private static void closeAll() {
    for (AutoCloseable closeable : end()) {
      try {
        closeable.close();
      } catch (Exception e) {
        System.err.println("At exit: " + e.getMessage());
      }
    }
  }
}
