package org.reprise.load.ebms;

/**
 * A party of an agreement.
 *
 * @param type of the id, for example {@code urn:osb:oin}
 * @param id for example an OIN of 20 digits
 */
public record Party(String type, String id) {
  /** The type of Digikoppeling's party ids. */
  public static final String OIN = "urn:osb:oin";

  /** Requires both, of characters that need no escape in XML. */
  public Party {
    require("type", type);
    require("id", id);
  }

  private static void require(String what, String text) {
    if (!text.matches("[\\w.:/+-]{1,255}")) {
      throw new IllegalArgumentException(
          "a party's " + what + " is of letters, digits and . : / + - _, not '" + text + "'");
    }
  }
}
