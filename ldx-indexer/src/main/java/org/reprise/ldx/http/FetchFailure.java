package org.reprise.ldx.http;

/** A document that could not be fetched, and why. */
public class FetchFailure extends Exception {
  private static final long serialVersionUID = 1;

  public enum Kind {
    /** The server is not reachable, late or overloaded (429, 502, 503, 504), or breaks HTTP. */
    UNAVAILABLE,

    /** The server answers with an internal error (500), which may be transient. */
    SERVER,

    /** The server rejects the credentials (401). */
    CREDENTIALS,

    /**
     * The document is not to be had now: the server answers 403, or 304 without a condition, sends
     * no RDF, as the page of a log-in or of maintenance, or it is of another origin.
     */
    FORBIDDEN,

    /** The response is malformed, too long or not allowed. */
    DOCUMENT,

    /** There is no such document (404, 410). */
    GONE,

    /** The document is readable, but of another kind than expected. */
    UNUSABLE
  }

  /** No request was sent, since the server failed too often. */
  public static final class CircuitOpen extends FetchFailure {
    private static final long serialVersionUID = 1;

    public CircuitOpen(String lastFailure) {
      super(
          Kind.UNAVAILABLE,
          "the server failed too often (the last time: %s); it is asked again later",
          lastFailure);
    }
  }

  private final Kind kind;

  /**
   * A failure with its reason, in a sentence.
   *
   * @param arguments of the reason as a format; without any it is taken as it stands
   */
  public FetchFailure(Kind kind, String reason, Object... arguments) {
    super(arguments.length == 0 ? reason : reason.formatted(arguments));
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
