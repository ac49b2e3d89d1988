package org.reprise.load.chaos;

import java.io.IOException;

/** Writes that a system acknowledges, and then has to keep whatever dies. */
public interface AcknowledgedWrites extends AutoCloseable {
  /**
   * Writes something new; more than one thread may.
   *
   * @param number no two writes have the same
   * @return the key with which {@link #require} finds it
   * @throws IOException where it was not acknowledged, which does not say that it was not stored
   */
  String write(int number) throws IOException, InterruptedException;

  /**
   * Requires something that was acknowledged.
   *
   * @throws IOException where it is not there, or not whole
   */
  void require(String key) throws IOException, InterruptedException;

  @Override
  void close();
}
