package org.reprise.ebms.envelope;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An identifier of a party.
 *
 * @param type what kind of identifier, for instance {@code urn:osb:oin}; null where {@code value}
 *     is a URI that says so itself
 * @param value the identifier
 */
public record PartyId(@Nullable String type, String value) {
  // No identifier that was read holds a control character.
  private static final String BETWEEN_IDS = "\u001e";
  private static final String AFTER_TYPE = "\u001f";

  public PartyId {
    Required.text(value, "PartyId");
  }

  /** {@code type:value}, as it is written in settings and messages to people. */
  @Override
  public String toString() {
    return type == null ? value : type + ":" + value;
  }

  /** Returns identifiers of a party as one text, for columns. */
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
