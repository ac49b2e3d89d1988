package org.reprise.localstack.process;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Closes what is still open when the JVM ends, the newest first. */
public final class AtExit {
  // By identity, in the order of opening.
  private static final IdentityHashMap<AutoCloseable, Long> OPEN = new IdentityHashMap<>();
  private static long opened;
  private static boolean ending;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(AtExit::closeAll, "local-stack at exit"));
    } catch (IllegalStateException e) {
      // This class is first needed while the JVM ends: nothing is open, and nothing is started now.
      ending = true;
    }
  }

  private AtExit() {}

  /**
   * Registers something to close.
   *
   * @throws LocalStackException when the JVM is already ending: nothing new may be started then
   */
  public static synchronized void add(AutoCloseable closeable) {
    if (ending) {
      throw new LocalStackException("nothing is started while the JVM ends");
    }
    OPEN.put(closeable, opened++);
  }

  /** Returns whether the JVM is ending. */
  static synchronized boolean isEnding() {
    return ending;
  }

  public static synchronized void remove(AutoCloseable closeable) {
    OPEN.remove(closeable);
  }

  private static synchronized List<AutoCloseable> end() {
    ending = true;
    return OPEN.entrySet().stream()
        .sorted(Map.Entry.<AutoCloseable, Long>comparingByValue().reversed())
        .map(Map.Entry::getKey)
        .toList();
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
