package org.reprise.ebms.envelope;

import org.jspecify.annotations.Nullable;

/**
 * An identifier of a party.
 *
 * @param type what kind of identifier, for instance {@code urn:osb:oin}; null where {@code value}
 *     is a URI that says so itself
 * @param value the identifier
 */
public record PartyId(@Nullable String type, String value) {
  public PartyId {
    Required.text(value, "PartyId");
  }

  /** {@code type:value}, as it is written in settings and messages to people. */
  @Override
  public String toString() {
    return type == null ? value : type + ":" + value;
  }
}
