package org.reprise.ebms.message;

import java.time.Instant;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.MessageHeader;

/**
 * A business message as it is kept.
 *
 * @param id of its row; later ones have larger ones
 * @param copy from 1; a received message that did not ask to be delivered once has one for each
 *     time it came
 * @param createdAt when it was received, or given to be sent
 * @param resentAs the message as which it was sent again
 */
public record Message(
    long id,
    int copy,
    MessageHeader header,
    State state,
    @Nullable String detail,
    int attempts,
    Instant createdAt,
    Instant changedAt,
    @Nullable String resentAs) {
  /**
   * Returns whether a message comes from the party to which this one was sent. A party may name
   * more of its identifiers than this message does.
   */
  boolean isAnsweredBy(MessageHeader answer) {
    return header.cpaId().equals(answer.cpaId())
        && !Collections.disjoint(header.to().ids(), answer.from().ids())
        && !Collections.disjoint(header.from().ids(), answer.to().ids());
  }

  public enum Direction {
    OUT,
    IN
  }

  public enum State {
    /** To be sent, or to be acknowledged. */
    PENDING,
    /** Acknowledged; where no acknowledgment was asked for, taken by the partner. */
    DELIVERED,
    /** Refused by the partner, or not acknowledged after all retries. */
    FAILED,
    EXPIRED,
    /** Received, and not taken by an application yet. */
    RECEIVED,
    PROCESSED
  }

  /**
   * A payload as it is kept.
   *
   * @param contentId without angle brackets
   * @param contentType as it was given, empty where it was not
   * @param role what it is for, as the Manifest says
   * @param encrypted whether the content is kept as it was encrypted for the receiver
   */
  public record StoredPayload(
      long id,
      String contentId,
      String contentType,
      @Nullable String role,
      long size,
      boolean encrypted) {}
}
