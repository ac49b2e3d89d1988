package org.reprise.cps.fault;

/**
 * A request that cannot be carried out. Nothing of it was stored.
 *
 * <p>The kinds differ in what the caller can do: correct the request, ask for other data, resolve a
 * conflict with what is stored, or try again later. Each feature extends them with exceptions of
 * its own.
 */
public abstract sealed class CpsException extends RuntimeException
    permits InvalidRequest, Missing, AlreadyDefined, InUse, Busy {
  // A message may quote what was sent, which may be long.
  private static final int MAX_DETAILS = 4_000;

  private final String details;

  CpsException(String message, String details) {
    super(message);
    this.details = Excerpt.of(details, MAX_DETAILS);
  }

  /** What was wrong and where, in a sentence for the caller. */
  public final String details() {
    return details;
  }
}
