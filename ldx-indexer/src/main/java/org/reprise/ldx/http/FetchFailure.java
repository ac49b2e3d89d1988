package org.reprise.ldx.http;

/** A document that was not got, and why. */
public final class FetchFailure extends Exception {
  private static final long serialVersionUID = 1;

  public enum Kind {
    /** The server cannot be reached, is late, or says that it cannot answer (502, 503, 504). */
    UNAVAILABLE,

    /** The server answers with an error of its own, or what is no HTTP: it may pass. */
    SERVER,

    /** The server refuses our credentials (401). */
    CREDENTIALS,

    /** The server does not let us have this document (403); it may let us have others. */
    FORBIDDEN,

    /** The server answers, and what it says cannot be used. */
    DOCUMENT,

    /** There is no such document (404, 410). */
    GONE,

    /** The document can be read, and is not one of the sort that was asked for. */
    UNUSABLE
  }

  private final Kind kind;

  /** Returns why a document was not got, in a sentence. */
  public FetchFailure(Kind kind, String reason) {
    super(reason);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /**
   * Returns whether it says that the server is in trouble, rather than its caller or this document.
   * One address of a server that works can have such failures, too, but for {@code UNAVAILABLE}.
   */
  public boolean isOfServer() {
    return kind == Kind.UNAVAILABLE || kind == Kind.SERVER || kind == Kind.CREDENTIALS;
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
