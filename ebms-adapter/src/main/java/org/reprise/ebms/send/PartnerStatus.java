package org.reprise.ebms.send;

import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint is to which this instance sends.
 *
 * @param breaker {@code closed}: messages are sent; {@code open}: none is, for the last ones
 *     failed; {@code half-open}: one message at a time is sent as a trial; {@code not-allowed}: the
 *     settings do not allow the endpoint's host
 * @param waiting messages that wait or are on their way
 * @param lastFailedMessageId the last message whose sending failed; null where none did
 */
public record PartnerStatus(
    URI endpoint,
    String breaker,
    int waiting,
    @Nullable String lastFailedMessageId,
    @Nullable String lastFailure,
    @Nullable Instant lastFailureAt) {
  static PartnerStatus notAllowed(URI endpoint, Instant since) {
    return new PartnerStatus(
        endpoint, "not-allowed", 0, null, Partners.whyNotAllowed(endpoint), since);
  }
}
