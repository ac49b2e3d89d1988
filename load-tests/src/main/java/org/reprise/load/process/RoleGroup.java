package org.reprise.load.process;

import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import org.reprise.load.measure.Throttling;

/** The processes of one role, which share one limit. What they start belongs to it, too. */
interface RoleGroup {
  /** What {@link Way#endScript} knows it by. */
  String handle();

  /** What a command must begin with, so that its process is inside from its first instruction. */
  List<String> prefix();

  /**
   * Limits all of them together, at once.
   *
   * @param cores empty for no limit
   * @throws IOException where the system refuses
   */
  void limit(OptionalDouble cores) throws IOException;

  /**
   * What the kernel has counted since the group was made.
   *
   * @throws IOException where it cannot be read
   */
  Throttling throttling() throws IOException;

  /** Takes the group away, once its processes have ended. */
  void remove();
}
