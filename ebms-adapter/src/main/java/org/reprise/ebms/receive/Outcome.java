package org.reprise.ebms.receive;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.envelope.RefusedMessage;

/** What was decided about a received message, and how its HTTP request is answered. */
sealed interface Outcome {
  /** Returns why it is refused; null where it is not. */
  default @Nullable RefusedMessage refusal() {
    return null;
  }

  /** When a message that could not be taken may be sent again, where nothing better is known. */
  Duration RETRY_AFTER = Duration.ofSeconds(5);

  /** It was accepted; an answer to it, if there is one, is sent as a message of its own. */
  record Accepted() implements Outcome {}

  /** It is answered in the HTTP response, by an envelope. */
  @SuppressWarnings("ArrayRecordComponent") // written once, passed on, never changed
  record Replied(byte[] body) implements Outcome {}

  /** Accepted and ignored, for a reason: an unasked answer, or a report that none answers. */
  record Dropped(String reason) implements Outcome {}

  /** It is refused, and the reason is sent to its sender as a message of its own. */
  record Reported(RefusedMessage refusal) implements Outcome {}

  /** Refused in the HTTP response; {@code retryAfter} is zero where no other try helps. */
  record Refused(RefusedMessage refusal, Duration retryAfter) implements Outcome {}

  /** A refusal that says when to send the message again, where it is one for the time being. */
  static Outcome inResponse(RefusedMessage refusal) {
    return new Refused(refusal, refusal.isTemporary() ? RETRY_AFTER : Duration.ZERO);
  }
}
