package org.reprise.ebms.send;

import java.net.URI;
import java.time.Duration;

/**
 * A partner's queue has no room, or its circuit breaker is open. Has no stack trace: under load it
 * is thrown often, and says nothing about the code that throws it.
 */
public final class PartnerUnavailable extends Exception {
  private static final long serialVersionUID = 1L;
  private final Duration retryAfter;

  PartnerUnavailable(URI endpoint, String why, Duration retryAfter) {
    super("Messages to %s cannot be taken now: %s".formatted(endpoint, why), null, false, false);
    this.retryAfter = retryAfter;
  }

  /** When it may be worth another try. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
