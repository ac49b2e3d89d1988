package org.reprise.ebms.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which messages are listed: those that meet all the conditions that are given.
 *
 * @param fromPartyId an identifier of the sender, with or without its type
 * @param partner the other party, all its identifiers with their types, as the pages show it
 * @param detail a part of the message's detail, whatever the case of its letters
 * @param createdFrom received, or given to be sent, at this moment or later
 * @param newestFirst whether the newest ones come first
 * @param after after this place: what {@code next} was
 * @param limit how many at most; 100 where it is not given
 */
record MessageQuery(
    @Nullable String state,
    @Nullable String cpaId,
    @Nullable String fromPartyId,
    @Nullable String toPartyId,
    @Nullable String partner,
    @Nullable String service,
    @Nullable String action,
    @Nullable String conversationId,
    @Nullable String refToMessageId,
    @Nullable String detail,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore,
    @Nullable Boolean newestFirst,
    @Nullable Long after,
    @Nullable Integer limit) {
  private static final int DEFAULT_LIMIT = 100;

  /** Returns how many are listed at most; rejects a limit out of bounds. */
  int max() {
    return limit == null ? DEFAULT_LIMIT : MessageView.limit(limit);
  }

  boolean isNewestFirst() {
    return Boolean.TRUE.equals(newestFirst);
  }

  long start(boolean fromNewest) {
    return after != null ? after : fromNewest ? Long.MAX_VALUE : 0;
  }
}
