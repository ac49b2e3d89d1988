package org.reprise.ebms.envelope;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a message.
 *
 * @param messageId unique in the world, as {@code local@domain}
 * @param refToMessageId the earlier message that this one is about
 * @param timeToLive after this moment the message may not be delivered any more
 */
public record MessageData(
    String messageId,
    Instant timestamp,
    @Nullable String refToMessageId,
    @Nullable Instant timeToLive) {
  public boolean isTooLate(Instant now) {
    return timeToLive != null && !timeToLive.isAfter(now);
  }

  public RefusedMessage tooLate() {
    return ErrorCode.TIME_TO_LIVE_EXPIRED.refusal(
        "/soap:Envelope/soap:Header/eb:MessageHeader/eb:MessageData/eb:TimeToLive",
        "The message was to be delivered before " + timeToLive);
  }
}
