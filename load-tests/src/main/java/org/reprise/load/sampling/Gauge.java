package org.reprise.load.sampling;

import java.util.OptionalDouble;

/** A number of bytes that can be read at any time, heap or database size for example. */
@FunctionalInterface
public interface Gauge extends AutoCloseable {
  /**
   * Reads it now.
   *
   * @return empty where there is none at the moment
   * @throws Exception where it cannot be read; the sample is left out
   */
  OptionalDouble read() throws Exception;

  @Override
  default void close() throws Exception {}
}
