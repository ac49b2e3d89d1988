package org.reprise.load.process;

import java.io.IOException;

/** One of the system's means to limit processes. */
interface Way {
  /** As in run.json, for example {@code cgroup-v1}. */
  String name();

  /**
   * Makes a group without a limit.
   *
   * @throws IOException where the system refuses
   */
  RoleGroup group(GroupName name) throws IOException;

  /** Takes away what commands left that were killed; what has processes in it stays. */
  void removeLeft();

  /** The shell command by which what is left in a group ends when the command has ended. */
  String endScript();
}
