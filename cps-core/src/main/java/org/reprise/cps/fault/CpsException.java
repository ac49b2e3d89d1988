package org.reprise.cps.fault;

/**
 * A request that cannot be carried out. Nothing of it was stored.
 *
 * <p>The three kinds differ in what the caller can do: correct the request, ask for other data, or
 * resolve a conflict with what is stored. Each feature extends them with exceptions of its own.
 */
public abstract sealed class CpsException extends RuntimeException
    permits InvalidRequest, Missing, Conflict {
  private final String details;

  CpsException(String message, String details) {
    super(message);
    this.details = details;
  }

  /** What was wrong and where, in a sentence for the caller. */
  public final String details() {
    return details;
  }
}
