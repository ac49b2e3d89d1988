package org.reprise.cps.data;

/** Where the reads of all callers take their memory from. */
@FunctionalInterface
public interface ReadBudget {
  /** For a library, which cannot know how long its caller keeps what was read. */
  ReadBudget UNLIMITED = bytes -> true;

  /**
   * Takes bytes for the caller's read until the caller is done with it.
   *
   * @return false where other reads leave no room for them
   */
  boolean take(long bytes);
}
