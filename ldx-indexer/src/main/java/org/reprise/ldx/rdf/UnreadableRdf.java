package org.reprise.ldx.rdf;

import org.jspecify.annotations.Nullable;

/** A document that is malformed, or exceeds a limit. */
public final class UnreadableRdf extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean tooLarge;

  UnreadableRdf(String message, Throwable cause) {
    this(message, cause, false);
  }

  /** A document that is RDF, but not of the expected kind. */
  public UnreadableRdf(String message) {
    this(message, null, false);
  }

  private UnreadableRdf(String message, @Nullable Throwable cause, boolean tooLarge) {
    super(message, cause);
    this.tooLarge = tooLarge;
  }

  static UnreadableRdf tooLarge(String message) {
    return new UnreadableRdf(message, null, true);
  }

  /** Returns whether it exceeds a limit. */
  public boolean isTooLarge() {
    return tooLarge;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
