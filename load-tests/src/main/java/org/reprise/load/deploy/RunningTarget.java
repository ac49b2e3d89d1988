package org.reprise.load.deploy;

/**
 * What a system's run measures, and what belongs to it. Everything that was started ends with it.
 */
public interface RunningTarget extends AutoCloseable {
  /** Returns the services, which serve already. */
  Deployment deployment();

  @Override
  default void close() {
    deployment().close();
  }
}
