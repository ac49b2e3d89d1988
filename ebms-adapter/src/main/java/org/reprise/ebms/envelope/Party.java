package org.reprise.ebms.envelope;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sender or receiver as a message names it.
 *
 * @param role the party's role in the business process; signals may leave it out
 */
public record Party(List<PartyId> ids, @Nullable String role) {
  public Party {
    ids = List.copyOf(ids);
    if (ids.isEmpty()) {
      throw new IllegalArgumentException("a party has at least one PartyId");
    }
  }
}
