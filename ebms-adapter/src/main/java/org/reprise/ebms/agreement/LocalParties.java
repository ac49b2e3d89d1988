package org.reprise.ebms.agreement;

import java.util.List;

/**
 * The parties for which this service receives and sends.
 *
 * @param names as {@code type:value}; empty for every party of an agreement
 */
public record LocalParties(List<String> names) {
  /** Copies. */
  public LocalParties {
    names = List.copyOf(names);
  }

  /** Whether a party is one of them. */
  public boolean serve(PartyInfo party) {
    return names.isEmpty() || party.ids().stream().anyMatch(id -> names.contains(id.toString()));
  }

  /**
   * Refuses to send for another party.
   *
   * @throws UnusableAgreement where the party is not one of them
   */
  public void checkSender(PartyInfo party) {
    if (!serve(party)) {
      throw new UnusableAgreement(
          "The party '%s' is not served here, so nothing is sent for it (reprise.ebms.local-parties)."
              .formatted(party.ids().getFirst()));
    }
  }
}
