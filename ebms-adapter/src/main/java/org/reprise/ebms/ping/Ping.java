package org.reprise.ebms.ping;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Ping of ours.
 *
 * @param cpaId by which agreement
 * @param fromPartyId who asks
 * @param toPartyId who is asked
 * @param state how far it is
 * @param sentAt when it was asked for
 * @param answeredAt when the Pong came
 * @param detail why it failed
 */
public record Ping(
    String messageId,
    String cpaId,
    String fromPartyId,
    String toPartyId,
    State state,
    Instant sentAt,
    @Nullable Instant answeredAt,
    @Nullable String detail) {
  public enum State {
    /** On its way, or with the partner. */
    SENT,
    ANSWERED,
    /** It could not be delivered, the partner found it wrong, or no Pong came in time. */
    FAILED
  }
}
