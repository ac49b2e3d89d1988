package org.reprise.cps.fault;

/**
 * A request that cannot be carried out. Nothing of it was stored.
 *
 * <p>The three kinds are what a caller can act on: mend the request, look elsewhere, or give way to
 * what is there already. The features extend them with exceptions named for the fact.
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
