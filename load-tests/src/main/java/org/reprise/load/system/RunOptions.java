package org.reprise.load.system;

import org.reprise.load.engine.Plan;
import org.reprise.load.engine.RunRequest;

/** A system's own options of {@code run}, as picocli fills them. */
public interface RunOptions {
  /**
   * What a run will do.
   *
   * @throws IllegalArgumentException where something that was typed is wrong
   */
  Plan<?> plan(RunRequest request);
}
