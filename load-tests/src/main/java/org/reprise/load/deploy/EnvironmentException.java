package org.reprise.load.deploy;

/** The machine lacks something that a command needs; the message says what to do about it. */
public final class EnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    super(message);
  }

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
