package org.reprise.ldx.rdf;

import org.jspecify.annotations.Nullable;

/** A document that is not RDF of its format, or has more than the reader takes. */
public final class UnreadableRdf extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean tooLarge;

  UnreadableRdf(String message, Throwable cause) {
    this(message, cause, false);
  }

  /** A document that is RDF, but not what it should be. */
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

  /** Returns whether it was not read because it has too much. */
  public boolean isTooLarge() {
    return tooLarge;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
