package org.reprise.load.measure;

import java.io.IOException;

/** A run of one report's measurement against a target that serves. */
public interface Suite extends AutoCloseable {
  /**
   * Runs to the end.
   *
   * @throws InterruptedException where the thread was interrupted; {@link #measured} has what was
   *     measured until then
   */
  void run() throws IOException, InterruptedException;

  /** Everything measured so far, for the judge. */
  Measured measured();

  /** Notes why the run as a whole says nothing. */
  void invalid(String reason);

  /** Stops watching. */
  @Override
  void close();
}
