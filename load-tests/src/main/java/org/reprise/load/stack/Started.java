package org.reprise.load.stack;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * What a target has started. It is ended in the opposite order, each part whatever becomes of the
 * others. Safe for any number of threads.
 */
public final class Started implements AutoCloseable {
  private final Deque<AutoCloseable> parts = new ConcurrentLinkedDeque<>();

  /** Adds a part; it is returned. */
  public <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        // What is left of a process that does not end is found by the next command.
        continue;
      }
    }
  }
}
