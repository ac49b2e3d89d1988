package org.reprise.localstack.process;

import org.jspecify.annotations.Nullable;

/**
 * A local server could not be prepared, started or stopped. The message says what failed, where,
 * and what to do about it; it is meant to be shown to the person at the terminal as it is.
 */
public class LocalStackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception without a cause. */
  public LocalStackException(String message) {
    super(message);
  }

  /** An exception with its cause, if any. */
  public LocalStackException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
