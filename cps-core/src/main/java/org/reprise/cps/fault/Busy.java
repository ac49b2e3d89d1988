package org.reprise.cps.fault;

/** The service has too much to do for this request now: HTTP 503. */
public non-sealed class Busy extends CpsException {
  public Busy(String message, String details) {
    super(message, details);
  }

  /** Returns that payloads and uploads of other requests fill the memory that there is for them. */
  public static Busy memory() {
    return new Busy(
        "Memory for payloads is taken",
        "The payloads of other requests fill the memory that there is for them"
            + " (reprise.cps.write.budget); nothing was stored. Try again.");
  }
}
