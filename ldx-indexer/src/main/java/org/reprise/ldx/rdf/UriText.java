package org.reprise.ldx.rdf;

/** Which texts are stored as URIs. */
public final class UriText {
  private static final int MAX_LENGTH = 2_000;

  // What no format of RDF can write between its delimiters (RDF 1.1 Turtle, IRIREF).
  private static final String FORBIDDEN = "<>\"{}|^`\\";

  private UriText() {}

  /**
   * Returns whether a text can be stored and compared: strangers' documents may hold any character
   * by an escape, also those that no database takes.
   */
  public static boolean isUsable(String uri) {
    if (uri.isEmpty() || uri.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < uri.length(); i++) {
      char c = uri.charAt(i);
      if (c <= ' ' || c == 0x7f || FORBIDDEN.indexOf(c) >= 0) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        boolean isPair =
            Character.isHighSurrogate(c)
                && i + 1 < uri.length()
                && Character.isLowSurrogate(uri.charAt(i + 1));
        if (!isPair) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** Returns whether it is usable, and an http or https address. */
  public static boolean isAddress(String uri) {
    return (uri.startsWith("http://") || uri.startsWith("https://")) && isUsable(uri);
  }
}
