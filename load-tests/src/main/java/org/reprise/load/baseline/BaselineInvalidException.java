package org.reprise.load.baseline;

/**
 * A baseline file cannot be used; the message names the file, the place in it and what is wrong
 * there.
 */
public final class BaselineInvalidException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BaselineInvalidException(String file, String place, String what) {
    super("%s, %s: %s".formatted(file, place, what));
  }
}
