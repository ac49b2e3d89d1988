package org.reprise.load.stack;

/**
 * The machine lacks something that a command needs. The message says what, and what to do about it.
 */
public final class EnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is missing, and what to do. */
  public EnvironmentException(String message) {
    super(message);
  }

  /** What is missing, what to do, and what it came from. */
  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
