package org.reprise.ebms.agreement;

import java.time.Duration;

/**
 * How a message is sent again until it is acknowledged.
 *
 * @param retries how often, after the first time
 * @param retryInterval how long to wait between; zero where nothing is agreed
 * @param persistDuration how long the receiver knows a message it has had
 */
public record Reliability(int retries, Duration retryInterval, Duration persistDuration) {
  /** What holds where an agreement says nothing: no retries, five days of memory. */
  public static final Reliability NONE = new Reliability(0, Duration.ZERO, Duration.ofDays(5));

  // As long as an answer may take where nothing is agreed.
  private static final Duration NOT_AGREED = Duration.ofMinutes(5);

  /** How long the sender sends and waits for an acknowledgment. */
  public Duration senderWaits() {
    return retryInterval.isZero() ? NOT_AGREED : retryInterval.multipliedBy(retries + 1L);
  }
}
