package org.reprise.ldx.rdf;

/** A document that is not RDF of its format, or has more than the reader takes. */
public final class UnreadableRdf extends Exception {
  private static final long serialVersionUID = 1;

  UnreadableRdf(String message, Throwable cause) {
    super(message, cause);
  }

  /** A document that is RDF, but not what it should be. */
  public UnreadableRdf(String message) {
    super(message);
  }

  /** Why, in a sentence without a line break. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
