package org.reprise.localstack;

import org.jspecify.annotations.Nullable;

/**
 * A local server could not be prepared, started or stopped. The message says what failed, where,
 * and what to do about it; it is meant to be shown to the person at the terminal as it is.
 */
public class LocalStackException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LocalStackException(String message) {
    super(message);
  }

  LocalStackException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
