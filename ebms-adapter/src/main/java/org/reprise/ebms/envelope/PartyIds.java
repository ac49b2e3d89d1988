package org.reprise.ebms.envelope;

import java.util.ArrayList;
import java.util.List;

/** Lists of identifiers of a party as one text, for columns. */
public final class PartyIds {
  // No identifier that was read holds a control character.
  private static final String BETWEEN_IDS = "\u001e";
  private static final String AFTER_TYPE = "\u001f";

  private PartyIds() {}

  public static String encode(List<PartyId> ids) {
    StringBuilder text = new StringBuilder();
    for (PartyId id : ids) {
      text.append(text.isEmpty() ? "" : BETWEEN_IDS);
      text.append(id.type() == null ? "" : id.type() + AFTER_TYPE).append(id.value());
    }
    return text.toString();
  }

  public static List<PartyId> decode(String text) {
    List<PartyId> ids = new ArrayList<>();
    for (String id : text.split(BETWEEN_IDS, -1)) {
      int type = id.indexOf(AFTER_TYPE);
      ids.add(
          type < 0
              ? new PartyId(null, id)
              : new PartyId(id.substring(0, type), id.substring(type + 1)));
    }
    return ids;
  }
}
