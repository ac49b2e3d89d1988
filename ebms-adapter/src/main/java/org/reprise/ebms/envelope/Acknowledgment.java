package org.reprise.ebms.envelope;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message was received.
 *
 * @param timestamp when
 * @param refToMessageId which message
 * @param from who says so, where that is not the message's sender
 * @param forSender whether it is addressed to the one who sent the message; else it is for a
 *     message handler on the way, and says nothing about the receiver
 * @param references what the message's signature says was signed; empty where it had none
 */
public record Acknowledgment(
    Instant timestamp,
    String refToMessageId,
    @Nullable Party from,
    boolean forSender,
    List<SignedReference> references) {
  /** Copies; refuses an empty identifier. */
  public Acknowledgment {
    Required.text(refToMessageId, "RefToMessageId");
    references = List.copyOf(references);
  }

  /** Of a message without signature. */
  public Acknowledgment(Instant timestamp, String refToMessageId, @Nullable Party from) {
    this(timestamp, refToMessageId, from, true, List.of());
  }
}
