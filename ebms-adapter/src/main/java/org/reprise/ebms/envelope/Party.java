package org.reprise.ebms.envelope;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sender or receiver as a message names it; signals may leave out its role in the process. */
public record Party(List<PartyId> ids, @Nullable String role) {
  public Party {
    ids = List.copyOf(ids);
  }
}
