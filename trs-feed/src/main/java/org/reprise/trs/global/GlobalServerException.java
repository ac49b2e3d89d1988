package org.reprise.trs.global;

/** Why the server of global configurations gave no answer that could be used. */
public final class GlobalServerException extends Exception {
  private static final long serialVersionUID = 1;

  public enum Kind {
    /** It is not there, or its circuit is open. */
    UNAVAILABLE,
    /** It is there, and did not answer in time. */
    TIMEOUT,
    /** Its answer cannot be used. */
    INVALID
  }

  private final Kind kind;

  GlobalServerException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the reason as a sentence for the caller. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
