package org.reprise.ebms.agreement;

import java.util.List;

/**
 * The parties for which this service receives and sends. An agreement does not say which of its two
 * parties is ours, so that only settings can.
 *
 * @param names as {@code type:value}, or {@code *} for every party of an agreement. Where there are
 *     none, messages are received for every party, and users of the API can send for none: else
 *     they could send as the partner.
 */
public record LocalParties(List<String> names) {
  public LocalParties {
    names = List.copyOf(names);
  }

  public boolean serve(PartyInfo party) {
    return names.isEmpty() || isNamed(party);
  }

  private boolean isNamed(PartyInfo party) {
    return names.contains("*")
        || party.ids().stream().anyMatch(id -> names.contains(id.toString()));
  }

  /** Throws UnusableAgreement for a party that the settings do not name: nothing is sent for it. */
  public void checkSender(PartyInfo party) {
    if (!isNamed(party)) {
      throw new UnusableAgreement(
          "The party '%s' is not served here, so nothing is sent for it. Parties that are served are named in reprise.ebms.local-parties."
              .formatted(party.ids().getFirst()));
    }
  }
}
