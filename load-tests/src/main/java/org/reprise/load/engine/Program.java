package org.reprise.load.engine;

/**
 * A program that a run starts, with what it takes at most on two cores.
 *
 * @param memoryMiB of all its processes together
 * @param startSeconds about how long until it serves; 0 for one that is started together with the
 *     one before it
 * @param diskMiB without what is measured
 */
public record Program(int memoryMiB, int startSeconds, int diskMiB) {
  /** This command, which looks at the machine first; the programs that it unpacks, results. */
  static final Program COMMAND = new Program(350, 2, 50);

  /** What sends the load. */
  static final Program GENERATOR = new Program(600, 0, 0);

  /** A program that keeps nothing on disk. */
  public Program(int memoryMiB, int startSeconds) {
    this(memoryMiB, startSeconds, 0);
  }
}
