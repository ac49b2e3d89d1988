package org.reprise.load.run;

/** A run cannot be read; the message says which file and why. */
public final class RunUnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunUnreadableException(String message) {
    super(message);
  }

  RunUnreadableException(String message, Throwable cause) {
    super(message, cause);
  }
}
