package org.reprise.ebms.envelope;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An identifier of a party.
 *
 * @param type what kind of identifier, for instance {@code urn:osb:oin}; null where {@code value}
 *     is a URI that says so itself
 */
public record PartyId(@Nullable String type, String value) {
  // No identifier that was read holds a control character.
  private static final String BETWEEN_IDS = "\u001e";
  private static final String AFTER_TYPE = "\u001f";

  public PartyId {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a PartyId must not be empty");
    }
  }

  /** {@code type:value}, as it is written in settings and messages to people. */
  @Override
  public String toString() {
    return type == null ? value : type + ":" + value;
  }

  /** Returns identifiers of a party as one text, for columns. */
  public static String encode(List<PartyId> ids) {
    return ids.stream()
        .map(id -> id.type == null ? id.value : id.type + AFTER_TYPE + id.value)
        .collect(Collectors.joining(BETWEEN_IDS));
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
