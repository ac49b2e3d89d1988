package org.reprise.ldx.http;

/** A document that was not got, and why. */
public final class FetchFailure extends Exception {
  private static final long serialVersionUID = 1;

  /** Whose fault it is. */
  public enum Kind {
    /** The server does not answer, not in time, or with an error of its own: it may pass. */
    SERVER,

    /** The server refuses our credentials (401). */
    CREDENTIALS,

    /** The server does not let us have this document (403); it may let us have others. */
    FORBIDDEN,

    /** The server answers, and what it says cannot be used. */
    DOCUMENT,

    /** There is no such document (404, 410). */
    GONE
  }

  private final Kind kind;

  /** Why a document was not got, in a sentence. */
  public FetchFailure(Kind kind, String reason) {
    super(reason);
    this.kind = kind;
  }

  /** Whose fault it is. */
  public Kind kind() {
    return kind;
  }

  /** Whether it says that the server itself is in trouble. */
  public boolean isOfServer() {
    return kind == Kind.SERVER || kind == Kind.CREDENTIALS;
  }

  /** Why. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
