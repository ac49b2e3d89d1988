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
  public MessageData {
    Required.text(messageId, "MessageId");
    if (refToMessageId != null) {
      Required.text(refToMessageId, "RefToMessageId");
    }
  }
}
