package org.reprise.ebms.message;

import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that is to be sent: a business message, or an acknowledgment.
 *
 * @param message its row; null for an acknowledgment
 * @param envelope as it goes over the wire, where it is to be stored; null where it is its
 *     message's or was not read
 * @param retryInterval milliseconds
 * @param reliable whether it is sent again until it is acknowledged
 */
@SuppressWarnings("ArrayRecordComponent") // written once, passed on, never changed
record Delivery(
    String messageId,
    @Nullable Long message,
    String address,
    byte @Nullable [] envelope,
    boolean reliable,
    int attempts,
    int retries,
    long retryInterval,
    @Nullable Instant expiresAt) {
  /** A signal that goes out until the partner takes it, for a while. */
  static Delivery signal(String messageId, URI endpoint, byte[] envelope, Instant expiresAt) {
    return new Delivery(messageId, null, endpoint.toString(), envelope, false, 0, 0, 0, expiresAt);
  }

  /** Returns where it goes; throws IllegalArgumentException where its row holds no URI. */
  URI endpoint() {
    return URI.create(address);
  }

  boolean isSignal() {
    return message == null;
  }
}
