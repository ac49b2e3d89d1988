package org.reprise.ebms.envelope;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message was received.
 *
 * @param timestamp when
 * @param refToMessageId which message
 * @param from who says so, where that is not the message's sender
 */
public record Acknowledgment(Instant timestamp, String refToMessageId, @Nullable Party from) {
  /** Refuses an empty identifier. */
  public Acknowledgment {
    Required.text(refToMessageId, "RefToMessageId");
  }
}
