package org.reprise.ldx.rdf;

/** A document that is malformed, or exceeds a limit. */
public class UnreadableRdf extends Exception {
  private static final long serialVersionUID = 1;

  /** A document that exceeds a limit. */
  public static final class TooLarge extends UnreadableRdf {
    private static final long serialVersionUID = 1;

    TooLarge(String message) {
      super(message);
    }
  }

  UnreadableRdf(String message, Throwable cause) {
    super(message, cause);
  }

  /** A document that is RDF, but not of the expected kind. */
  public UnreadableRdf(String message) {
    super(message);
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
