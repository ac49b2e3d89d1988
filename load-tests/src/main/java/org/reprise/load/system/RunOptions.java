package org.reprise.load.system;

/** A system's own options of {@code run}, as picocli fills them. */
public interface RunOptions {
  /**
   * What a run will do.
   *
   * @throws IllegalArgumentException where something that was typed is wrong
   */
  PlannedRun plan(RunRequest request);
}
