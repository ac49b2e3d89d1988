package org.reprise.ebms.receive;

import java.util.List;
import org.reprise.ebms.agreement.PartyInfo;

/**
 * The parties for whom this service receives.
 *
 * @param names as {@code type:value}; empty for every party of an agreement
 */
record LocalParties(List<String> names) {
  LocalParties {
    names = List.copyOf(names);
  }

  boolean serve(PartyInfo party) {
    return names.isEmpty() || party.ids().stream().anyMatch(id -> names.contains(id.toString()));
  }
}
