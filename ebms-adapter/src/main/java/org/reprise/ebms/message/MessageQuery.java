package org.reprise.ebms.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which messages are listed: those that meet all the conditions that are given.
 *
 * @param fromPartyId an identifier of the sender, with or without its type
 * @param createdFrom received, or given to be sent, at this moment or later
 * @param after after this place: what {@code next} was
 * @param limit how many at most; 100 where it is not given
 */
record MessageQuery(
    @Nullable String state,
    @Nullable String cpaId,
    @Nullable String fromPartyId,
    @Nullable String toPartyId,
    @Nullable String service,
    @Nullable String action,
    @Nullable String conversationId,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore,
    @Nullable Long after,
    @Nullable Integer limit) {
  private static final int USUAL = 100;

  /** How many are listed at most; refuses a limit that is none. */
  int most() {
    return limit == null ? USUAL : MessageView.limit(limit);
  }
}
